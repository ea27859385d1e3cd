import type { JointDescription } from "../../schemas/robot_module.ts";

/** What a mock robot's joints are made of. */
export interface MockPlantOptions {
  /** Where the joints stand at the start [rad or m]. */
  readonly initialPositions: readonly number[];
  /** Time of one step [s]. */
  readonly periodS: number;
  /** Inertia in torque mode [kg m² or kg]. */
  readonly inertia: number;
  /** Viscous friction in torque mode [Nms/rad or Ns/m]. */
  readonly damping: number;
  /** Time constant with which a position follows its target [s]; 0: at once. */
  readonly lagS: number;
}

const STAND = 0;
const POSITION = 1;
const VELOCITY = 2;
const TORQUE = 3;

/**
 * Joints of an ideal robot: a position target is reached in one step, a velocity is integrated, a torque moves a given inertia against
 * viscous friction.
 *
 * - Before the first command the joints stand still; then the last command is obeyed at every step.
 * - Joints stop at their position limits. One that starts outside may stay there and come back. Velocity and effort are not limited.
 * - Real-time safe: everything but the constructor.
 */
export class MockPlant {
  /** Joint positions [rad or m]. */
  readonly position: Float64Array;
  /** Joint velocities [rad/s or m/s]: what the position did in the last step. */
  readonly velocity: Float64Array;
  /** Torques at work [Nm or N]: the commanded ones; zeros in the other modes. */
  readonly torque: Float64Array;
  readonly #command: Float64Array;
  readonly #lower: Float64Array;
  readonly #upper: Float64Array;
  readonly #periodS: number;
  readonly #follow: number;
  readonly #velocityKept: number;
  readonly #velocityPerTorque: number;
  #mode = STAND;

  /** `initialPositions` has one value for each of `joints`. */
  constructor(joints: readonly JointDescription[], options: MockPlantOptions) {
    const { initialPositions, periodS, inertia, damping, lagS } = options;
    this.position = Float64Array.from(initialPositions);
    this.velocity = new Float64Array(joints.length);
    this.torque = new Float64Array(joints.length);
    this.#command = new Float64Array(joints.length);
    this.#lower = Float64Array.from(joints, ({ lower }, i) => Math.min(lower, initialPositions[i]));
    this.#upper = Float64Array.from(joints, ({ upper }, i) => Math.max(upper, initialPositions[i]));
    this.#periodS = periodS;
    this.#follow = lagS > 0 ? 1 - Math.exp(-periodS / lagS) : 1;
    // The exact solution of inertia · dv/dt = torque − damping · v over one step of constant torque.
    this.#velocityKept = Math.exp(-damping * periodS / inertia);
    this.#velocityPerTorque = damping > 0 ? (1 - this.#velocityKept) / damping : periodS / inertia;
  }

  /**
   * Position targets for the steps that follow.
   *
   * @realtime
   */
  commandPosition(q: Float64Array): void {
    this.#mode = POSITION;
    this.#command.set(q);
  }

  /**
   * Velocities for the steps that follow.
   *
   * @realtime
   */
  commandVelocity(qd: Float64Array): void {
    this.#mode = VELOCITY;
    this.#command.set(qd);
  }

  /**
   * Torques for the steps that follow.
   *
   * @realtime
   */
  commandTorque(tau: Float64Array): void {
    this.#mode = TORQUE;
    this.#command.set(tau);
  }

  /**
   * Goes one period on.
   *
   * @realtime
   */
  step(): void {
    if (this.#mode === STAND) return;
    for (let i = 0; i < this.position.length; i++) {
      const from = this.position[i];
      const command = this.#command[i];
      let to = command;
      let isStopped = false;
      if (this.#mode === POSITION) {
        if (this.#follow < 1) to = from + (command - from) * this.#follow;
      } else {
        const velocity = this.#mode === VELOCITY
          ? command
          : this.velocity[i] * this.#velocityKept + command * this.#velocityPerTorque;
        this.velocity[i] = velocity;
        to = from + velocity * this.#periodS;
      }
      if (to < this.#lower[i]) {
        to = this.#lower[i];
        isStopped = true;
      } else if (to > this.#upper[i]) {
        to = this.#upper[i];
        isStopped = true;
      }
      this.position[i] = to;
      if (this.#mode === POSITION) this.velocity[i] = (to - from) / this.#periodS;
      else if (isStopped) this.velocity[i] = 0;
      this.torque[i] = this.#mode === TORQUE ? command : 0;
    }
  }
}
