import assert from "node:assert/strict";
import { SharedBlock } from "../core/shared_block.ts";
import { SystemClock } from "../core/system_clock.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import { CellReader } from "../comm/cell/cell_reader.ts";
import { openPublisher } from "../comm/open_publisher.ts";
import { DriverError } from "../core/driver_error.ts";
import { readMockRecord } from "../drivers/mock/read_mock_record.ts";
import { UR5E } from "../robots/ur5e.ts";
import { Codec } from "../wasm/codec.ts";
import { ControlLoop, type LoopResult } from "./control_loop.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock as B } from "./interface_block.ts";
import type { InterfaceSetup } from "./interface_worker_messages.ts";
import { LoopEnd } from "./loop_end.ts";

// Made once: the preparation takes longer than all the runs.
const clock = new SystemClock();
const loop = await ControlLoop.prepare(clock.epochS);
const codec = await Codec.load();

interface Run {
  readonly result: LoopResult;
  readonly block: SharedBlock;
  readonly states: CellReader;
  /** Commands and cycles that the mock robot has recorded. */
  readonly record: ReturnType<typeof readMockRecord>;
  readonly log: string[];
}

/** Runs the loop with a mock robot whose settings are `faults`, until a fault ends it. */
async function run(
  faults: Record<string, unknown>,
  before: (commands: { send(q: readonly number[]): void }, block: SharedBlock) => void = () => {},
  driver = "RobotDriverMock",
): Promise<Run> {
  const folder = Deno.makeTempDirSync({ prefix: "uri loop " });
  try {
    Deno.writeTextFileSync(`${folder}/mock.yaml`, JSON.stringify({ record: "record.bin", faults }));
    const block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
    Atomics.store(block.flags, B.PEER_ALIVE, 1);
    const state = CellMemory.allocate(32768), command = CellMemory.allocate(32768);
    const states = new CellReader(state, clock);
    const setup: InterfaceSetup = {
      driver,
      places: { installation: { prefix: "/nowhere/uri", reason: "" } },
      context: {
        robot: "r",
        ip: "",
        port: 0,
        configPath: `${folder}/mock.yaml`,
        mode: "position",
        periodNs: 1e6,
        module: UR5E,
      },
      block: block.buffer,
      live: new SharedArrayBuffer(8 * 4 * UR5E.joints.length),
      timeoutNs: 60e9,
      latencyStats: false,
      backend: "flatbuffer",
      state: { kind: "cell", cell: state },
      command,
      realtime: "off",
      deadlinePeriodNs: 1e6,
    };
    const log: string[] = [];
    const made = await loop.create(setup, (message) => message.type === "log" && log.push(message.text));
    assert.deepEqual(made.scheduling, { requested: "off", obtained: "SCHED_OTHER", reason: "" });
    assert.equal(typeof made.memory.reason, "string");
    const publisher = openPublisher({ kind: "cell", cell: command }, clock);
    const message = codec.newCommand({ joints: 6 });
    const send = (q: readonly number[]) => {
      message.position.set(q);
      message.positionCount = 6;
      publisher.publish(codec.outbox.words, codec.outboxOffset, codec.encodeCommand(message));
    };
    before({ send }, block);
    loop.watchHeap();
    await new Promise((resolve) => setTimeout(resolve, 0));
    const result = loop.run();
    assert.equal(typeof loop.heap().growth_bytes, "number");
    return { result, block, states, record: readMockRecord(`${folder}/record.bin`), log };
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const commands = ({ record }: Run) => record.filter(({ kind }) => kind === "servoJ").map(({ values }) => [...values]);

Deno.test("control loop: asked to stop, it ends without a fault, and does not call the driver", async () => {
  const { result, record, log } = await run({}, (_, block) => Atomics.store(block.flags, B.STOP, 1));
  assert.deepEqual(result, { end: LoopEnd.Stopped, error: "" });
  assert.deepEqual(record, []);
  assert.equal(log.length, 1, "the driver's lines go to the log");
});

Deno.test("control loop: the robot is held at its pose from the first cycle on, and once more when it is left", async () => {
  const made = await run({ sync_error_at_cycle: 20 });
  assert.equal(made.result.end, LoopEnd.SyncFault);
  assert.equal(made.result.error, "sync(): sync() failed: the mock robot was told to fail");
  assert.equal(made.block.values[B.CYCLES], 19);
  assert.deepEqual(commands(made), Array(20).fill([...UR5E.posture]));
});

Deno.test("control loop: a command that is in the cell is obeyed, and a robot whose sync() fails is left where it was measured last", async () => {
  const target = UR5E.posture.map((q) => q + 0.015);
  const made = await run({ sync_error_at_cycle: 11, lag_s: 10 }, ({ send }) => send(target));
  assert.equal(made.block.values[B.COMMANDS], 1);
  const sent = commands(made);
  // The first state and the command come in one cycle.
  assert.deepEqual(sent.slice(0, -1), Array(10).fill(target));
  const words = new Uint32Array(8192);
  const length = made.states.takeLatest(words);
  const state = codec.newState({ joints: 6, bodySensors: UR5E.bodySensors, forceSensors: UR5E.forceSensors });
  codec.inbox.words.set(words);
  assert.equal(codec.decodeState(state, length), 0);
  assert.deepEqual(sent.at(-1), [...state.position], "the hold target is the position that was published last");
  assert.notDeepEqual(sent.at(-1), target);
});

Deno.test("control loop: each fault of a driver is described, with the driver's words", async () => {
  const command = await run({ command_error_at_cycle: 5 });
  assert.deepEqual(command.result, {
    end: LoopEnd.CommandFault,
    error: "command: The command failed: the mock robot was told to refuse it",
  });
  const counts = await run({ position_count: 7, from_cycle: 5 });
  assert.deepEqual(counts.result, {
    end: LoopEnd.WrongCount,
    error: "reports 7 joint positions; the module 'UR5e' has 6 joints",
  });
  const velocities = await run({ velocity_count: 2 });
  assert.equal(velocities.result.error, "reports 2 joint velocities; the module 'UR5e' has 6 joints");
});

Deno.test("control loop: states that are not finite are kept back, and the run goes on", async () => {
  const { result, block } = await run({ nan_position_at_cycle: 5, nan_cycles: 3, sync_error_at_cycle: 20 });
  assert.equal(result.end, LoopEnd.SyncFault);
  assert.equal(block.values[B.STATES_NOT_FINITE], 3);
  assert.equal(block.values[B.STATES], 16);
});

Deno.test("control loop: a driver that cannot be created is told, by what its factory says", async () => {
  await assert.rejects(() => run({ create_error: "the arm is not there" }), (error) => {
    assert.ok(error instanceof DriverError);
    assert.match(error.message, /the arm is not there/);
    return true;
  });
  await assert.rejects(() => run({}, () => {}, "RobotDriverMok"), /did you mean 'RobotDriverMock'/);
});
