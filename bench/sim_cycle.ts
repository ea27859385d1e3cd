import type { Clock } from "../core/clock.ts";
import type { MujocoChoice } from "../core/mujoco_choice.ts";
import { createRobotDriverMuJoCo } from "../drivers/mujoco/create_robot_driver_mujoco.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import { emptyState } from "../schemas/empty_state.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import { ThreadTime } from "./thread_time.ts";

/** A clock on which sleeping takes no time. */
class InstantClock implements Clock {
  #timeNs = 10e9;
  now(): number {
    return this.#timeNs;
  }
  sleepUntil(deadlineNs: number): number {
    if (deadlineNs > this.#timeNs) this.#timeNs = deadlineNs;
    return 0;
  }
  stamp(): void {}
  fromStamp(): number {
    return 0;
  }
}

/** What an interface asks of `RobotDriverMuJoCo` in each cycle, without its sleep. */
export class SimCycle {
  readonly #time = new ThreadTime();
  readonly #driver: RobotDriver;
  readonly #state;
  readonly #command: Float64Array;

  private constructor(driver: RobotDriver, module: RobotModule) {
    this.#driver = driver;
    this.#state = emptyState(module.joints.length, module.bodySensors, module.forceSensors);
    this.#command = Float64Array.from(module.posture);
  }

  /** Makes the driver of a model, which `mujoco` computes. Rejects with a `DriverError`. */
  static async open(configPath: string, module: RobotModule, mujoco?: MujocoChoice): Promise<SimCycle> {
    const driver = await createRobotDriverMuJoCo({
      robot: "bench",
      ip: "",
      port: 0,
      configPath,
      mode: "position",
      periodNs: 1e6,
      module,
      clock: new InstantClock(),
      log: () => {},
    }, { installation: { reason: "none is needed" }, mujoco });
    return new SimCycle(driver, module);
  }

  /** Runs `count` cycles; returns the microseconds of this thread's time that one took. */
  run(count: number): number {
    const start = this.#time.now();
    for (let i = 0; i < count; i++) {
      this.#driver.sync();
      this.#driver.readState(this.#state);
      this.#driver.servoJ(this.#command);
    }
    return (this.#time.now() - start) / count;
  }

  /** Ends it. */
  close(): void {
    this.#driver.close();
  }
}
