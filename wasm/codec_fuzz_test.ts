import assert from "node:assert/strict";
import * as fc from "fast-check";
import { Codec } from "./codec.ts";
import { CodecError } from "./codec_error.ts";
import { CodecStatus } from "./codec_status.ts";
import type { CommandMessage } from "./command_message.ts";
import type { StateMessage, StateShape } from "./state_message.ts";
import { arbitraryMessages } from "./testing/arbitrary_messages.ts";
import { golden } from "./testing/golden.ts";
import { npmPeer } from "./testing/npm_peer.ts";
import { plainCommand } from "./testing/plain_command.ts";
import { plainState } from "./testing/plain_state.ts";

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
class Harness {
  readonly codec: Codec;
  readonly #before: StateMessage;
  readonly #warmState: StateMessage;
  readonly #coldState: StateMessage;
  readonly #warmCommand: CommandMessage;
  readonly #coldCommand: CommandMessage;
  readonly #copy: StateMessage;
  readonly #copyCommand: CommandMessage;
  readonly #after: StateMessage;

  static async load(): Promise<Harness> {
    return new Harness(await Codec.load());
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

/** Golden messages, and what this codec makes of those that it reads. */
function samples(codec: Codec): Map<string, Uint8Array> {
  const all = new Map<string, Uint8Array>();
  for (const name of golden.names()) {
    const bytes = golden.bytes(name);
    all.set(name, bytes);
    codec.inbox.bytes.set(bytes);
    const state = codec.newState(SHAPE);
    if (name.startsWith("state_") && codec.decodeState(state, bytes.length) === 0) {
      const length = codec.encodeState(state);
      all.set(`${name} of this codec`, codec.outbox.bytes.slice(0, length));
    }
    const command = codec.newCommand({ joints: 16 });
    if (name.startsWith("command_") && codec.decodeCommand(command, bytes.length) === 0) {
      const length = codec.encodeCommand(command);
      all.set(`${name} of this codec`, codec.outbox.bytes.slice(0, length));
    }
  }
  return all;
}

Deno.test("messages cut at every length are refused, or lose only bytes that nothing refers to", async () => {
  const harness = await Harness.load();
  let accepted = 0;
  let cut = 0;
  for (const [name, bytes] of samples(await Codec.load())) {
    harness.warmUp(bytes);
    for (let length = 0; length < bytes.length; length++) {
      const { state, command } = harness.check(bytes.subarray(0, length));
      cut++;
      if (state || command) {
        accepted++;
        assert.ok(bytes.subarray(length).every((byte) => byte === 0), `${name} cut to ${length} bytes is accepted`);
      }
    }
  }
  assert.ok(cut > 2000);
  assert.ok(accepted < cut / 20);
});

Deno.test("messages with any one bit flipped do no harm", async () => {
  const harness = await Harness.load();
  for (const bytes of samples(await Codec.load()).values()) {
    if (bytes.length > 520) continue;
    harness.warmUp(bytes);
    const changed = bytes.slice();
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      changed[bit >> 3] ^= 1 << (bit & 7);
      harness.check(changed);
      changed[bit >> 3] ^= 1 << (bit & 7);
    }
  }
});

Deno.test("every word replaced by forged counts and offsets does no harm", async () => {
  const harness = await Harness.load();
  for (const bytes of samples(await Codec.load()).values()) {
    harness.warmUp(bytes);
    const forged = [
      0,
      1,
      4,
      bytes.length,
      bytes.length - 4,
      bytes.length / 8 | 0,
      17,
      0x1fffffff,
      0x20000001,
      0x7fffffff,
      0x80000000,
    ]
      .concat([0xfffffffc, 0xffffffff]);
    for (let at = 0; at + 4 <= bytes.length; at += 4) {
      for (const word of forged) {
        const changed = bytes.slice();
        new DataView(changed.buffer).setUint32(at, word, true);
        harness.check(changed);
      }
    }
  }
});

Deno.test("a count of doubles given in bytes is refused", async () => {
  const codec = await Codec.load();
  const bytes = golden.bytes("state_ur5e");
  const view = new DataView(bytes.buffer);
  const state = codec.newState({ joints: 400 });
  let forged = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    if (view.getUint32(at, true) !== 6) continue;
    view.setUint32(at, bytes.length, true);
    codec.inbox.bytes.set(bytes);
    assert.equal(codec.decodeState(state, bytes.length), CodecStatus.Malformed);
    view.setUint32(at, 6, true);
    forged++;
  }
  assert.equal(forged, 3);
});

Deno.test("a message read from an unaligned place of a larger buffer is the same", async () => {
  const codec = await Codec.load();
  const bytes = golden.bytes("state_sensors");
  const expected = golden.state(golden.json("state_sensors"));
  for (let offset = 0; offset < 8; offset++) {
    const state = codec.newState(plainState.shapeOf(expected));
    const larger = new Uint8Array(bytes.length + 16);
    larger.set(bytes, offset);
    codec.inbox.bytes.set(larger.subarray(offset, offset + bytes.length));
    assert.equal(codec.decodeState(state, bytes.length), CodecStatus.Ok);
    assert.deepEqual(plainState.read(state), expected);
  }
});

Deno.test("a message shifted inside the inbox does no harm", async () => {
  const harness = await Harness.load();
  for (const bytes of samples(await Codec.load()).values()) {
    harness.warmUp(bytes);
    for (let offset = 1; offset < 8; offset++) {
      harness.check(bytes.subarray(offset));
      const shifted = new Uint8Array(bytes.length + offset);
      shifted.set(bytes, offset);
      harness.check(shifted);
    }
  }
});

Deno.test("random bytes and randomly damaged messages do no harm", async () => {
  const harness = await Harness.load();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      harness.check(bytes);
    }),
    { numRuns: 3000 },
  );
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
  const state = arbitraryMessages.state().map((plain) => npmPeer.encodeState(plain));
  const command = arbitraryMessages.command().map((plain) => npmPeer.encodeCommand(plain));
  fc.assert(
    fc.property(fc.oneof(state, command), damage, (bytes, damage) => {
      harness.warmUp(bytes);
      harness.check(bytes);
      for (const [at, value] of damage) bytes[at % Math.min(bytes.length, 96)] = value;
      harness.check(bytes);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("a message of thousands of sensors that are one and the same is refused", async () => {
  const codec = await Codec.load();
  const name = "ghost";
  const sensor = { name, force: [0, 0, 0], torque: [0, 0, 0] };
  const plain = { position: [1], velocity: [], torque: [], bodySensors: [], forceSensors: [sensor], stamp: 0n };
  const many = (count: number) =>
    npmPeer.encodeState({ ...plain, forceSensors: Array.from({ length: count }, () => sensor) });
  const state = codec.newState({ joints: 1 });
  const decode = (bytes: Uint8Array) => {
    codec.inbox.bytes.set(bytes);
    return codec.decodeState(state, bytes.length);
  };
  assert.equal(decode(many(200)), CodecStatus.Ok);
  assert.equal(state.unknownSensors, 200);
  assert.equal(decode(many(256)), CodecStatus.Malformed);
});
