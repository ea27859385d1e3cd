import { CStruct } from "../../core/native/c_struct.ts";

const SIZE = 80;
const IMU_BYTES = 88;
const WRENCH_BYTES = 56;
/** Fields of `uri_driver_state`, as 32-bit words. */
const W_POSITION_COUNT = 2;
const W_IMU_COUNT = 6;
const W_FORCE_SENSOR_COUNT = 8;

/** `uri_driver_state` of `uri_driver.h` with the arrays that it points to, in memory that never moves. */
export class DriverStateStruct {
  /** Room for joints. */
  readonly joints: number;
  /** Room for sensors of each kind. */
  readonly sensors: number;
  /** The structure, to be handed to the driver. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Counts of positions, velocities and torques: what the driver wrote. */
  readonly counts: Uint32Array;
  /** Joint positions. */
  readonly position: Float64Array;
  /** Joint velocities. */
  readonly velocity: Float64Array;
  /** Joint torques. */
  readonly torque: Float64Array;
  readonly #struct: CStruct;
  readonly #words: Uint32Array;
  readonly #imuWords: Uint32Array;
  readonly #imuValues: Float64Array;
  readonly #wrenchWords: Uint32Array;
  readonly #wrenchValues: Float64Array;

  /** `joints`, `sensors`: room. */
  constructor(joints: number, sensors: number) {
    this.joints = joints;
    this.sensors = sensors;
    this.#struct = new CStruct(SIZE);
    this.bytes = this.#struct.bytes;
    this.#words = new Uint32Array(this.bytes.buffer);
    this.counts = this.#words.subarray(W_POSITION_COUNT, W_POSITION_COUNT + 3);
    this.position = this.#array(40, 8 * joints);
    this.velocity = this.#array(48, 8 * joints);
    this.torque = this.#array(56, 8 * joints);
    this.#imuValues = this.#array(64, IMU_BYTES * sensors);
    this.#wrenchValues = this.#array(72, WRENCH_BYTES * sensors);
    this.#imuWords = new Uint32Array(this.#imuValues.buffer);
    this.#wrenchWords = new Uint32Array(this.#wrenchValues.buffer);
    const [size, room] = [0, 1];
    this.#words[size] = SIZE;
    this.#words[room] = joints;
    this.#words[5] = this.#words[7] = sensors;
  }

  /** Number of inertial sensors that the driver has. */
  get imus(): number {
    return this.#words[W_IMU_COUNT];
  }

  /** Number of force sensors that the driver has. */
  get forceSensors(): number {
    return this.#words[W_FORCE_SENSOR_COUNT];
  }

  /**
   * Makes ready for a call: no counts, nothing present.
   *
   * @realtime
   */
  clear(): void {
    const words = this.#words;
    for (let i = 0; i < words[W_IMU_COUNT] && i < this.sensors; i++) this.#imuWords[i * (IMU_BYTES / 4)] = 0;
    for (let i = 0; i < words[W_FORCE_SENSOR_COUNT] && i < this.sensors; i++) {
      this.#wrenchWords[i * (WRENCH_BYTES / 4)] = 0;
    }
    words[W_POSITION_COUNT] = words[W_POSITION_COUNT + 1] = words[W_POSITION_COUNT + 2] = 0;
    words[W_IMU_COUNT] = words[W_FORCE_SENSOR_COUNT] = 0;
  }

  /**
   * Copies an inertial sensor; false, and nothing is copied, when it has no reading.
   *
   * @realtime
   */
  readImu(index: number, orientation: Float64Array, angular: Float64Array, linear: Float64Array): boolean {
    if (index >= this.sensors || this.#imuWords[index * (IMU_BYTES / 4)] === 0) return false;
    const values = this.#imuValues;
    const at = index * (IMU_BYTES / 8) + 1;
    for (let i = 0; i < 4; i++) orientation[i] = values[at + i];
    for (let i = 0; i < 3; i++) angular[i] = values[at + 4 + i];
    for (let i = 0; i < 3; i++) linear[i] = values[at + 7 + i];
    return true;
  }

  /**
   * Copies a force sensor; false, and nothing is copied, when it has no reading.
   *
   * @realtime
   */
  readWrench(index: number, force: Float64Array, torque: Float64Array): boolean {
    if (index >= this.sensors || this.#wrenchWords[index * (WRENCH_BYTES / 4)] === 0) return false;
    const values = this.#wrenchValues;
    const at = index * (WRENCH_BYTES / 8) + 1;
    for (let i = 0; i < 3; i++) force[i] = values[at + i];
    for (let i = 0; i < 3; i++) torque[i] = values[at + 3 + i];
    return true;
  }

  #array(at: number, bytes: number): Float64Array {
    const memory = new Uint8Array(Math.max(bytes, 128));
    this.#struct.pointer(at, memory);
    return new Float64Array(memory.buffer, 0, bytes / 8);
  }
}
