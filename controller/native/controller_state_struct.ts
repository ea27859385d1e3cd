import { CStruct } from "../../core/native/c_struct.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";

const SIZE = 64;
const IMU_BYTES = 88;
const WRENCH_BYTES = 56;
/** Fields of `uri_controller_state`, as 32-bit words. */
const W_PRESENT = 1;
const W_JOINT_COUNT = 2;
const HAS_POSITION = 1;
const HAS_VELOCITY = 2;
const HAS_TORQUE = 4;

/** `uri_controller_state` of one robot with the arrays that it points to, in memory that never moves: what was measured since the last hand-over. */
export class ControllerStateStruct {
  /** The structure, to be handed to the controller. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of joints. */
  readonly joints: number;
  readonly #struct: CStruct;
  readonly #words: Uint32Array;
  readonly #position: Float64Array;
  readonly #velocity: Float64Array;
  readonly #torque: Float64Array;
  readonly #imus: number;
  readonly #imuWords: Uint32Array;
  readonly #imuValues: Float64Array;
  readonly #wrenches: number;
  readonly #wrenchWords: Uint32Array;
  readonly #wrenchValues: Float64Array;
  #isNew = false;

  /** For a robot of this module. */
  constructor({ joints, bodySensors, forceSensors }: RobotModule) {
    this.joints = joints.length;
    this.#imus = bodySensors.length;
    this.#wrenches = forceSensors.length;
    this.#struct = new CStruct(SIZE);
    this.bytes = this.#struct.bytes;
    this.#words = new Uint32Array(this.bytes.buffer);
    this.#position = this.#array(24, 8 * this.joints);
    this.#velocity = this.#array(32, 8 * this.joints);
    this.#torque = this.#array(40, 8 * this.joints);
    this.#imuValues = this.#array(48, IMU_BYTES * this.#imus);
    this.#wrenchValues = this.#array(56, WRENCH_BYTES * this.#wrenches);
    this.#imuWords = new Uint32Array(this.#imuValues.buffer);
    this.#wrenchWords = new Uint32Array(this.#wrenchValues.buffer);
    this.#struct.u32(0, SIZE);
    this.#words[W_JOINT_COUNT] = this.joints;
    this.#words[3] = this.#imus;
    this.#words[4] = this.#wrenches;
  }

  /**
   * True when anything was written since {@link clear}.
   *
   * @realtime
   */
  isNew(): boolean {
    return this.#isNew;
  }

  /**
   * After a hand-over: nothing is new.
   *
   * @realtime
   */
  clear(): void {
    this.#words[W_PRESENT] = 0;
    this.#words[W_JOINT_COUNT] = this.joints;
    for (let i = 0; i < this.#imus; i++) this.#imuWords[i * (IMU_BYTES / 4)] = 0;
    for (let i = 0; i < this.#wrenches; i++) this.#wrenchWords[i * (WRENCH_BYTES / 4)] = 0;
    this.#isNew = false;
  }

  /**
   * Measured positions.
   *
   * @realtime
   */
  writePosition(values: Float64Array, count: number): void {
    this.#write(this.#position, HAS_POSITION, values, count);
  }

  /**
   * Measured velocities.
   *
   * @realtime
   */
  writeVelocity(values: Float64Array, count: number): void {
    this.#write(this.#velocity, HAS_VELOCITY, values, count);
  }

  /**
   * Measured torques.
   *
   * @realtime
   */
  writeTorque(values: Float64Array, count: number): void {
    this.#write(this.#torque, HAS_TORQUE, values, count);
  }

  /**
   * One IMU; an index that the robot does not have is left alone.
   *
   * @realtime
   */
  writeImu(index: number, orientation: Float64Array, angular: Float64Array, linear: Float64Array): void {
    if (index < 0 || index >= this.#imus) return;
    const values = this.#imuValues;
    const at = index * (IMU_BYTES / 8) + 1;
    for (let i = 0; i < 4; i++) values[at + i] = orientation[i];
    for (let i = 0; i < 3; i++) values[at + 4 + i] = angular[i];
    for (let i = 0; i < 3; i++) values[at + 7 + i] = linear[i];
    this.#imuWords[index * (IMU_BYTES / 4)] = 1;
    this.#isNew = true;
  }

  /**
   * One force sensor; an index that the robot does not have is left alone.
   *
   * @realtime
   */
  writeWrench(index: number, force: Float64Array, torque: Float64Array): void {
    if (index < 0 || index >= this.#wrenches) return;
    const values = this.#wrenchValues;
    const at = index * (WRENCH_BYTES / 8) + 1;
    for (let i = 0; i < 3; i++) values[at + i] = force[i];
    for (let i = 0; i < 3; i++) values[at + 3 + i] = torque[i];
    this.#wrenchWords[index * (WRENCH_BYTES / 4)] = 1;
    this.#isNew = true;
  }

  /**
   * A wrong count is handed over as it is: the controller's side refuses it, and says so.
   *
   * @realtime
   */
  #write(into: Float64Array, bit: number, values: Float64Array, count: number): void {
    const n = count < this.joints ? count : this.joints;
    for (let i = 0; i < n; i++) into[i] = values[i];
    if (count !== this.joints) this.#words[W_JOINT_COUNT] = count;
    this.#words[W_PRESENT] |= bit;
    this.#isNew = true;
  }

  #array(at: number, bytes: number): Float64Array {
    // Never a small array: V8 keeps those where it can move them.
    const memory = new Uint8Array(Math.max(bytes, 128));
    this.#struct.pointer(at, memory);
    return new Float64Array(memory.buffer, 0, bytes / 8);
  }
}
