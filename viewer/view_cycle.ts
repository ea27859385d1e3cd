import type { Clock } from "../core/clock.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import { firstBadSensor } from "../schemas/first_bad_sensor.ts";
import type { RobotState } from "../schemas/robot_state.ts";
import { ViewBlock } from "./view_block.ts";
import { WindowField as W } from "./window_field.ts";
import { ViewEnd } from "./view_end.ts";

/** A `sync()` that is quicker than this, so many times in a row, does not wait for the robot [ns]. */
const AT_ONCE_NS = 50_000;
const AT_ONCE_TIMES = 100;
/** What the guard sleeps then [ns]. */
const GUARD_NS = 200_000;

/** Places among the times [ns]: end of the last `sync()` (0: none), start of the window. */
const LAST = 0;
const START = 1;

/** What a {@link ViewCycle} is made of. */
export interface ViewCycleParts {
  /** The robot. */
  readonly driver: RobotDriver;
  /** Buffer of the State, until {@link ViewCycle.use} gives another one. */
  readonly state: RobotState;
  /** Memory that the main thread reads. */
  readonly block: ViewBlock;
  /** Number of joints of the module; 0 when none is known. */
  readonly joints: number;
  /** Steady time. */
  readonly clock: Clock;
}

/**
 * One cycle of a viewer: `sync()`, `readState()`, figures; a window is handed over when the main thread has asked for one.
 *
 * - Nothing is ever sent to the robot.
 * - Blocks: in `sync()` of the driver; and, when that does not block, in the guard, which leaves the processor to others.
 * - Real-time safe: `step`, `publish`.
 */
export class ViewCycle {
  readonly #p: ViewCycleParts;
  /** Figures of the window that is open. */
  readonly #figures = new Float64Array(W.VALUES);
  readonly #times = new Float64Array(2);
  #state: RobotState;
  #atOnce = 0;
  #lastCount = 0;

  /** Takes what it needs; the driver is not called. */
  constructor(parts: ViewCycleParts) {
    this.#p = parts;
    this.#state = parts.state;
    this.#times[START] = parts.clock.now();
  }

  /** From the next cycle on the State goes to `state`, which has room for more sensors; the block must have it too. */
  use(state: RobotState): void {
    this.#state = state;
  }

  /**
   * Runs one cycle. Returns `ViewEnd.Running`, or how the loop has ended.
   *
   * @realtime
   */
  step(): number {
    const { driver, block, clock } = this.#p;
    const state = this.#state;
    const startNs = clock.now();
    block.heartbeat[0] = startNs;
    if (driver.sync() < 0) return ViewEnd.SyncFault;
    const endNs = clock.now();
    this.#add(W.SYNC, endNs - startNs);
    if (this.#times[LAST] > 0) this.#add(W.PERIOD, endNs - this.#times[LAST]);
    this.#times[LAST] = endNs;
    if (driver.readState(state) < 0) return ViewEnd.ReadFault;
    this.#figures[W.CYCLES] += 1;
    this.#figures[W.TOTAL] += 1;
    this.#judge();
    if (Atomics.load(block.flags, ViewBlock.ASKED) !== Atomics.load(block.flags, ViewBlock.ANSWERED)) this.publish();
    this.#guard(endNs - startNs);
    return ViewEnd.Running;
  }

  /**
   * Hands the open window over and begins a new one.
   *
   * @realtime
   */
  publish(): void {
    const { block, clock } = this.#p;
    const state = this.#state;
    const { window, flags } = block;
    const figures = this.#figures;
    const now = clock.now();
    figures[W.DURATION] = now - this.#times[START];
    figures[W.END] = now;
    figures[W.COUNTS] = state.positionCount;
    figures[W.COUNTS + 1] = state.velocityCount;
    figures[W.COUNTS + 2] = state.torqueCount;
    for (let i = 0; i < W.VALUES; i++) window[i] = figures[i];
    this.#copyVector(state.position, block.jointsAt(0));
    this.#copyVector(state.velocity, block.jointsAt(1));
    this.#copyVector(state.torque, block.jointsAt(2));
    this.#copySensors();
    for (let i = 0; i < W.VALUES; i++) if (i !== W.TOTAL) figures[i] = 0;
    this.#times[START] = now;
    Atomics.store(flags, ViewBlock.ANSWERED, Atomics.load(flags, ViewBlock.ASKED));
  }

  /** @realtime */
  #add(at: number, valueNs: number): void {
    const figures = this.#figures;
    if (figures[at + 3] === 0 || valueNs < figures[at]) figures[at] = valueNs;
    if (valueNs > figures[at + 2]) figures[at + 2] = valueNs;
    figures[at + 1] += valueNs;
    figures[at + 3] += 1;
  }

  /**
   * Looks for what no robot may report.
   *
   * @realtime
   */
  #judge(): void {
    const { joints } = this.#p;
    const state = this.#state;
    const figures = this.#figures;
    const { positionCount: count } = state;
    if (count === 0) figures[W.WITHOUT_STATE] += 1;
    // Without a module the first number that the robot tells is its number of joints.
    if (joints > 0) this.#lastCount = joints;
    else if (this.#lastCount === 0) this.#lastCount = count;
    const wanted = this.#lastCount;
    if (!this.#fits(0, count, wanted)) {
      if (joints === 0) this.#lastCount = count;
    } else if (this.#fits(1, state.velocityCount, wanted)) this.#fits(2, state.torqueCount, wanted);
    const finite = this.#finite(0, state.position, count) && this.#finite(1, state.velocity, state.velocityCount) &&
      this.#finite(2, state.torque, state.torqueCount);
    if (!finite) return;
    const sensor = firstBadSensor(state);
    if (sensor >= 0) this.#notFinite(3, sensor, NaN);
  }

  /** @realtime */
  #fits(vector: number, count: number, wanted: number): boolean {
    if (count === 0 || count === wanted) return true;
    const figures = this.#figures;
    figures[W.WRONG] += 1;
    figures[W.WRONG_AT] = vector;
    figures[W.WRONG_AT + 1] = count;
    figures[W.WRONG_AT + 2] = wanted;
    return false;
  }

  /** @realtime */
  #finite(vector: number, values: Float64Array, count: number): boolean {
    const length = count < values.length ? count : values.length;
    for (let i = 0; i < length; i++) {
      if (Number.isFinite(values[i])) continue;
      this.#notFinite(vector, i, values[i]);
      return false;
    }
    return true;
  }

  /** @realtime */
  #notFinite(vector: number, index: number, value: number): void {
    const figures = this.#figures;
    figures[W.NOT_FINITE] += 1;
    figures[W.NOT_FINITE_AT] = vector;
    figures[W.NOT_FINITE_AT + 1] = index;
    figures[W.NOT_FINITE_AT + 2] = value;
  }

  /**
   * A `sync()` that never waits would take a whole processor.
   *
   * @realtime
   */
  #guard(syncNs: number): void {
    this.#atOnce = syncNs < AT_ONCE_NS ? this.#atOnce + 1 : 0;
    if (this.#atOnce <= AT_ONCE_TIMES) return;
    const { clock } = this.#p;
    this.#atOnce = AT_ONCE_TIMES;
    this.#figures[W.GUARD_SLEEPS] += 1;
    clock.sleepUntil(clock.now() + GUARD_NS);
  }

  /** @realtime */
  #copyVector(values: Float64Array, at: number): void {
    const { window } = this.#p.block;
    for (let i = 0; i < values.length; i++) window[at + i] = values[i];
  }

  /** @realtime */
  #copySensors(): void {
    const { block } = this.#p;
    const state = this.#state;
    const { window } = block;
    for (let i = 0; i < state.bodySensors.length; i++) {
      const sensor = state.bodySensors[i];
      const at = block.bodySensorAt(i);
      window[at] = sensor.present ? 1 : 0;
      this.#copyVector(sensor.orientation, at + 1);
      this.#copyVector(sensor.angularVelocity, at + 5);
      this.#copyVector(sensor.linearAcceleration, at + 8);
    }
    for (let i = 0; i < state.forceSensors.length; i++) {
      const sensor = state.forceSensors[i];
      const at = block.forceSensorAt(i);
      window[at] = sensor.present ? 1 : 0;
      this.#copyVector(sensor.force, at + 1);
      this.#copyVector(sensor.torque, at + 4);
    }
  }
}
