import type { Clock } from "../../core/clock.ts";
import type { RobotState } from "../../schemas/robot_state.ts";
import type { RobotDriver, RobotDriverContext } from "../robot_driver.ts";
import type { MockConfiguration } from "./mock_configuration.ts";
import type { MockFaults } from "./mock_faults.ts";
import { MockPlant } from "./mock_plant.ts";
import type { MockRecord } from "./mock_record.ts";
import type { MockRecorder } from "./mock_recorder.ts";

const NS_PER_S = 1e9;
const GRAVITY = 9.81;

/** Indices of the times. They stand in an array, because storing a number in a field may allocate. */
const FIRST = 0; // start of the first sync()
const LATEST = 1; // end of the latest one
const DEADLINE = 2; // latest deadline

/**
 * An ideal robot that needs no hardware and no physics, paced by the clock; see `docs/mock_robot.md`.
 *
 * - `sync()` returns at absolute deadlines, one period apart; periods that went by meanwhile are skipped, in the robot's time too.
 * - IMUs are at rest, force sensors measure nothing.
 * - Faults can be configured, and a record of everything that is commanded.
 * - Real-time safe as the contract asks, unless `record` is configured.
 */
export class RobotDriverMock implements RobotDriver {
  readonly #clock: Clock;
  readonly #plant: MockPlant;
  readonly #faults: MockFaults;
  readonly #joints: number;
  readonly #periodNs: number;
  readonly #recorder: MockRecorder | undefined;
  readonly #measured: Float64Array;
  readonly #times = new Float64Array(3);
  #cycle = 0;
  #error = "";
  #wrongLength = -1;

  /** `recorder`: closed by the driver. */
  constructor(context: RobotDriverContext, configuration: MockConfiguration, recorder?: MockRecorder) {
    const { inertia, damping, initialPositions, faults } = configuration;
    const periodS = context.periodNs / NS_PER_S;
    this.#clock = context.clock;
    this.#joints = context.module.joints.length;
    this.#faults = faults;
    this.#recorder = recorder;
    this.#plant = new MockPlant(context.module.joints, {
      initialPositions,
      periodS,
      inertia,
      damping,
      lagS: faults.lagS,
    });
    this.#measured = new Float64Array(this.#joints);
    this.#periodNs = context.periodNs;
  }

  /**
   * Waits for the next deadline and goes one period on. Returns -1 where a fault is configured.
   *
   * @realtime
   */
  sync(): number {
    this.#cycle++;
    if (this.#cycle === 1) this.#begin();
    if (this.#cycle >= this.#faults.crashAtCycle) Deno.kill(Deno.pid, "SIGKILL");
    if (this.#cycle >= this.#faults.syncHangAtCycle) this.#hang();
    if (this.#cycle === this.#faults.syncStallAtCycle) {
      this.#clock.sleepUntil(this.#clock.now() + this.#faults.syncStallS * NS_PER_S);
    }
    if (this.#cycle >= this.#faults.syncErrorAtCycle) {
      return this.#fail("sync() failed: the mock robot was told to fail");
    }
    if (!this.#faults.syncDoesNotBlock) this.#wait();
    this.#plant.step();
    this.#measure();
    this.#times[LATEST] = this.#clock.now();
    return this.#record("sync", this.#measured, this.#positionCount());
  }

  /**
   * Fills the state of the last `sync()`. Always returns 0.
   *
   * @realtime
   */
  readState(into: RobotState): number {
    const hasState = this.#hasState();
    for (let i = 0; i < this.#joints; i++) {
      into.position[i] = this.#measured[i];
      into.velocity[i] = this.#plant.velocity[i];
      into.torque[i] = this.#plant.torque[i];
    }
    const isWrong = this.#cycle >= this.#faults.fromCycle;
    into.positionCount = this.#positionCount();
    into.velocityCount = hasState ? count(isWrong, this.#faults.velocityCount, this.#joints) : 0;
    into.torqueCount = hasState ? count(isWrong, this.#faults.torqueCount, this.#joints) : 0;
    for (let i = 0; i < into.bodySensors.length; i++) {
      const sensor = into.bodySensors[i];
      sensor.present = hasState;
      sensor.orientation.fill(0);
      sensor.orientation[0] = 1;
      sensor.angularVelocity.fill(0);
      sensor.linearAcceleration.fill(0);
      sensor.linearAcceleration[2] = GRAVITY;
    }
    for (let i = 0; i < into.forceSensors.length; i++) {
      const sensor = into.forceSensors[i];
      sensor.present = hasState;
      sensor.force.fill(0);
      sensor.torque.fill(0);
    }
    return 0;
  }

  /**
   * Position targets for the next `sync()`. Returns -1 when there is not one value per joint, or where a fault is configured.
   *
   * @realtime
   */
  servoJ(q: Float64Array): number {
    const code = this.#accept("servoJ", q);
    if (code === 0) this.#plant.commandPosition(q);
    return code;
  }

  /**
   * Velocities for the next `sync()`. Returns -1 when there is not one value per joint, or where a fault is configured.
   *
   * @realtime
   */
  speedJ(qd: Float64Array): number {
    const code = this.#accept("speedJ", qd);
    if (code === 0) this.#plant.commandVelocity(qd);
    return code;
  }

  /**
   * Torques for the next `sync()`. Returns -1 when there is not one value per joint, or where a fault is configured.
   *
   * @realtime
   */
  tauJ(tau: Float64Array): number {
    const code = this.#accept("tauJ", tau);
    if (code === 0) this.#plant.commandTorque(tau);
    return code;
  }

  /** Text of the last fault. */
  lastError(): string {
    if (this.#wrongLength < 0) return this.#error;
    return `The command failed: it has ${this.#wrongLength} values; wanted ${this.#joints}, one per joint`;
  }

  /** Closes the record. */
  close(): void {
    this.#recorder?.close();
  }

  /** @realtime */
  #begin(): void {
    const now = this.#clock.now();
    this.#times[FIRST] = now;
    this.#times[DEADLINE] = now;
  }

  /**
   * Moves on to the next deadline of the grid, past whole periods that went by outside, and waits for it.
   *
   * @realtime
   */
  #wait(): void {
    this.#times[DEADLINE] += this.#periodNs;
    const lateNs = this.#clock.now() - this.#times[DEADLINE];
    if (lateNs >= this.#periodNs) this.#times[DEADLINE] += Math.floor(lateNs / this.#periodNs) * this.#periodNs;
    this.#clock.sleepUntil(this.#times[DEADLINE]);
  }

  /** @realtime */
  #hang(): void {
    for (;;) this.#clock.sleepUntil(this.#clock.now() + NS_PER_S);
  }

  /** @realtime */
  #measure(): void {
    for (let i = 0; i < this.#joints; i++) this.#measured[i] = this.#plant.position[i] + this.#faults.measuredOffset;
    const first = this.#faults.nanPositionAtCycle;
    if (this.#cycle >= first && this.#cycle - first < this.#faults.nanCycles) {
      this.#measured[this.#faults.nanJoint] = NaN;
    }
  }

  /** @realtime */
  #hasState(): boolean {
    return this.#cycle > 0 && this.#times[LATEST] - this.#times[FIRST] >= this.#faults.noStateForS * NS_PER_S;
  }

  /** @realtime */
  #positionCount(): number {
    return this.#hasState()
      ? count(this.#cycle >= this.#faults.fromCycle, this.#faults.positionCount, this.#joints)
      : 0;
  }

  /** @realtime */
  #accept(kind: MockRecord["kind"], values: Float64Array): number {
    if (this.#record(kind, values, values.length) !== 0) return -1;
    if (values.length !== this.#joints) {
      this.#wrongLength = values.length;
      return -1;
    }
    if (this.#cycle >= this.#faults.commandErrorAtCycle) {
      return this.#fail("The command failed: the mock robot was told to refuse it");
    }
    return 0;
  }

  /** @realtime */
  #fail(text: string): number {
    this.#error = text;
    this.#wrongLength = -1;
    return -1;
  }

  /** @realtime */
  #record(kind: MockRecord["kind"], values: Float64Array, valueCount: number): number {
    if (this.#recorder === undefined) return 0;
    try {
      const timeNs = kind === "sync" ? this.#times[LATEST] : this.#clock.now();
      this.#recorder.add(kind, this.#cycle, timeNs, values, valueCount);
      return 0;
    } catch {
      return this.#fail(
        "Recording failed: the file of the key 'record' cannot be written; make room or leave the key out",
      );
    }
  }
}

/**
 * Number of values to report: one per joint, or the wrong number that is configured.
 *
 * @realtime
 */
function count(isWrong: boolean, wrong: number | undefined, joints: number): number {
  return isWrong && wrong !== undefined ? wrong : joints;
}
