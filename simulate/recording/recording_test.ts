import assert from "node:assert/strict";
import { McapStreamReader, type McapTypes } from "@mcap/core";
import { Logger } from "../../core/log/logger.ts";
import { pause } from "../../core/pause.ts";
import { TestClock } from "../../core/test_clock.ts";
import type { InterfaceSetup } from "../../interface/interface_worker_messages.ts";
import { allocateRecordRing } from "./allocate_record_ring.ts";
import { RecordWriter } from "./record_writer.ts";
import { Recording, type RecordingParts } from "./recording.ts";

/** A recording of two robots into a folder of its own, with the loop's end of its ring, and what the log says. */
class Scene {
  readonly folder = Deno.makeTempDirSync({ prefix: "uri test " });
  readonly file = `${this.folder}/run.mcap`;
  readonly clock = new TestClock(1e12);
  readonly lines: string[] = [];
  readonly parts: RecordingParts;
  readonly writer: RecordWriter;

  constructor(bytes = 4096, file?: string) {
    const ring = allocateRecordRing(bytes);
    this.writer = new RecordWriter(ring, 4, this.clock);
    const write = (line: Uint8Array) => void this.lines.push(new TextDecoder().decode(line));
    this.parts = {
      file: file ?? this.file,
      ring,
      robots: [{ name: "one", backend: "flatbuffer" }, { name: "two", backend: "protobuf" }],
      facts: { scene: "s.yaml" },
      offsetNs: 5_000_000_000_000_000_000n,
      log: new Logger({ level: "info", format: "text", write }),
    };
  }

  /** Records a message of four bytes. */
  add(channel: number, word: number): void {
    this.writer.add(channel, Uint32Array.of(word), 0, 4);
  }

  read(): McapTypes.TypedMcapRecord[] {
    const reader = new McapStreamReader({ validateCrcs: true });
    reader.append(Deno.readFileSync(this.file));
    const records: McapTypes.TypedMcapRecord[] = [];
    for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) records.push(record);
    return records;
  }

  /** Channel number, time and content of each message. */
  messages(): [number, bigint, number][] {
    return this.read().filter((record) => record.type === "Message")
      .map((
        { channelId, logTime, data },
      ) => [channelId, logTime, new DataView(data.buffer, data.byteOffset).getUint32(0, true)]);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.folder, { recursive: true });
  }
}

function setup(joints: string[], mode = "position"): InterfaceSetup {
  return {
    context: { module: { joints: joints.map((name) => ({ name })) }, mode, periodNs: 1e6 },
  } as unknown as InterfaceSetup;
}

Deno.test("recording: each robot has two channels with its schema; times are exact; a robot that is another one by now has new channels, until it is as before", async () => {
  using scene = new Scene();
  const recording = await Recording.start(scene.parts);
  recording.know(0, setup(["a", "b"]));
  recording.know(1, setup(["c"], "torque"));
  scene.clock.timeNs = 1e12 + 1;
  scene.add(3, 30);
  scene.add(0, 1);
  scene.add(2, 20);
  scene.add(1, 10);
  recording.know(0, setup(["a", "b"])); // the same: nothing changes
  scene.add(0, 2);
  recording.know(0, setup(["b", "a"]));
  scene.add(0, 3);
  recording.know(0, setup(["a", "b"]));
  scene.add(0, 4);
  const figures = await recording.finish();
  const time = 5_000_001_000_000_000_001n;
  assert.deepEqual(scene.messages(), [
    [0, time, 30],
    [1, time, 1],
    [2, time, 20],
    [3, time, 10],
    [1, time, 2],
    [4, time, 3],
    [1, time, 4],
  ]);
  assert.deepEqual(figures, { messages: 7, lost: 0, bytes: Deno.statSync(scene.file).size, error: "" });
  const records = scene.read();
  const schemas = records.filter((record) => record.type === "Schema");
  const channels = records.filter((record) => record.type === "Channel").slice(0, 5);
  assert.deepEqual(
    channels.map(({ topic, messageEncoding, metadata, schemaId }) => [
      topic,
      messageEncoding,
      metadata.get("joints"),
      schemas.find(({ id }) => id === schemaId)!.name,
    ]),
    [
      ["two/command", "protobuf", "c", "robot_comm_msgs_proto.MessageCommand"],
      ["one/state", "flatbuffer", "a,b", "robot_comm_msgs.MessageState"],
      ["two/state", "protobuf", "c", "robot_comm_msgs_proto.MessageState"],
      ["one/command", "flatbuffer", "a,b", "robot_comm_msgs.MessageCommand"],
      ["one/state", "flatbuffer", "b,a", "robot_comm_msgs.MessageState"],
    ],
  );
  const bytes = (name: string) => Deno.readFileSync(new URL(`../../schemas/${name}`, import.meta.url));
  assert.deepEqual(schemas.find(({ encoding }) => encoding === "flatbuffer")!.data.slice(), bytes("mc_rtc_msgs.bfbs"));
  assert.deepEqual(schemas.find(({ encoding }) => encoding === "protobuf")!.data.slice(), bytes("mc_rtc_msgs.desc"));
});

Deno.test("recording: after a second all that was recorded stands in the file, while it is open", async () => {
  using scene = new Scene();
  const recording = await Recording.start(scene.parts);
  for (let round = 1; round <= 3; round++) {
    scene.add(0, round);
    while (scene.messages().length < round) await pause(20);
    assert.deepEqual(scene.messages().map(([, , word]) => word), [1, 2, 3].slice(0, round));
    assert.ok(scene.read().every(({ type }) => type !== "Footer"), "it is not at its end");
  }
  await recording.finish();
  assert.equal(scene.messages().length, 3);
  assert.equal(scene.read().at(-1)?.type, "Footer");
});

Deno.test("recording: what finds no room is told, and counted by its sequence", async () => {
  using scene = new Scene(128);
  const recording = await Recording.start(scene.parts);
  for (let n = 0; n < 10; n++) scene.add(0, n);
  while (scene.lines.length === 0) await pause(10);
  assert.match(scene.lines.join(""), /\[Simulation\] 6 message\(s\) so far are missing in '.*run\.mcap'/);
  scene.add(0, 10);
  assert.equal((await recording.finish()).lost, 6);
  const sequences = scene.read().flatMap((record) => record.type === "Message" ? [record.sequence] : []);
  assert.deepEqual(sequences, [0, 1, 2, 3, 10]);
});

Deno.test("recording: a file that cannot be made is an error at the start", async () => {
  using scene = new Scene(4096, "/nowhere/run.mcap");
  await assert.rejects(Recording.start(scene.parts), {
    name: "RunFailure",
    message:
      /^recording to '\/nowhere\/run\.mcap': No such file .*; give --record a file in a folder that can be written/,
  });
});

Deno.test("recording: when the disk is full that is told once, nobody waits for room, and the end says so", async () => {
  using scene = new Scene(128, "/dev/full");
  const recording = await Recording.start(scene.parts);
  while (scene.lines.length === 0) await pause(5);
  assert.match(
    scene.lines.join(""),
    /recording to '\/dev\/full': No space left on device .*; the simulation goes on, and is not recorded from here on/,
  );
  for (let n = 0; n < 20; n++) scene.add(0, n); // does not wait, and is not lost: nobody wants it
  const { error, lost } = await recording.finish();
  assert.match(error, /No space left/);
  assert.equal(lost, 0);
  assert.equal(scene.lines.length, 1);
});
