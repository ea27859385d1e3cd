import type { RobotDriver } from "../drivers/robot_driver.ts";
import { emptyState } from "../schemas/empty_state.ts";
import type { ViewRoom } from "./view_block.ts";
import type { ViewCycle } from "./view_cycle.ts";

/** Names of the sensors of a robot. */
export interface SensorNames {
  /** IMUs. */
  readonly bodySensors: readonly string[];
  /** Force sensors. */
  readonly forceSensors: readonly string[];
}

/** At least as often it is looked for new sensors [cycles]. */
const LONGEST = 1000;

/**
 * Learns from a driver which sensors it has, where no robot module tells: a driver may know them only once its robot has spoken. It looks after 1, 2, 4, …
 * cycles and then after every thousand, because looking allocates.
 */
export class SensorLearner {
  readonly #driver: RobotDriver;
  readonly #cycle: ViewCycle;
  readonly #room: ViewRoom;
  readonly #tell: (names: SensorNames, left: number) => void;
  #known = 0;
  #cycles = 0;
  #next = 1;

  /** `tell` gets the names when there are new ones; `left`, those that there is no room for, are left out. */
  constructor(driver: RobotDriver, cycle: ViewCycle, room: ViewRoom, tell: (names: SensorNames, left: number) => void) {
    this.#driver = driver;
    this.#cycle = cycle;
    this.#room = room;
    this.#tell = tell;
  }

  /** To be called after each cycle. */
  look(): void {
    if (this.#driver.sensorNames === undefined || ++this.#cycles < this.#next) return;
    this.#next += Math.min(this.#next, LONGEST);
    const names = this.#driver.sensorNames();
    const count = names.bodySensors.length + names.forceSensors.length;
    const bodySensors = names.bodySensors.slice(0, this.#room.bodySensors);
    const forceSensors = names.forceSensors.slice(0, this.#room.forceSensors);
    if (bodySensors.length + forceSensors.length === this.#known) return;
    this.#known = bodySensors.length + forceSensors.length;
    this.#cycle.use(emptyState(this.#room.joints, bodySensors, forceSensors));
    this.#tell({ bodySensors, forceSensors }, count - this.#known);
  }
}
