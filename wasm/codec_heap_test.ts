import assert from "node:assert/strict";
import { Codec } from "./codec.ts";

Deno.test("100,000 messages encoded and decoded leave the heap as it was", async () => {
  const codec = await Codec.load();
  const shape = { joints: 6, bodySensors: ["imu"], forceSensors: ["wrist"] };
  const state = codec.newState(shape);
  const read = codec.newState(shape);
  const command = codec.newCommand({ joints: 6 });
  const readCommand = codec.newCommand({ joints: 6 });
  state.positionCount = state.velocityCount = state.torqueCount = 6;
  state.bodySensors[0].present = state.forceSensors[0].present = true;
  command.positionCount = 6;
  let failures = 0;

  function copyToInbox(length: number): void {
    const from = codec.outbox.words;
    const to = codec.inbox.words;
    const first = codec.outboxOffset / 4;
    for (let i = 0; i < length / 4; i++) to[i] = from[first + i];
  }

  function cycle(count: number): void {
    for (let i = 0; i < count; i++) {
      state.position[i % 6] = i * 0.001;
      state.stamp[0] = i;
      // Counts and sensors change now and then, so that also the slow path is measured.
      state.velocityCount = i % 64 === 0 ? 0 : 6;
      state.bodySensors[0].present = i % 96 !== 0;
      let length = codec.encodeState(state);
      copyToInbox(length);
      if (codec.decodeState(read, length) !== 0 || read.stamp[0] !== state.stamp[0]) failures++;
      if (codec.decodeCommand(readCommand, length) >= 0) failures++;
      command.position[i % 6] = read.position[i % 6];
      command.stateStamp[0] = read.stamp[0];
      length = codec.encodeCommand(command);
      copyToInbox(length);
      if (codec.decodeCommand(readCommand, length) !== 0 || readCommand.stateStamp[0] !== state.stamp[0]) failures++;
    }
  }

  for (let i = 0; i < 20; i++) cycle(5_000);
  const before = Deno.memoryUsage();
  cycle(100_000);
  const after = Deno.memoryUsage();
  assert.equal(failures, 0);
  // What is left is the runtime's own; a single object per message would be 1.6 MB and more.
  const grown = after.heapUsed - before.heapUsed;
  assert.ok(grown < 160_000, `the heap grew by ${grown} bytes in 100,000 cycles`);
  assert.equal(after.external, before.external);
});
