import { SharedBlock } from "../core/shared_block.ts";
import { WindowField } from "./window_field.ts";

/** Numbers of an IMU: present, quaternion, angular velocity, linear acceleration. */
const BODY_VALUES = 11;
/** Numbers of a force sensor: present, force, torque. */
const FORCE_VALUES = 7;

/** How much a {@link ViewBlock} has room for. */
export interface ViewRoom {
  /** Joints. */
  readonly joints: number;
  /** IMUs. */
  readonly bodySensors: number;
  /** Force sensors. */
  readonly forceSensors: number;
}

/**
 * The memory between the loop of a viewer and the main thread: flags, the sign of life and one window.
 *
 * - Who writes the window: the loop while `ANSWERED` differs from `ASKED`, and after its end; the main thread reads it only while they are equal.
 *   So nothing is read that is half written, and nobody waits.
 * - It goes through `postMessage` as its `buffer`.
 */
export class ViewBlock {
  /** Flag, main → loop: 1 asks the loop to end. */
  static readonly STOP = 0;
  /** Flag, main → loop: number of the window that is wanted. */
  static readonly ASKED = 1;
  /** Flag, loop → main: number of the window that is there. */
  static readonly ANSWERED = 2;
  /** Flag, loop → main: 1 once the window is the last one; the message about the end follows. */
  static readonly ENDED = 3;
  /** The memory. */
  readonly buffer: SharedArrayBuffer;
  /** Flags of both directions. */
  readonly flags: Int32Array;
  /** One value: local time at which the latest `sync()` was called [ns]; 0 before. */
  readonly heartbeat: Float64Array;
  /** The window: see {@link WindowField}; then positions, velocities, torques, IMUs, force sensors. */
  readonly window: Float64Array;
  /** What it has room for. */
  readonly room: ViewRoom;

  /** A new block, or with `buffer` the one that another thread made with the same room. */
  constructor(room: ViewRoom, buffer?: SharedArrayBuffer) {
    const { joints, bodySensors, forceSensors } = room;
    const size = WindowField.VALUES + 3 * joints + BODY_VALUES * bodySensors + FORCE_VALUES * forceSensors;
    const block = new SharedBlock({ flags: 4, values: 1 + size, histograms: 0 }, buffer);
    this.room = room;
    this.buffer = block.buffer;
    this.flags = block.flags;
    this.heartbeat = block.values.subarray(0, 1);
    this.window = block.values.subarray(1);
  }

  /**
   * Where the values of a joint vector begin: 0 position, 1 velocity, 2 torque.
   *
   * @realtime
   */
  jointsAt(vector: number): number {
    return WindowField.VALUES + vector * this.room.joints;
  }

  /**
   * Where an IMU begins.
   *
   * @realtime
   */
  bodySensorAt(index: number): number {
    return WindowField.VALUES + 3 * this.room.joints + index * BODY_VALUES;
  }

  /**
   * Where a force sensor begins.
   *
   * @realtime
   */
  forceSensorAt(index: number): number {
    return WindowField.VALUES + 3 * this.room.joints + this.room.bodySensors * BODY_VALUES + index * FORCE_VALUES;
  }
}
