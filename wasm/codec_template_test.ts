import assert from "node:assert/strict";
import * as fc from "fast-check";
import { Codec } from "./codec.ts";
import { CodecStatus } from "./codec_status.ts";
import { arbitraryMessages } from "./testing/arbitrary_messages.ts";
import { plainCommand } from "./testing/plain_command.ts";
import { plainState } from "./testing/plain_state.ts";

// A message object remembers the layout that it encoded or decoded last. These tests show that nobody can tell.

const SHAPE = { joints: 16, bodySensors: ["a", "b"], forceSensors: ["f", "g"] };

Deno.test("a message that is used again encodes to the same bytes as one that is new, through any change of counts and sensors", async () => {
  const codec = await Codec.load({ arenaBytes: 1 << 28 });
  const used = codec.newState(SHAPE);
  const present = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(arbitraryMessages.state(), present, fc.boolean(), (plain, present, decodeFirst) => {
      const fresh = codec.newState(SHAPE);
      for (const message of [used, fresh]) {
        plainState.write(message, { ...plain, bodySensors: [], forceSensors: [] });
        [...message.bodySensors, ...message.forceSensors].forEach((slot, i) => slot.present = present[i]);
        message.bodySensors[0].orientation.fill(plain.position[0]);
        message.forceSensors[1].torque.fill(plain.position[0]);
      }
      const expected = codec.outbox.bytes.slice(0, codec.encodeState(fresh));
      assert.deepEqual(codec.outbox.bytes.slice(0, codec.encodeState(used)), expected);
      if (!decodeFirst) return;
      codec.inbox.bytes.set(expected);
      assert.equal(codec.decodeState(used, expected.length), CodecStatus.Ok);
      assert.deepEqual(plainState.read(used), plainState.read(fresh));
      assert.deepEqual(codec.outbox.bytes.slice(0, codec.encodeState(used)), expected);
    }),
    { numRuns: 500 },
  );
});

Deno.test("the same for a Command", async () => {
  const codec = await Codec.load({ arenaBytes: 1 << 26 });
  const used = codec.newCommand({ joints: 16 });
  fc.assert(
    fc.property(arbitraryMessages.command(), (plain) => {
      const fresh = codec.newCommand({ joints: 16 });
      plainCommand.write(used, plain);
      plainCommand.write(fresh, plain);
      const expected = codec.outbox.bytes.slice(0, codec.encodeCommand(fresh));
      assert.deepEqual(codec.outbox.bytes.slice(0, codec.encodeCommand(used)), expected);
      codec.inbox.bytes.set(expected);
      assert.equal(codec.decodeCommand(used, expected.length), CodecStatus.Ok);
      assert.deepEqual(plainCommand.read(used), plain);
    }),
    { numRuns: 500 },
  );
});

Deno.test("messages of one codec do not share what they remember", async () => {
  const codec = await Codec.load();
  const states = Array.from({ length: 8 }, (_, i) => codec.newState({ joints: i + 1, bodySensors: [`imu${i}`] }));
  for (let round = 0; round < 3; round++) {
    const sent = states.map((state, i) => {
      state.position.fill(i + round);
      state.positionCount = i + 1;
      state.bodySensors[0].present = round !== 1;
      return codec.outbox.bytes.slice(0, codec.encodeState(state));
    });
    states.forEach((state, i) => {
      state.position.fill(NaN);
      codec.inbox.bytes.set(sent[i]);
      assert.equal(codec.decodeState(state, sent[i].length), CodecStatus.Ok);
      assert.ok(state.position.every((value) => value === i + round));
      assert.equal(state.bodySensors[0].present, round !== 1);
    });
  }
});

Deno.test("a message that was overwritten in the outbox by its reader does not spoil the next one", async () => {
  const codec = await Codec.load();
  const state = codec.newState({ joints: 3 });
  state.positionCount = 3;
  const expected = codec.outbox.bytes.slice(0, codec.encodeState(state));
  codec.outbox.bytes.fill(0xff);
  codec.encodeConfig("x".repeat(1000));
  assert.deepEqual(codec.outbox.bytes.slice(0, codec.encodeState(state)), expected);
});
