import assert from "node:assert/strict";
import { Codec } from "../codec.ts";
import { CodecError } from "../codec_error.ts";
import { CodecStatus } from "../codec_status.ts";
import type { CommandMessage } from "../command_message.ts";
import type { StateMessage, StateShape } from "../state_message.ts";
import { npmPeer } from "./npm_peer.ts";
import { plainCommand } from "./plain_command.ts";
import { plainState } from "./plain_state.ts";

const SHAPE: StateShape = {
  joints: 16,
  bodySensors: ["base_imu", "tête", "imu"],
  forceSensors: ["wrist", "left_finger"],
};

/**
 * Decodes any bytes as all three types and checks what must hold for whatever comes in:
 *
 * - it returns a known status, and nothing traps;
 * - refused: the message is as before;
 * - accepted: the counts fit, an independent reader finds the same values, and encoded again it decodes to the same values;
 * - a message that knows the layout already ("warm") and one that does not ("cold") come to the same verdict and values;
 * - messages that lie next to it in memory, and the inbox, are not touched.
 */
export class FuzzHarness {
  /** Shape of the States that are decoded into. */
  static readonly shape: StateShape = SHAPE;
  /** The codec under test. */
  readonly codec: Codec;
  readonly #before: StateMessage;
  readonly #warmState: StateMessage;
  readonly #coldState: StateMessage;
  readonly #warmCommand: CommandMessage;
  readonly #coldCommand: CommandMessage;
  readonly #copy: StateMessage;
  readonly #copyCommand: CommandMessage;
  readonly #after: StateMessage;

  /** A harness with a codec of its own. */
  static async load(): Promise<FuzzHarness> {
    return new FuzzHarness(await Codec.load());
  }

  private constructor(codec: Codec) {
    this.codec = codec;
    this.#before = codec.newState(SHAPE);
    this.#warmState = codec.newState(SHAPE);
    this.#coldState = codec.newState(SHAPE);
    this.#warmCommand = codec.newCommand({ joints: 16 });
    this.#coldCommand = codec.newCommand({ joints: 16 });
    this.#copy = codec.newState(SHAPE);
    this.#copyCommand = codec.newCommand({ joints: 16 });
    this.#after = codec.newState(SHAPE);
    for (const guard of [this.#before, this.#after]) fillGuard(guard);
  }

  /** Makes the warm messages know the layout of `bytes`, if it is a message. */
  warmUp(bytes: Uint8Array): void {
    this.codec.inbox.bytes.set(bytes);
    this.codec.decodeState(this.#warmState, bytes.length);
    this.codec.decodeCommand(this.#warmCommand, bytes.length);
  }

  /** Checks `bytes`; returns which types accept them. */
  check(bytes: Uint8Array): { state: boolean; command: boolean } {
    this.codec.inbox.bytes.fill(0xa5);
    this.codec.inbox.bytes.set(bytes);
    const state = this.#checkState(bytes);
    const command = this.#checkCommand(bytes);
    assert.ok(!(state && command), "accepted as both");
    assert.deepEqual(this.codec.inbox.bytes.subarray(0, bytes.length), bytes);
    for (const guard of [this.#before, this.#after]) checkGuard(guard);
    try {
      const text = this.codec.decodeConfig(bytes);
      assert.equal(npmPeer.decodeConfig(bytes), text);
    } catch (error) {
      assert.ok(error instanceof CodecError, `${error}`);
    }
    return { state, command };
  }

  #checkState(bytes: Uint8Array): boolean {
    const { codec } = this;
    // Encoding another layout makes the cold message forget the one that it knew.
    this.#coldState.positionCount = 16;
    this.#coldState.velocityCount = this.#coldState.torqueCount = 15;
    assert.ok(codec.encodeState(this.#coldState) > 0);
    const coldBefore = plainState.read(this.#coldState);
    const warmBefore = plainState.read(this.#warmState);
    const status = codec.decodeState(this.#warmState, bytes.length);
    assert.equal(codec.decodeState(this.#coldState, bytes.length), status);
    assert.ok(status === 0 || Object.values(CodecStatus).includes(status as CodecStatus), `${status}`);
    if (status !== CodecStatus.Ok) {
      assert.deepEqual(plainState.read(this.#warmState), warmBefore);
      assert.deepEqual(plainState.read(this.#coldState), coldBefore);
      return false;
    }
    const read = plainState.read(this.#warmState);
    assert.deepEqual(plainState.read(this.#coldState), read);
    assert.ok(read.position.length <= 16 && read.velocity.length <= 16 && read.torque.length <= 16);

    const independent = npmPeer.decodeState(bytes);
    assert.deepEqual(read.position, independent.position);
    assert.deepEqual(read.velocity, independent.velocity);
    assert.deepEqual(read.torque, independent.torque);
    assert.equal(read.stamp, independent.stamp);
    for (const sensor of read.bodySensors) {
      const other = independent.bodySensors.find((item) => item.name === sensor.name);
      assert.ok(other !== undefined);
      if (other.orientation.length !== 0) assert.deepEqual(sensor.orientation, other.orientation);
      if (other.angularVelocity.length !== 0) assert.deepEqual(sensor.angularVelocity, other.angularVelocity);
      if (other.linearAcceleration.length !== 0) assert.deepEqual(sensor.linearAcceleration, other.linearAcceleration);
    }
    for (const sensor of read.forceSensors) {
      const other = independent.forceSensors.find((item) => item.name === sensor.name);
      assert.ok(other !== undefined);
      if (other.force.length !== 0) assert.deepEqual(sensor.force, other.force);
      if (other.torque.length !== 0) assert.deepEqual(sensor.torque, other.torque);
    }

    const length = codec.encodeState(this.#warmState);
    assert.ok(length > 0);
    codec.inbox.bytes.set(codec.outbox.bytes.subarray(0, length));
    assert.equal(codec.decodeState(this.#copy, length), CodecStatus.Ok);
    assert.deepEqual(plainState.read(this.#copy), read);
    codec.inbox.bytes.set(bytes);
    return true;
  }

  #checkCommand(bytes: Uint8Array): boolean {
    const { codec } = this;
    this.#coldCommand.positionCount = 15;
    this.#coldCommand.velocityCount = this.#coldCommand.torqueCount = 0;
    assert.ok(codec.encodeCommand(this.#coldCommand) > 0);
    const coldBefore = plainCommand.read(this.#coldCommand);
    const warmBefore = plainCommand.read(this.#warmCommand);
    const status = codec.decodeCommand(this.#warmCommand, bytes.length);
    assert.equal(codec.decodeCommand(this.#coldCommand, bytes.length), status);
    assert.ok(status === 0 || Object.values(CodecStatus).includes(status as CodecStatus), `${status}`);
    if (status !== CodecStatus.Ok) {
      assert.deepEqual(plainCommand.read(this.#warmCommand), warmBefore);
      assert.deepEqual(plainCommand.read(this.#coldCommand), coldBefore);
      return false;
    }
    const read = plainCommand.read(this.#warmCommand);
    assert.deepEqual(plainCommand.read(this.#coldCommand), read);
    assert.ok(Math.max(read.position.length, read.velocity.length, read.torque.length) <= 16);
    assert.deepEqual(read, npmPeer.decodeCommand(bytes));
    const length = codec.encodeCommand(this.#warmCommand);
    assert.ok(length > 0);
    codec.inbox.bytes.set(codec.outbox.bytes.subarray(0, length));
    assert.equal(codec.decodeCommand(this.#copyCommand, length), CodecStatus.Ok);
    assert.deepEqual(plainCommand.read(this.#copyCommand), read);
    codec.inbox.bytes.set(bytes);
    return true;
  }
}

function fillGuard(message: StateMessage): void {
  for (const values of [message.position, message.velocity, message.torque]) values.fill(123.25);
  for (const slot of message.bodySensors) slot.orientation.fill(-4.5);
  for (const slot of message.forceSensors) slot.torque.fill(-5.5);
  message.stamp.fill(0xdeadbeef);
}

function checkGuard(message: StateMessage): void {
  for (const values of [message.position, message.velocity, message.torque]) {
    assert.ok(values.every((value) => value === 123.25));
  }
  for (const slot of message.bodySensors) assert.ok(slot.orientation.every((value) => value === -4.5));
  for (const slot of message.forceSensors) assert.ok(slot.torque.every((value) => value === -5.5));
  assert.ok(message.stamp.every((word) => word === 0xdeadbeef));
  assert.equal(message.positionCount + message.velocityCount + message.torqueCount, 0);
}
