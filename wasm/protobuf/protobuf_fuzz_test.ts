import assert from "node:assert/strict";
import * as fc from "fast-check";
import { CodecError } from "../codec_error.ts";
import { CodecStatus } from "../codec_status.ts";
import { arbitraryMessages } from "../testing/arbitrary_messages.ts";
import { golden } from "../testing/golden.ts";
import { plainCommand } from "../testing/plain_command.ts";
import { plainState } from "../testing/plain_state.ts";
import { ProtobufCodec } from "./protobuf_codec.ts";

const SHAPE = { joints: 16, bodySensors: ["base_imu", "tête", "imu"], forceSensors: ["wrist", "left_finger"] };
const STATUSES: readonly number[] = Object.values(CodecStatus);

/**
 * Decodes any bytes as all three types: a known status, nothing thrown but a `CodecError`; what is refused leaves the message as it was, what is
 * accepted comes back from what is written of it; never both types; the messages beside it in memory stay as they were.
 */
class Harness {
  readonly #codec = new ProtobufCodec();
  readonly #before = this.#guard();
  readonly #state = this.#codec.newState(SHAPE);
  readonly #command = this.#codec.newCommand({ joints: 16 });
  readonly #after = this.#guard();
  readonly #copy = this.#codec.newState(SHAPE);
  readonly #copyCommand = this.#codec.newCommand({ joints: 16 });

  check(bytes: Uint8Array): { state: boolean; command: boolean } {
    const codec = this.#codec;
    codec.inbox.bytes.fill(0xa5);
    codec.inbox.bytes.set(bytes);
    const stateBefore = plainState.read(this.#state), commandBefore = plainCommand.read(this.#command);
    const ofState = codec.decodeState(this.#state, bytes.length);
    const ofCommand = codec.decodeCommand(this.#command, bytes.length);
    const [state, command] = [ofState === CodecStatus.Ok, ofCommand === CodecStatus.Ok];
    assert.ok(STATUSES.includes(ofState) && STATUSES.includes(ofCommand));
    assert.ok(!(state && command), "accepted as both");
    assert.deepEqual(codec.inbox.bytes.subarray(0, bytes.length), bytes);
    if (!state) assert.deepEqual(plainState.read(this.#state), stateBefore);
    if (!command) assert.deepEqual(plainCommand.read(this.#command), commandBefore);
    for (const guard of [this.#before, this.#after]) assert.ok(guard.position.every((value) => value === 123.25));
    try {
      codec.decodeConfig(bytes);
    } catch (error) {
      assert.ok(error instanceof CodecError, String(error));
    }
    if (state) {
      assert.equal(codec.decodeState(this.#copy, this.#loop(codec.encodeState(this.#state))), CodecStatus.Ok);
      assert.deepEqual(plainState.read(this.#copy), plainState.read(this.#state));
    }
    if (command) {
      assert.equal(codec.decodeCommand(this.#copyCommand, this.#loop(codec.encodeCommand(this.#command))), 0);
      assert.deepEqual(plainCommand.read(this.#copyCommand), plainCommand.read(this.#command));
    }
    return { state, command };
  }

  #loop(length: number): number {
    assert.ok(length > 0);
    this.#codec.inbox.bytes.set(this.#codec.outbox.bytes.subarray(0, length));
    return length;
  }

  #guard() {
    const guard = this.#codec.newState(SHAPE);
    guard.position.fill(123.25);
    return guard;
  }
}

const samples = golden.names().map((name) => golden.protobufBytes(name));

Deno.test("Protobuf: messages cut at every length, and messages with any one bit flipped, do no harm", () => {
  const harness = new Harness();
  let cut = 0, accepted = 0;
  for (const bytes of samples) {
    for (let length = 0; length < bytes.length; length++) {
      const { state, command } = harness.check(bytes.subarray(0, length));
      cut++;
      // A cut between two fields leaves a shorter message.
      if (state || command) accepted++;
    }
    const changed = bytes.slice();
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      changed[bit >> 3] ^= 1 << (bit & 7);
      harness.check(changed);
      changed[bit >> 3] ^= 1 << (bit & 7);
    }
  }
  assert.ok(accepted < cut / 10, `${accepted} of ${cut}`);
});

Deno.test("Protobuf: bytes of any kind, damaged messages and messages behind one another do no harm", () => {
  const harness = new Harness();
  const message = fc.oneof(arbitraryMessages.state().map(stateBytes), arbitraryMessages.command().map(commandBytes));
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 });
  const damaged = fc.tuple(fc.oneof(message, fc.constantFrom(...samples)), damage).map(([whole, damage]) => {
    const bytes = whole.slice();
    for (const [at, value] of damage) if (bytes.length > 0) bytes[at % bytes.length] = value;
    return bytes;
  });
  const joined = fc.tuple(message, message).map(([a, b]) => Uint8Array.of(...a, ...b));
  fc.assert(
    fc.property(fc.oneof(damaged, joined, fc.uint8Array({ maxLength: 200 })), (bytes) => {
      harness.check(bytes);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("Protobuf: lengths and numbers that lead far beyond the message are refused at once", () => {
  const harness = new Harness();
  const huge = [0xff, 0xff, 0xff, 0xff, 0x0f];
  const endless = Array.from({ length: 11 }, () => 0xff);
  for (const tag of [10, 18, 26, 34, 42, 48, 50, 66, 0, 3, 4, 7, 11, 12, 0x7b]) {
    for (const rest of [huge, endless, [], [0x80]]) {
      const { state, command } = harness.check(Uint8Array.of(tag, ...rest));
      assert.ok(!state && !command, `${tag} ${rest}`);
    }
  }
  // Groups within groups, as many as a message can hold.
  assert.deepEqual(harness.check(new Uint8Array(32768).fill(0x4b)), { state: false, command: false });
});

function stateBytes(plain: Parameters<typeof plainState.shapeOf>[0]): Uint8Array {
  const codec = new ProtobufCodec({ arenaBytes: 1 << 16 });
  const state = codec.newState(plainState.shapeOf(plain));
  plainState.write(state, plain);
  return codec.outbox.bytes.slice(0, codec.encodeState(state));
}

function commandBytes(plain: Parameters<typeof plainCommand.jointsOf>[0]): Uint8Array {
  const codec = new ProtobufCodec({ arenaBytes: 1 << 16 });
  const command = codec.newCommand({ joints: 16 });
  plainCommand.write(command, plain);
  return codec.outbox.bytes.slice(0, codec.encodeCommand(command));
}
