import type { ControlMode } from "../schemas/control_mode.ts";
import type { JointDescription } from "../schemas/robot_module.ts";
import type { RobotCommand } from "../schemas/robot_state.ts";
import { firstTargetTolerance } from "./first_target_tolerance.ts";
import { GateReason } from "./gate_reason.ts";

/** Rounding that is forgiven at a limit [rad, rad/s, Nm or the like]. */
const LIMIT_SLACK = 1e-6;

/** No joint is asked for more than this, whatever its limits: such a number is a mistake of the sender. */
const IMPLAUSIBLE = 1e9;

/**
 * What stands before the driver: tells for every command whether it may be obeyed.
 *
 * - Accepts or refuses a command as a whole, and never changes it.
 * - Refused: another vector than the configured mode's, a wrong length, NaN or infinity anywhere (the gains `kp` and `kd` too), a
 *   value beyond the joint's position, velocity or effort limit (where the module knows none: beyond ±1e9).
 * - After a gap (start of the run, hold) the first command goes through {@link CommandGate.checkFirst}.
 * - After a refusal, `lastJoint`, `lastReceived` and `lastWanted` tell the details.
 * - Real-time safe: everything but the constructor.
 */
export class CommandGate {
  /** Joint of the last refusal, from 0; -1 when it is about no single joint. */
  lastJoint: number;
  /** Tolerances of {@link CommandGate.checkFirst} when none are given [rad or m], one per joint. */
  readonly firstTolerance: Float64Array;
  readonly #mode: ControlMode;
  readonly #joints: number;
  readonly #lower: Float64Array;
  readonly #upper: Float64Array;
  /** The limits in force: as above, widened to the measured position where a robot stood outside when the gap ended. */
  readonly #lowest: Float64Array;
  readonly #highest: Float64Array;
  /** Received and wanted value of the last refusal. An array, because storing a number in a field may allocate. */
  readonly #details = new Float64Array(2);

  /** `joints`: the module's joints, in the reference order; or only their number, then nothing but ±1e9 bounds the values. */
  constructor(mode: ControlMode, joints: readonly JointDescription[] | number) {
    const count = typeof joints === "number" ? joints : joints.length;
    const limits = typeof joints === "number" ? [] : joints;
    this.lastJoint = -1;
    this.#mode = mode;
    this.#joints = count;
    this.#lower = new Float64Array(count).fill(-IMPLAUSIBLE);
    this.#upper = new Float64Array(count).fill(IMPLAUSIBLE);
    this.firstTolerance = firstTargetTolerance(limits, count);
    limits.forEach((joint, i) => {
      const size = mode === "velocity" ? joint.velocity : joint.effort;
      const lower = mode === "position" ? joint.lower : -size;
      const upper = mode === "position" ? joint.upper : size;
      this.#lower[i] = Math.max(lower - LIMIT_SLACK, -IMPLAUSIBLE);
      this.#upper[i] = Math.min(upper + LIMIT_SLACK, IMPLAUSIBLE);
    });
    this.#lowest = this.#lower.slice();
    this.#highest = this.#upper.slice();
  }

  /** What the last refused command had: a value, a number of values (`WrongLength`), a number of filled vectors (`WrongMode`). */
  get lastReceived(): number {
    return this.#details[0];
  }

  /** What was wanted instead: the limit, the number of joints, the measured position; 0 where a finite value was wanted. */
  get lastWanted(): number {
    return this.#details[1];
  }

  /**
   * Tells whether `command` may go to the driver: 0 (`GateReason.Accepted`), or the reason of the refusal.
   *
   * @realtime
   */
  check(command: RobotCommand): number {
    const values = this.#values(command);
    const count = this.#count(command);
    const filled = (command.positionCount !== 0 ? 1 : 0) + (command.velocityCount !== 0 ? 1 : 0) +
      (command.torqueCount !== 0 ? 1 : 0);
    if (count === 0 || filled !== 1) return this.#refuse(GateReason.WrongMode, -1, filled, 1);
    if (count !== this.#joints || values.length < this.#joints) {
      return this.#refuse(GateReason.WrongLength, -1, count, this.#joints);
    }
    for (let i = 0; i < this.#joints; i++) {
      if (!Number.isFinite(values[i])) return this.#refuse(GateReason.NotFinite, i, values[i], 0);
    }
    if (!Number.isFinite(command.kp)) return this.#refuse(GateReason.NotFinite, -1, command.kp, 0);
    if (!Number.isFinite(command.kd)) return this.#refuse(GateReason.NotFinite, -1, command.kd, 0);
    for (let i = 0; i < this.#joints; i++) {
      if (values[i] < this.#lowest[i]) return this.#refuse(GateReason.OutOfLimits, i, values[i], this.#lowest[i]);
      if (values[i] > this.#highest[i]) return this.#refuse(GateReason.OutOfLimits, i, values[i], this.#highest[i]);
    }
    return GateReason.Accepted;
  }

  /**
   * `check` for the first command after a gap. In position mode it must also start from where the robot is: within `tolerance` [rad or
   * m, one per joint] of `measured`. A robot that stands outside its limits may be commanded there, and back inside, until the next gap.
   *
   * @realtime
   */
  checkFirst(command: RobotCommand, measured: Float64Array, tolerance: Float64Array = this.firstTolerance): number {
    if (this.#mode !== "position") return this.check(command);
    for (let i = 0; i < this.#joints; i++) {
      const at = measured[i];
      this.#lowest[i] = at - LIMIT_SLACK < this.#lower[i] ? at - LIMIT_SLACK : this.#lower[i];
      this.#highest[i] = at + LIMIT_SLACK > this.#upper[i] ? at + LIMIT_SLACK : this.#upper[i];
    }
    const reason = this.check(command);
    if (reason !== GateReason.Accepted) return reason;
    for (let i = 0; i < this.#joints; i++) {
      // Written so that a measured position which is NaN refuses.
      const near = Math.abs(command.position[i] - measured[i]) <= tolerance[i];
      if (!near) return this.#refuse(GateReason.FirstTargetJump, i, command.position[i], measured[i]);
    }
    return GateReason.Accepted;
  }

  /** @realtime */
  #values(command: RobotCommand): Float64Array {
    if (this.#mode === "position") return command.position;
    return this.#mode === "velocity" ? command.velocity : command.torque;
  }

  /** @realtime */
  #count(command: RobotCommand): number {
    if (this.#mode === "position") return command.positionCount;
    return this.#mode === "velocity" ? command.velocityCount : command.torqueCount;
  }

  /** @realtime */
  #refuse(reason: number, joint: number, received: number, wanted: number): number {
    this.lastJoint = joint;
    this.#details[0] = received;
    this.#details[1] = wanted;
    return reason;
  }
}
