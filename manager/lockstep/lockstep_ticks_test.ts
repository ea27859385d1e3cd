import assert from "node:assert/strict";
import { SharedBlock } from "../../core/shared_block.ts";
import { SimulatedClock } from "../../core/simulated_clock.ts";
import { SystemClock } from "../../core/system_clock.ts";
import { CellMemory } from "../../comm/cell/cell_memory.ts";
import { CellWriter } from "../../comm/cell/cell_writer.ts";
import type { RobotController } from "../../controller/robot_controller.ts";
import { Codec } from "../../wasm/codec.ts";
import { ConnectionLoss } from "../connection_loss.ts";
import { ManagerBlock as B } from "../manager_block.ts";
import { managerBlockShape } from "../manager_block_shape.ts";
import { ManagerCycle } from "../manager_cycle.ts";
import { ManagerEnd } from "../manager_end.ts";
import type { RobotProxy } from "../robot_proxy.ts";
import { testRobots } from "../test_robots.ts";
import { LockstepLooks } from "./lockstep_looks.ts";
import { RepeatingPublisher } from "../../comm/repeating_publisher.ts";
import { LockstepTicks } from "./lockstep_ticks.ts";
import { StateWatch } from "./state_watch.ts";

const MS = 1e6;
const START_MS = 1_000_008; // a multiple of every period here

/** Opened before the tests: a library that one of them opens counts as left behind. */
const WALL = new SystemClock();

/** A robot whose next State is sent when a command has come: at once, in the same thread. */
class SteppedRobot {
  /** Times of its States that were taken, and of the commands [ms since the start]. */
  readonly states: number[] = [];
  readonly commands: number[] = [];
  /** What its connection says. */
  loss = 0;
  /** Called instead of sending the next State. */
  onCommand: ((timeMs: number) => void) | undefined;
  readonly watch: StateWatch;
  /** What came, in words. */
  readonly messages: number[][] = [];
  /** Gets what the proxy sends: time [ms since the start], and a number that counts. */
  readonly publisher = new RepeatingPublisher({
    publish: (source, byteOffset, byteLength) => {
      const message = [...source.subarray(byteOffset / 4, (byteOffset + byteLength) / 4)];
      this.messages.push(message);
      this.commands.push(message[0]);
      if (this.onCommand !== undefined) this.onCommand(message[0]);
      else this.sendAt(message[0] + this.everyMs);
      return 0;
    },
  }, 64);
  readonly #codec: Codec;
  readonly #writer: CellWriter;
  readonly #clock: SimulatedClock;

  constructor(codec: Codec, clock: SimulatedClock, readonly everyMs: number) {
    const cell = CellMemory.allocate(2048);
    this.#codec = codec;
    this.#clock = clock;
    this.#writer = new CellWriter(cell);
    this.watch = new StateWatch(cell, testRobots.module, codec, clock);
  }

  send(timeNs: number): void {
    const state = this.#codec.newState({ joints: 2 });
    state.positionCount = 2;
    this.#clock.stamp(timeNs, state.stamp, 0);
    const length = this.#codec.encodeState(state);
    this.#writer.publish(this.#codec.outbox.words, this.#codec.outboxOffset, length);
  }

  sendAt(timeMs: number): void {
    this.send((START_MS + timeMs) * MS);
  }

  get proxy(): RobotProxy {
    return {
      updateSensors: (_, now) => void this.states.push(now.ns / MS - START_MS),
      updateControl: (_, now) => {
        this.publisher.publish(Uint32Array.of(0, now.ns / MS - START_MS, this.messages.length), 4, 8);
      },
      isInitialized: () => true,
      connectionError: () => this.loss,
    };
  }
}

async function loopOf(everyMs: readonly number[], ticks: number, runEvery = 1) {
  const codec = await Codec.load();
  const clock = new SimulatedClock();
  const block = new SharedBlock(managerBlockShape(everyMs.length));
  const robots = everyMs.map((every) => new SteppedRobot(codec, clock, every));
  for (const index of everyMs.keys()) Atomics.store(block.flags, B.PEERS + index, 1);
  const runs: number[] = [];
  const controller = { run: () => runs.push(clock.now() / MS - START_MS) && 0, isRunning: () => true };
  const wall = WALL;
  const served = robots.map(({ proxy, everyMs: every }, index) => ({ proxy, index, every }));
  const cycle = new ManagerCycle({
    ...{ controller: controller as unknown as RobotController, runEvery, robots: served, block, clock: wall },
  });
  const refused: number[] = [];
  const loop = new LockstepTicks({
    ...{ cycle, robots: served, watches: robots.map(({ watch }) => watch), tickNs: MS, ticks, block, clock, wall },
    onRefusal: (robot) => void refused.push(robot),
    publishers: robots.map(({ publisher }) => publisher),
    looks: new LockstepLooks([], [], block.values, () => {}),
  });
  return { loop, robots, runs, block, clock, refused };
}

Deno.test("lock step of a manager: a tick has the time of its States, robots are served at their own periods, and the controller runs at its own", async () => {
  const { loop, robots: [a, b], runs, block, clock } = await loopOf([1, 3], 10, 2);
  for (const robot of [a, b]) robot.sendAt(0);
  assert.equal(loop.run(), ManagerEnd.Stopped);
  assert.deepEqual(a.states, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(a.commands, a.states);
  assert.deepEqual(b.states, [0, 3, 6, 9]);
  assert.deepEqual(runs, [0, 2, 4, 6, 8]);
  assert.equal(block.values[B.CYCLES], 10);
  assert.equal(block.values[B.BEGAN], START_MS * MS);
  assert.equal(clock.now(), (START_MS + 9) * MS);
});

Deno.test("lock step of a manager: a controller that is quicker than its robots runs between their States without waiting", async () => {
  const { loop, robots: [a, b], runs } = await loopOf([2, 4], 8, 1);
  for (const robot of [a, b]) robot.sendAt(0);
  assert.equal(loop.run(), ManagerEnd.Stopped);
  assert.deepEqual(runs, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual([a.states, b.states], [[0, 2, 4, 6], [0, 4]]);
});

Deno.test("lock step of a manager: one that comes in the middle begins at the latest State, and is in step from there", async () => {
  const { loop, robots: [a, b] } = await loopOf([1, 4], 7);
  a.sendAt(6);
  b.sendAt(4);
  // The world waits for a: b's next State is that of tick 8, whatever b is sent.
  b.onCommand = (timeMs) => b.sendAt((Math.floor(timeMs / 4) + 1) * 4);
  assert.equal(loop.run(), ManagerEnd.Stopped);
  assert.deepEqual(a.states, [6, 7, 8, 9, 10, 11, 12]);
  assert.deepEqual(b.states, [6, 8, 12]);
});

Deno.test("lock step of a manager: a State that comes again is answered again, byte for byte, and no tick runs for it", async () => {
  const { loop, robots: [robot, other], runs } = await loopOf([1, 2], 4);
  for (const each of [robot, other]) each.sendAt(0);
  let lost = 2;
  robot.onCommand = (timeMs) => {
    // The world did not get the command: it sends the State once more.
    if (timeMs === 1 && lost-- > 0) robot.sendAt(1);
    else robot.sendAt(timeMs + 1);
  };
  assert.equal(loop.run(), ManagerEnd.Stopped);
  assert.deepEqual(robot.commands, [0, 1, 1, 1, 2, 3]);
  assert.deepEqual(runs, [0, 1, 2, 3]);
  const atOne = robot.messages.filter(([timeMs]) => timeMs === 1);
  assert.deepEqual(atOne, [[1, 1], [1, 1], [1, 1]]);
});

Deno.test("lock step of a manager: a State comes again when other robots have gone on: its answer is of its time", async () => {
  const { loop, robots: [quick, slow] } = await loopOf([1, 3], 6);
  for (const robot of [quick, slow]) robot.sendAt(0);
  slow.publisher.again();
  assert.deepEqual(slow.messages, [], "nothing was sent yet");
  slow.onCommand = (timeMs) => {
    // The first answer is lost.
    if (slow.messages.length > 1) slow.sendAt(timeMs + 3);
  };
  quick.onCommand = (timeMs) => {
    if (timeMs === 2) slow.sendAt(0);
    quick.sendAt(timeMs + 1);
  };
  assert.equal(loop.run(), ManagerEnd.Stopped);
  assert.deepEqual(quick.commands, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(slow.messages, [[0, 0], [0, 0], [3, 2]]);
});

Deno.test("lock step of a manager: a State of another time, between two ticks or without a time is told", async () => {
  for (const next of [3, 0.5, 1.25, -START_MS]) {
    const { loop, robots: [a, b], runs } = await loopOf([1, 1], 5);
    for (const robot of [a, b]) robot.sendAt(0);
    b.onCommand = () => b.sendAt(next);
    assert.equal(loop.run(), ManagerEnd.OutOfStep, `${next}`);
    assert.equal(loop.stray, 1);
    assert.deepEqual(runs, [0]);
  }
  const { loop, robots: [robot] } = await loopOf([1], 5);
  robot.sendAt(0.3);
  assert.equal(loop.run(), ManagerEnd.OutOfStep, "the first one, too");
});

Deno.test("lock step of a manager: it ends while it waits: by its flag, and when a robot is gone; it says whom it waits for", async () => {
  const { loop, robots: [a, b], block } = await loopOf([1, 1], 5);
  a.sendAt(0);
  Atomics.store(block.flags, B.PEERS + 1, 0);
  b.loss = ConnectionLoss.Token;
  assert.equal(loop.run(), ManagerEnd.Lost);

  const waiting = await loopOf([1, 1], 5);
  waiting.robots[0].sendAt(0);
  const { flags, values } = waiting.block;
  // It runs in this thread: the flag is set by the one thing that it calls while it waits.
  const wait = waiting.robots[1].watch.wait.bind(waiting.robots[1].watch);
  waiting.robots[1].watch.wait = (ns) => {
    if (values[B.WAITS_FOR] === 2) Atomics.store(flags, B.STOP, 1);
    return wait(ns);
  };
  assert.equal(waiting.loop.run(), ManagerEnd.Stopped);
  assert.equal(values[B.WAITS_FOR], 2);
});

Deno.test("lock step of a manager: a robot that the controller does not take as a start ends it, as it would be refused for ever", async () => {
  const { loop, robots: [robot], block, refused } = await loopOf([1], 5);
  robot.onCommand = () => block.values[B.REFUSED_BY_CONTROLLER] = 1;
  robot.sendAt(0);
  assert.equal(loop.run(), ManagerEnd.Lost);
  assert.deepEqual(refused, [0]);
});
