import type { RobotModule } from "../../schemas/robot_module.ts";
import type { JointMap } from "./joint_map.ts";
import { jointTies } from "./joint_ties.ts";
import type { MujocoModel } from "./mujoco_model.ts";
import type { MujocoViews } from "./mujoco_views.ts";
import { SERVO_LAW } from "./servo_law.ts";

/** Natural frequency [rad/s] of a joint under the servo, when the physics step is short enough for it. */
const STIFFEST = 100;
/** Largest product of natural frequency and physics step. */
const STABLE = 0.1;

/** Joints that follow module joints: those of module joint i are at `starts[i]` up to `starts[i + 1]`. */
interface Followers {
  readonly starts: Int32Array;
  /** Index of the follower's velocity. */
  readonly dof: Int32Array;
  /** Its movement per movement of the module joint. */
  readonly scale: Float64Array;
}

/**
 * The driver's own forces on joints: a brake before the first command, and a servo for joints without an actuator for the mode.
 *
 * - Brake: holds a position with whatever torque that takes.
 * - Position: torque = kp · (target − q) − kd · q̇ + gravity and Coriolis torque of the joint + what its springs take.
 * - Velocity: torque = kd · (target − q̇) + the same + what the joint's damping takes at the target.
 * - Torque: the target itself.
 *
 * All but the brake are limited to the module's effort. What joints that follow this one by an equality (`<mimic>`, the other finger) weigh is
 * carried too. Gains come from the joint's inertia M, that of its followers included, in the model's initial position:
 * kp = M · ω², kd = 2 · M · ω (critically damped) with ω = 100 rad/s, or less when the physics step is longer than 1 ms (0.1 / step).
 * kd is also put into the model's joint damping, and the same torque is added back: MuJoCo integrates joint damping implicitly, so
 * that the servo stays stable for joints whose inertia is mostly that of the links beyond them.
 */
export class JointServo {
  /** Targets by joint, for the law that is in force: rad or m, per second, Nm or N. */
  readonly target: Float64Array;
  /** Torque that the servo applied in the last step. */
  readonly torque: Float64Array;
  readonly #law: Uint8Array;
  readonly #kp: Float64Array;
  readonly #kd: Float64Array;
  readonly #damping: Float64Array;
  readonly #effort: Float64Array;
  readonly #qpos: Int32Array;
  readonly #dof: Int32Array;
  readonly #followers: Followers;
  readonly #views: MujocoViews;

  /** `stepS`: physics step [s]. All joints start with the law `off`. */
  constructor(model: MujocoModel, map: JointMap, module: RobotModule, views: MujocoViews, stepS: number) {
    const { simulation } = model;
    const count = module.joints.length;
    const omega = Math.min(STIFFEST, STABLE / stepS);
    const inertias = simulation.numbers("dof_M0");
    const followers = followersOf(model, map);
    const { starts, scale } = followers;
    const inertia = Float64Array.from(map.dof, (dof, joint) => {
      let sum = inertias[dof];
      for (let i = starts[joint]; i < starts[joint + 1]; i++) sum += scale[i] ** 2 * inertias[followers.dof[i]];
      return sum;
    });
    this.target = new Float64Array(count);
    this.torque = new Float64Array(count);
    this.#law = new Uint8Array(count);
    this.#kp = inertia.map((m) => m * omega * omega);
    this.#kd = inertia.map((m) => 2 * m * omega);
    const damping = simulation.numbers("dof_damping");
    this.#damping = Float64Array.from(map.dof, (dof) => damping[dof]);
    this.#effort = Float64Array.from(module.joints, (joint) => joint.effort);
    this.#qpos = map.qpos;
    this.#dof = map.dof;
    this.#followers = followers;
    this.#views = views;
  }

  /**
   * Changes the law of a joint; its target has to be set as well.
   *
   * @realtime
   */
  setLaw(joint: number, law: number): void {
    const dof = this.#dof[joint];
    this.#law[joint] = law;
    const isDamped = law === SERVO_LAW.brake || law === SERVO_LAW.position || law === SERVO_LAW.velocity;
    this.#views.damping[dof] = this.#damping[joint] + (isDamped ? this.#kd[joint] : 0);
    this.torque[joint] = 0;
    this.#views.applied[dof] = 0;
  }

  /** Leaves all joints to themselves, with the damping of the model. */
  release(): void {
    for (let joint = 0; joint < this.#law.length; joint++) this.setLaw(joint, SERVO_LAW.off);
  }

  /**
   * True when the servo does nothing with the joint.
   *
   * @realtime
   */
  isOff(joint: number): boolean {
    return this.#law[joint] === SERVO_LAW.off;
  }

  /**
   * Exerts the torques for the next physics step.
   *
   * @realtime
   */
  exert(): void {
    const { qpos, qvel, applied } = this.#views;
    for (let joint = 0; joint < this.#law.length; joint++) {
      const law = this.#law[joint];
      if (law === SERVO_LAW.off) continue;
      const dof = this.#dof[joint];
      const limit = law === SERVO_LAW.brake ? Infinity : this.#effort[joint];
      let torque = this.target[joint];
      let returned = 0;
      if (law !== SERVO_LAW.torque) {
        returned = this.#kd[joint] * qvel[dof];
        torque = law === SERVO_LAW.velocity
          ? (this.#kd[joint] + this.#damping[joint]) * torque
          : this.#kp[joint] * (torque - qpos[this.#qpos[joint]]);
        torque += this.#carriedWith(joint) - returned;
      }
      torque = Math.max(-limit, Math.min(limit, torque));
      this.torque[joint] = torque;
      applied[dof] = torque + returned;
    }
  }

  /**
   * Torque that a module joint needs to stand still in its present position, with what follows it.
   *
   * @realtime
   */
  #carriedWith(joint: number): number {
    const { starts, dof, scale } = this.#followers;
    let torque = this.#carried(this.#dof[joint]);
    for (let i = starts[joint]; i < starts[joint + 1]; i++) torque += scale[i] * this.#carried(dof[i]);
    return torque;
  }

  /**
   * Torque that one joint needs for that.
   *
   * @realtime
   */
  #carried(dof: number): number {
    const { bias, gravityCompensation, spring } = this.#views;
    return bias[dof] - gravityCompensation[dof] - spring[dof];
  }
}

/** The joints that are in no module, and follow joints of this one. */
function followersOf(model: MujocoModel, map: JointMap): Followers {
  const dofs = model.simulation.integers("jnt_dofadr");
  const ties = [...jointTies(model, map)].filter(([joint]) => !map.joint.includes(joint));
  const of = Array.from(map.joint, (_, module) => ties.filter(([, tie]) => tie.module === module));
  const starts = new Int32Array(of.length + 1);
  of.forEach((followers, module) => starts[module + 1] = starts[module] + followers.length);
  return {
    starts,
    dof: Int32Array.from(of.flat(), ([joint]) => dofs[joint]),
    scale: Float64Array.from(of.flat(), ([, { scale }]) => scale),
  };
}
