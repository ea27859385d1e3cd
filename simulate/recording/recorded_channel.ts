import type { MessageReader } from "../../comm/message_reader.ts";
import type { Publisher } from "../../comm/open_publisher.ts";
import type { RobotChannel } from "../../interface/robot_channel.ts";
import type { RecordWriter } from "./record_writer.ts";

/**
 * The messages of one robot, recorded as they go by, byte for byte: each State that was sent, and each Command when the robot's cycle takes it, also those
 * that the cycle then refuses. Channel of the record: twice the robot's number for its States, one more for its Commands. Real-time safe: every method.
 */
export class RecordedChannel implements RobotChannel, Publisher, MessageReader {
  readonly #publisher: Publisher;
  readonly #reader: MessageReader;
  readonly #robot: number;
  readonly #writer: RecordWriter;

  /** Stands before `channel`; `robot`: its number. */
  constructor(channel: RobotChannel, robot: number, writer: RecordWriter) {
    this.#publisher = channel.publisher;
    this.#reader = channel.reader;
    this.#robot = robot;
    this.#writer = writer;
  }

  /** This one. */
  get publisher(): this {
    return this;
  }

  /** This one. */
  get reader(): this {
    return this;
  }

  /** See `MessageReader`. */
  get arrivalNs(): number {
    return this.#reader.arrivalNs;
  }

  /** See `MessageReader`. */
  get arrivalStamp(): Uint32Array {
    return this.#reader.arrivalStamp;
  }

  /** See `MessageReader`. */
  get writer(): number {
    return this.#reader.writer;
  }

  /**
   * Sends a State, see `Publisher`.
   *
   * @realtime
   */
  publish(source: Uint32Array, byteOffset: number, byteLength: number): number {
    const code = this.#publisher.publish(source, byteOffset, byteLength);
    if (code === 0) this.#writer.add(2 * this.#robot, source, byteOffset, byteLength);
    return code;
  }

  /**
   * Takes a Command, see `MessageReader`.
   *
   * @realtime
   */
  takeLatest(into: Uint32Array): number {
    const length = this.#reader.takeLatest(into);
    if (length >= 0) this.#writer.add(2 * this.#robot + 1, into, 0, length);
    return length;
  }
}
