import assert from "node:assert/strict";
import { ConnectionState } from "../connection_state.ts";
import { TestSource } from "../test_source.ts";
import { FrameLayout as L } from "./frame_layout.ts";
import type { FeedSocket } from "./view_client.ts";
import { type FeedSeat, ViewFeed } from "./view_feed.ts";
import type { EventMessage, LogMessage, ViewMessage } from "./view_messages.ts";

/** A socket whose other side takes nothing while it is stuck. */
class TestSocket implements FeedSocket {
  readonly readyState = 1;
  bufferedAmount = 0;
  readonly messages: ViewMessage[] = [];
  readonly frames: Float64Array[] = [];
  closed = 0;
  isStuck = false;
  seat: FeedSeat | undefined;

  /** Joins, and says of each frame that it has seen it. */
  join(feed: ViewFeed): FeedSeat {
    return this.seat = feed.add(this);
  }

  send(data: string | ArrayBufferView<ArrayBuffer>): void {
    const bytes = typeof data === "string" ? data.length : data.byteLength;
    if (this.isStuck) this.bufferedAmount += bytes;
    if (typeof data === "string") this.messages.push(JSON.parse(data));
    else {
      this.frames.push(new Float64Array(data as Float64Array));
      if (!this.isStuck) queueMicrotask(() => this.seat?.hear(String(this.frames.length)));
    }
  }

  close(code = 1000): void {
    this.closed = code;
  }

  of<T extends ViewMessage>(type: T["type"]): T[] {
    return this.messages.filter((message) => message.type === type) as T[];
  }
}

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; !condition(); i++) {
    assert.ok(i < 2000, "it did not come");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

Deno.test("a page is told the robots, and gets frames with what the source tells", async () => {
  const source = new TestSource();
  const feed = new ViewFeed(source);
  const socket = new TestSocket();
  const { leave } = socket.join(feed);
  await until(() => socket.frames.length > 2);
  const [hello] = socket.messages;
  assert.ok(hello.type === "hello");
  assert.deepEqual(hello.robots.map(({ name, mode }) => ({ name, mode })), [{ name: "arm", mode: "position" }]);
  assert.deepEqual(hello.robots[0].joints.map(({ name, lower, upper }) => [name, lower, upper]), [["a", -1, null], [
    "b",
    -1,
    null,
  ]]);
  const frame = socket.frames[0];
  const layout = new L([8], []);
  assert.equal(frame.length, layout.length);
  assert.deepEqual([...frame.subarray(L.CYCLES, L.NUMBER)], [1, 2, 3, 4, 5, 6]);
  assert.deepEqual([...frame.subarray(L.WORLD_TIME, L.VALUES)], [NaN, NaN], "nothing is simulated");
  const robot = frame.subarray(layout.robots[0]);
  assert.deepEqual([...robot.subarray(0, 7)], [ConnectionState.Running, 10, 20, 30, 40, 50, 60]);
  assert.deepEqual([...robot.subarray(L.ROBOT_VALUES)], [...source.live]);
  assert.ok(socket.frames[1][L.TIME] > frame[L.TIME]);
  assert.ok(source.looks > 0, "what has to be asked for is asked for");
  leave();
  assert.equal(feed.size, 0);
  feed.close();
});

Deno.test("a page that takes nothing gets nothing more, holds up nobody, and is told what it lacks later", async () => {
  const source = new TestSource();
  const feed = new ViewFeed(source);
  const [slow, quick] = [new TestSocket(), new TestSocket()];
  slow.join(feed);
  quick.join(feed);
  await until(() => slow.of("event").length === 1);
  slow.isStuck = true;
  slow.bufferedAmount = 1e6;
  const [frames, events] = [slow.frames.length, slow.of("event").length];
  source.connection = { state: ConnectionState.Held, reason: "the manager is lost" };
  source.log.add("error", "it is lost");
  await until(() => quick.of<EventMessage>("event").some(({ state }) => state === ConnectionState.Held));
  const shown = quick.frames.length;
  await until(() => quick.frames.length > shown + 20);
  assert.equal(slow.frames.length, frames, "no frame is queued");
  assert.equal(slow.of("event").length, events);
  assert.equal(slow.bufferedAmount, 1e6);
  slow.isStuck = false;
  slow.bufferedAmount = 0;
  await until(() => slow.of("log").length === 1);
  assert.deepEqual(slow.of<EventMessage>("event").map(({ state, reason }) => [state, reason]), [
    [ConnectionState.Running, ""],
    [ConnectionState.Held, "the manager is lost"],
  ]);
  assert.equal(slow.of<LogMessage>("log")[0].message, "it is lost");
  assert.ok(slow.frames.length - frames < 10, "what it missed is not sent after it");
  feed.close();
});

Deno.test("what happened before a page came is told when it comes, and the end at the end", async () => {
  const source = new TestSource();
  source.log.add("info", "before");
  const feed = new ViewFeed(source);
  await new Promise((resolve) => setTimeout(resolve, 150));
  source.connection = { state: ConnectionState.Lost, reason: "gone" };
  await new Promise((resolve) => setTimeout(resolve, 250));
  const socket = new TestSocket();
  socket.join(feed);
  await until(() => socket.of("log").length === 1);
  const events = socket.of<EventMessage>("event");
  assert.deepEqual(events.map(({ state }) => state), [ConnectionState.Running, ConnectionState.Lost]);
  assert.ok(events[1].timeS > events[0].timeS + 0.1, "with the time at which it was");
  source.connection = { state: ConnectionState.Held, reason: "at last" };
  feed.close();
  assert.equal(socket.of<EventMessage>("event").at(-1)?.reason, "at last");
  assert.equal(socket.messages.at(-1)?.type, "bye");
  assert.equal(socket.closed, 1001);
});

Deno.test("a page that sees nothing gets a second of frames and no more, whatever its network holds back", async () => {
  const feed = new ViewFeed(new TestSource());
  const [blind, quick] = [new TestSocket(), new TestSocket()];
  const seat = feed.add(blind); // which says nothing
  quick.join(feed);
  await until(() => quick.frames.length > 80);
  assert.equal(blind.frames.length, 60);
  seat.hear("60");
  await until(() => blind.frames.length > 60);
  assert.equal(blind.closed, 0);
  feed.close();
});

Deno.test("a page that says anything else is closed", () => {
  for (const text of ["1e9", "-1", "", "99999", "move!", new ArrayBuffer(8)]) {
    const feed = new ViewFeed(new TestSource());
    const socket = new TestSocket();
    socket.isStuck = true;
    socket.join(feed).hear(text);
    assert.equal(socket.closed, 1008, String(text));
    feed.close();
  }
});
