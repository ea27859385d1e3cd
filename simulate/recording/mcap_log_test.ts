import assert from "node:assert/strict";
import { McapIndexedReader, McapStreamReader, type McapTypes } from "@mcap/core";
import fc from "fast-check";
import { McapLog } from "./mcap_log.ts";

const CHANNEL = {
  topic: "r/state",
  type: "N.State",
  encoding: "flatbuffer",
  schema: Uint8Array.of(1, 2, 3),
  metadata: new Map([["joints", "a,b"]]),
};

interface Message {
  channel: number;
  sequence: number;
  timeNs: bigint;
  data: Uint8Array;
}

const message = fc.record({
  channel: fc.nat(2),
  sequence: fc.nat(2 ** 32 - 1),
  timeNs: fc.bigInt(0n, 2n ** 63n),
  data: fc.uint8Array({ maxLength: 300 }),
}, { noNullPrototype: true });

/** A file with three channels. `look`: called after each message. */
function logOf(messages: readonly Message[], look: (log: McapLog) => void = () => {}): McapLog {
  const log = new McapLog("test");
  log.addMetadata("run", new Map([["step", "1"]]));
  for (const topic of ["a", "b", "c"]) {
    log.addChannel({ ...CHANNEL, topic, type: topic === "c" ? "N.Command" : "N.State" });
  }
  for (const { channel, sequence, timeNs, data } of messages) {
    log.add(channel, sequence, timeNs, data);
    look(log);
  }
  return log;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** What a reader that goes from the start to where the file ends finds, with all checks. */
function stream(bytes: Uint8Array): McapTypes.TypedMcapRecord[] {
  const reader = new McapStreamReader({ validateCrcs: true });
  reader.append(bytes);
  const records: McapTypes.TypedMcapRecord[] = [];
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) records.push(record);
  return records;
}

function messagesOf(records: readonly McapTypes.TypedMcapRecord[]): Message[] {
  return records.filter((record) => record.type === "Message")
    .map(({ channelId, sequence, logTime, data }) => ({
      channel: channelId,
      sequence,
      timeNs: logTime,
      data: data.slice(),
    }));
}

function indexed(bytes: Uint8Array): Promise<McapIndexedReader> {
  const readable = {
    size: () => Promise.resolve(BigInt(bytes.length)),
    read: (offset: bigint, size: bigint) => Promise.resolve(bytes.slice(Number(offset), Number(offset + size))),
  };
  return McapIndexedReader.Initialize({ readable });
}

Deno.test("recorded file: whoever reads it from the start finds every message, in order, and all sums are right", () => {
  fc.assert(fc.property(fc.array(message, { maxLength: 40 }), (messages) => {
    const log = logOf(messages);
    log.end();
    const records = stream(join(log.ready));
    assert.deepEqual(messagesOf(records), messages);
    assert.equal(records.at(-1)?.type, "Footer");
    assert.equal(log.messages, messages.length);
  }));
});

Deno.test("recorded file: whoever reads it by its index finds the same, figures, schemas and facts too", async () => {
  const messages = Array.from({ length: 6000 }, (_, n) => ({
    channel: n % 3,
    sequence: Math.floor(n / 3),
    timeNs: BigInt(1000 * n),
    data: new Uint8Array(200).fill(n),
  }));
  const log = logOf(messages);
  log.end();
  const reader = await indexed(join(log.ready));
  const found: Message[] = [];
  for await (const { channelId, sequence, logTime, data } of reader.readMessages({ startTime: 0n })) {
    found.push({ channel: channelId, sequence, timeNs: logTime, data: data.slice() });
  }
  assert.deepEqual(found, messages);
  assert.ok(reader.chunkIndexes.length >= 4, `${reader.chunkIndexes.length} chunks`);
  const { messageCount, messageEndTime, channelMessageCounts, chunkCount } = reader.statistics!;
  assert.deepEqual([messageCount, messageEndTime, chunkCount], [6000n, 5999000n, reader.chunkIndexes.length]);
  assert.deepEqual([...channelMessageCounts], [[0, 2000n], [1, 2000n], [2, 2000n]]);
  assert.deepEqual([...reader.schemasById.values()].map(({ name }) => name), ["N.State", "N.Command"]);
  const channels = [...reader.channelsById.values()];
  assert.deepEqual(channels.map(({ topic, schemaId }) => [topic, schemaId]), [["a", 1], ["b", 1], ["c", 2]]);
  assert.deepEqual([...channels[0].metadata], [["joints", "a,b"]]);
  const names: string[] = [];
  for await (const { name, metadata } of reader.readMetadata()) names.push(name, ...metadata.values());
  assert.deepEqual(names, ["run", "1"]);
  const part: bigint[] = [];
  for await (const { logTime } of reader.readMessages({ topics: ["b"], startTime: 3_000_000n, endTime: 3_006_000n })) {
    part.push(logTime);
  }
  assert.deepEqual(part, [3001000n, 3004000n]);
});

Deno.test("recorded file: at any time, all messages so far can be read from what is ready and the open chunk", () => {
  fc.assert(fc.property(fc.array(message, { minLength: 1, maxLength: 12 }), fc.nat(400), (messages, cut) => {
    let count = 0;
    const log = logOf(messages, (log) => {
      const open = log.openChunk();
      const records = stream(join([...log.ready, ...(open === undefined ? [] : [open])]));
      assert.deepEqual(messagesOf(records), messages.slice(0, ++count));
    });
    const looked = join([...log.ready, log.openChunk()!]);
    log.end();
    const plain = logOf(messages);
    plain.end();
    assert.deepEqual(join(log.ready), join(plain.ready), "looking changes nothing");
    // The end of the file overwrites the open chunk: only its length and its sums change, so it is never shorter.
    assert.ok(join(log.ready).length > looked.length);
    // Cut off anywhere: nothing is made up.
    const rest = messagesOf(stream(looked.subarray(0, Math.max(8, looked.length - cut))));
    assert.deepEqual(rest, messages.slice(0, rest.length));
  }));
});

Deno.test("recorded file: without a message it is a file all the same", async () => {
  const log = new McapLog("test");
  assert.equal(log.openChunk(), undefined);
  log.end();
  const bytes = join(log.ready);
  assert.deepEqual(stream(bytes).map(({ type }) => type), [
    "Header",
    "DataEnd",
    "Statistics",
    "SummaryOffset",
    "Footer",
  ]);
  assert.equal((await indexed(bytes)).statistics?.messageCount, 0n);
});
