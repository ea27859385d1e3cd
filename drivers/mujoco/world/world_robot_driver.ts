import type { RobotState } from "../../../schemas/robot_state.ts";
import type { RobotDriver } from "../../robot_driver.ts";
import type { SimulatedRobot } from "../simulated_robot.ts";

/** A robot of a world as its interface sees it. Its world is advanced by somebody else, so nothing here blocks. */
export class WorldRobotDriver implements RobotDriver {
  readonly #robot: SimulatedRobot;
  readonly #worldFault: () => number;
  readonly #worldError: () => string;
  readonly #release: () => void;

  /** `worldFault`: 0, or negative when the world has come to its end, and `worldError` then tells why. `release`: called by `close()`. */
  constructor(robot: SimulatedRobot, worldFault: () => number, worldError: () => string, release: () => void) {
    this.#robot = robot;
    this.#worldFault = worldFault;
    this.#worldError = worldError;
    this.#release = release;
  }

  /** @realtime */
  sync(): number {
    return this.#worldFault();
  }

  /** @realtime */
  readState(into: RobotState): number {
    return this.#robot.readState(into);
  }

  /** @realtime */
  servoJ(q: Float64Array): number {
    return this.#robot.servoJ(q);
  }

  /** @realtime */
  speedJ(qd: Float64Array): number {
    return this.#robot.speedJ(qd);
  }

  /** @realtime */
  tauJ(tau: Float64Array): number {
    return this.#robot.tauJ(tau);
  }

  /** Text of the last fault, the world's before the robot's. */
  lastError(): string {
    return this.#worldError() || this.#robot.lastError();
  }

  /** Brakes the robot where it stands; it stays in the world. */
  close(): void {
    this.#release();
  }
}
