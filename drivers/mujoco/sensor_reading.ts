import type { RobotState } from "../../schemas/robot_state.ts";
import type { JointMap } from "./joint_map.ts";
import type { JointServo } from "./joint_servo.ts";
import type { MujocoViews } from "./mujoco_views.ts";
import type { SensorMap } from "./sensor_map.ts";
import { wordsOf } from "./words_of.ts";

/** High bit of a 32-bit word: the sign of a number. */
const SIGN = 1 << 31;

/** A vector of measured values, with its memory as words. */
class Measured {
  readonly values: Float64Array;
  readonly words: Int32Array;

  constructor(length: number) {
    this.values = new Float64Array(length);
    this.words = wordsOf(this.values);
  }
}

/** What the robot measured last, in own arrays; filling them and copying them into a State allocates nothing, compiled or not. */
export class SensorReading {
  readonly #views: MujocoViews;
  readonly #joints: JointMap;
  readonly #sensors: SensorMap;
  readonly #servo: JointServo;
  readonly #position: Measured;
  readonly #velocity: Measured;
  readonly #torque: Measured;
  /** Three for each body sensor: orientation, angular velocity, linear acceleration. */
  readonly #bodySensors: readonly Measured[];
  /** Two for each force sensor: force, torque. */
  readonly #forceSensors: readonly Measured[];

  /** Reads from the simulation behind `views`; `servo` adds its part to the torques. */
  constructor(views: MujocoViews, joints: JointMap, sensors: SensorMap, servo: JointServo) {
    this.#views = views;
    this.#joints = joints;
    this.#sensors = sensors;
    this.#servo = servo;
    this.#position = new Measured(joints.joint.length);
    this.#velocity = new Measured(joints.joint.length);
    this.#torque = new Measured(joints.joint.length);
    this.#bodySensors = Array.from(sensors.bodySensors, (_, i) => new Measured(i % 3 === 0 ? 4 : 3));
    this.#forceSensors = Array.from(sensors.forceSensors, () => new Measured(3));
  }

  /**
   * Takes the values of the simulation's present state.
   *
   * @realtime
   */
  take(): void {
    const { qposWords, qvelWords, actuatorWords, actuator } = this.#views;
    const { qpos, dof } = this.#joints;
    for (let joint = 0; joint < dof.length; joint++) {
      this.#copy(qposWords, qpos[joint], this.#position.words, joint, 0);
      this.#copy(qvelWords, dof[joint], this.#velocity.words, joint, 0);
      if (this.#servo.isOff(joint)) this.#copy(actuatorWords, dof[joint], this.#torque.words, joint, 0);
      else this.#torque.values[joint] = actuator[dof[joint]] + this.#servo.torque[joint];
    }
    this.#takeSensors(this.#bodySensors, this.#sensors.bodySensors, 0);
    // MuJoCo reports what the robot side does to the tool side; a force sensor reports what is done to the robot.
    this.#takeSensors(this.#forceSensors, this.#sensors.forceSensors, SIGN);
  }

  /**
   * Copies the values into a State.
   *
   * @realtime
   */
  copyTo(into: RobotState): void {
    const count = this.#joints.dof.length;
    into.position.set(this.#position.values);
    into.velocity.set(this.#velocity.values);
    into.torque.set(this.#torque.values);
    into.positionCount = count;
    into.velocityCount = count;
    into.torqueCount = count;
    for (let i = 0; i < into.bodySensors.length; i++) {
      const slot = into.bodySensors[i];
      slot.present = this.#sensors.bodySensors[3 * i] >= 0;
      if (!slot.present) continue;
      slot.orientation.set(this.#bodySensors[3 * i].values);
      slot.angularVelocity.set(this.#bodySensors[3 * i + 1].values);
      slot.linearAcceleration.set(this.#bodySensors[3 * i + 2].values);
    }
    for (let i = 0; i < into.forceSensors.length; i++) {
      const slot = into.forceSensors[i];
      slot.present = this.#sensors.forceSensors[2 * i] >= 0;
      if (!slot.present) continue;
      slot.force.set(this.#forceSensors[2 * i].values);
      slot.torque.set(this.#forceSensors[2 * i + 1].values);
    }
  }

  /** @realtime */
  #takeSensors(sensors: readonly Measured[], addresses: Int32Array, flip: number): void {
    const { sensorWords } = this.#views;
    for (let i = 0; i < sensors.length; i++) {
      if (addresses[i] < 0) continue;
      const { words } = sensors[i];
      for (let k = 0; 2 * k < words.length; k++) this.#copy(sensorWords, addresses[i] + k, words, k, flip);
    }
  }

  /**
   * Copies one number, with another sign when `flip` is SIGN.
   *
   * @realtime
   */
  #copy(from: Int32Array, source: number, to: Int32Array, target: number, flip: number): void {
    to[2 * target] = from[2 * source];
    to[2 * target + 1] = from[2 * source + 1] ^ flip;
  }
}
