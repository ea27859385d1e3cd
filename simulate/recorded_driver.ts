import type { Clock } from "../core/clock.ts";
import { DriverError } from "../core/driver_error.ts";
import { MockRecorder } from "../drivers/mock/mock_recorder.ts";
import type { MockRecord } from "../drivers/mock/mock_record.ts";
import type { RobotDriver, RobotDriverContext } from "../drivers/robot_driver.ts";
import type { RobotState } from "../schemas/robot_state.ts";

/**
 * A driver that does what another one does, and writes each cycle with its measured positions and each command to a file: the record of a mock robot, of
 * any robot.
 *
 * - Real-time safe as the other one is, but for the writing, which is not: it is done where it is asked for.
 * - When the file cannot be written any more, the log says so once, and the robot goes on without.
 */
export class RecordedDriver implements RobotDriver {
  readonly #driver: RobotDriver;
  readonly #context: Pick<RobotDriverContext, "robot" | "clock" | "log">;
  readonly #file: string;
  readonly #clock: Clock;
  #recorder: MockRecorder | undefined;
  #cycle = 0;

  /** Makes `file` anew. Throws a {@link DriverError} when it cannot, and then `driver` stays open. */
  constructor(driver: RobotDriver, file: string, context: RobotDriverContext) {
    this.#driver = driver;
    this.#context = context;
    this.#file = file;
    this.#clock = context.clock;
    try {
      this.#recorder = new MockRecorder(file, context.module.joints.length, context.clock);
    } catch (cause) {
      throw new DriverError(
        "RobotDriverMuJoCo",
        `Cannot record '${context.robot}' in '${file}': ${(cause as Error).message}; name another file by 'record'`,
        { cause },
      );
    }
    context.log("info", `'${context.robot}' records cycles and commands in '${file}': this is not real-time safe`);
  }

  /** See {@link RobotDriver.sync}. */
  sync(): number {
    this.#cycle++;
    return this.#driver.sync();
  }

  /** See {@link RobotDriver.readState}; the positions go into the record. */
  readState(into: RobotState): number {
    const code = this.#driver.readState(into);
    if (code >= 0) this.#add("sync", into.position, into.positionCount);
    return code;
  }

  /** See {@link RobotDriver.servoJ}. */
  servoJ(q: Float64Array): number {
    this.#add("servoJ", q, q.length);
    return this.#driver.servoJ(q);
  }

  /** See {@link RobotDriver.speedJ}. */
  speedJ(qd: Float64Array): number {
    this.#add("speedJ", qd, qd.length);
    return this.#driver.speedJ(qd);
  }

  /** See {@link RobotDriver.tauJ}. */
  tauJ(tau: Float64Array): number {
    this.#add("tauJ", tau, tau.length);
    return this.#driver.tauJ(tau);
  }

  /** See {@link RobotDriver.lastError}. */
  lastError(): string {
    return this.#driver.lastError();
  }

  /** Releases the robot and the file. */
  close(): void {
    this.#driver.close();
    this.#recorder?.close();
    this.#recorder = undefined;
  }

  #add(kind: MockRecord["kind"], values: Float64Array, count: number): void {
    if (this.#recorder === undefined) return;
    try {
      this.#recorder.add(kind, this.#cycle, this.#clock.now(), values, count);
    } catch (error) {
      const { robot, log } = this.#context;
      log("warning", `the record of '${robot}' in '${this.#file}' ends here: ${(error as Error).message}`);
      this.#recorder.close();
      this.#recorder = undefined;
    }
  }
}
