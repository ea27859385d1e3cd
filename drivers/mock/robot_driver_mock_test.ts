import assert from "node:assert/strict";
import type { Clock } from "../../core/clock.ts";
import { DriverError } from "../../core/driver_error.ts";
import { SystemClock } from "../../core/system_clock.ts";
import type { JointDescription, RobotModule } from "../../schemas/robot_module.ts";
import type { RobotState } from "../../schemas/robot_state.ts";
import type { RobotDriver, RobotDriverContext } from "../robot_driver.ts";
import { createRobotDriverMock } from "./create_robot_driver_mock.ts";
import { readMockRecord } from "./read_mock_record.ts";

const JOINT: JointDescription = {
  name: "pan",
  type: "revolute",
  lower: -3,
  upper: 3,
  velocity: 2,
  acceleration: 4,
  effort: 150,
};
const MODULE: RobotModule = {
  name: "M",
  joints: ["pan", "lift", "elbow"].map((name) => ({ ...JOINT, name })),
  grippers: [],
  bodySensors: ["imu"],
  forceSensors: ["wrist"],
  posture: [0.1, -0.2, 0.3],
};
const MS = 1e6;

/** Time that only passes when somebody sleeps, or by hand. */
class ManualClock implements Clock {
  time = 5000 * MS;
  sleeps = 0;
  /** Called before each sleep; may throw to get out of an endless one. */
  onSleep: (deadlineNs: number) => void = () => {};

  now(): number {
    return this.time;
  }

  sleepUntil(deadlineNs: number): number {
    this.onSleep(deadlineNs);
    this.sleeps++;
    this.time = Math.max(this.time, deadlineNs);
    return 0;
  }

  stamp(timeNs: number, words: Uint32Array, index: number): void {
    words[index] = timeNs % 2 ** 32;
    words[index + 1] = Math.floor(timeNs / 2 ** 32);
  }

  fromStamp(low: number, high: number): number {
    return high * 2 ** 32 + low;
  }
}

function stateOf(module: RobotModule): RobotState {
  const n = module.joints.length;
  return {
    position: new Float64Array(n).fill(9),
    velocity: new Float64Array(n).fill(9),
    torque: new Float64Array(n).fill(9),
    positionCount: 0,
    velocityCount: 0,
    torqueCount: 0,
    bodySensors: module.bodySensors.map((name) => ({
      name,
      present: false,
      orientation: new Float64Array(4).fill(9),
      angularVelocity: new Float64Array(3).fill(9),
      linearAcceleration: new Float64Array(3).fill(9),
    })),
    forceSensors: module.forceSensors.map((name) => ({
      name,
      present: false,
      force: new Float64Array(3).fill(9),
      torque: new Float64Array(3).fill(9),
    })),
    stamp: new Uint32Array(2),
  };
}

interface Mock {
  driver: RobotDriver;
  clock: ManualClock;
  state: RobotState;
  /** `sync()` and `readState()`. */
  cycle(): number;
}

function contextOf(clock: Clock, configPath = "", log: RobotDriverContext["log"] = () => {}): RobotDriverContext {
  return { robot: "r", ip: "", port: 0, configPath, mode: "position", periodNs: MS, module: MODULE, clock, log };
}

async function mockOf(settings?: string, folder?: string): Promise<Mock> {
  const clock = new ManualClock();
  const own = folder ?? await Deno.makeTempDir();
  try {
    if (settings !== undefined) await Deno.writeTextFile(`${own}/mock.yaml`, settings);
    const driver = await createRobotDriverMock(contextOf(clock, settings === undefined ? "" : `${own}/mock.yaml`));
    const state = stateOf(MODULE);
    const cycle = () => {
      const code = driver.sync();
      return code === 0 ? driver.readState(state) : code;
    };
    return { driver, clock, state, cycle };
  } finally {
    if (folder === undefined) await Deno.remove(own, { recursive: true });
  }
}

const near = (actual: number, wanted: number, by = 1e-9) =>
  assert.ok(Math.abs(actual - wanted) <= by, `${actual}, wanted ${wanted}`);

Deno.test("mock: there is no state before the first sync, then it stands at the module's posture", async () => {
  const { driver, state, cycle } = await mockOf();
  driver.readState(state);
  assert.deepEqual([state.positionCount, state.velocityCount, state.torqueCount], [0, 0, 0]);
  assert.equal(state.bodySensors[0].present, false);
  for (let i = 0; i < 10; i++) assert.equal(cycle(), 0);
  assert.deepEqual([state.positionCount, state.velocityCount, state.torqueCount], [3, 3, 3]);
  assert.deepEqual([...state.position], [0.1, -0.2, 0.3]);
  assert.deepEqual([...state.velocity, ...state.torque], [0, 0, 0, 0, 0, 0]);
});

Deno.test("mock: IMUs are at rest, force sensors measure nothing", async () => {
  const { state, cycle } = await mockOf();
  cycle();
  const [imu] = state.bodySensors, [wrist] = state.forceSensors;
  assert.deepEqual([imu.present, wrist.present], [true, true]);
  assert.deepEqual([...imu.orientation], [1, 0, 0, 0]);
  assert.deepEqual([...imu.angularVelocity, ...imu.linearAcceleration], [0, 0, 0, 0, 0, 9.81]);
  assert.deepEqual([...wrist.force, ...wrist.torque], [0, 0, 0, 0, 0, 0]);
});

Deno.test("mock: a position target is measured exactly one cycle later, with its velocity", async () => {
  const { driver, state, cycle } = await mockOf();
  cycle();
  assert.equal(driver.servoJ(Float64Array.of(0.101, -0.2, 0.1 + 0.2)), 0);
  driver.readState(state);
  assert.deepEqual([...state.position], [0.1, -0.2, 0.3], "not before the next sync");
  cycle();
  assert.deepEqual([...state.position], [0.101, -0.2, 0.1 + 0.2]);
  near(state.velocity[0], 1);
  cycle();
  assert.equal(state.velocity[0], 0, "it stands");
});

Deno.test("mock: joints stop at their position limits in every mode", async () => {
  for (const mode of ["servoJ", "speedJ", "tauJ"] as const) {
    const { driver, state, cycle } = await mockOf();
    driver[mode](Float64Array.of(4000, -4000, 0));
    for (let i = 0; i < 100; i++) cycle();
    assert.deepEqual([state.position[0], state.position[1]], [3, -3], mode);
    assert.deepEqual([state.velocity[0], state.velocity[1]], [0, 0], mode);
  }
});

Deno.test("mock: a velocity is integrated until another one comes", async () => {
  const { driver, state, cycle } = await mockOf();
  driver.speedJ(Float64Array.of(0.5, -0.25, 0));
  for (let i = 0; i < 1000; i++) cycle();
  near(state.position[0], 0.6);
  near(state.position[1], -0.45);
  assert.deepEqual([...state.velocity], [0.5, -0.25, 0]);
  driver.speedJ(new Float64Array(3));
  cycle();
  near(state.position[0], 0.6);
});

Deno.test("mock: a torque moves an inertia of 1 against a friction of 1, exactly", async () => {
  const { driver, state, cycle } = await mockOf();
  driver.tauJ(Float64Array.of(0.8, 0, 0));
  for (let i = 0; i < 2000; i++) cycle();
  near(state.velocity[0], 0.8 * (1 - Math.exp(-2)));
  assert.deepEqual([...state.torque], [0.8, 0, 0]);
  driver.tauJ(new Float64Array(3));
  for (let i = 0; i < 20_000; i++) cycle();
  near(state.velocity[0], 0, 1e-6);
});

Deno.test("mock: inertia and friction can be set, also none", async () => {
  const { driver, state, cycle } = await mockOf("inertia: 2\ndamping: 0\ninitial_positions: {pan: 0}\n");
  driver.tauJ(Float64Array.of(0.5, 0, 0));
  for (let i = 0; i < 2000; i++) cycle();
  near(state.velocity[0], 0.5);
  near(state.position[0], 0.5, 1e-3);
  assert.equal(state.position[1], -0.2, "joints without a value keep the module's posture");
});

Deno.test("mock: cycles stand on a grid of absolute deadlines, one period apart", async () => {
  const { clock, cycle } = await mockOf();
  const start = clock.time;
  for (let i = 1; i <= 1000; i++) {
    clock.time += 0.37 * MS; // work between two cycles does not move the grid
    cycle();
    assert.equal(clock.time, start + i * MS + 0.37 * MS);
  }
});

Deno.test("mock: periods that went by outside are skipped, not made up", async () => {
  const { driver, clock, state, cycle } = await mockOf();
  driver.speedJ(Float64Array.of(1, 0, 0));
  cycle();
  const start = clock.time;
  clock.time += 10.4 * MS;
  cycle();
  assert.equal(clock.time, start + 10.4 * MS, "a deadline less than a period ago: at once");
  cycle();
  assert.equal(clock.time, start + 11 * MS, "and the next one on the grid");
  near(state.position[0], 0.1 + 0.003, 1e-9);
});

Deno.test("mock: a command of another length is refused, told, and not obeyed", async () => {
  const { driver, state, cycle } = await mockOf();
  cycle();
  assert.ok(driver.servoJ(Float64Array.of(1, 1)) < 0);
  assert.match(driver.lastError(), /has 2 values; wanted 3/);
  cycle();
  assert.deepEqual([...state.position], [0.1, -0.2, 0.3]);
});

Deno.test("mock: lag follows the target by a first-order delay", async () => {
  const { driver, state, cycle } = await mockOf("initial_positions: [0, 0, 0]\nfaults: {lag_s: 0.1}\n");
  driver.servoJ(Float64Array.of(1, 0, 0));
  for (let i = 0; i < 100; i++) cycle();
  near(state.position[0], 1 - Math.exp(-1));
});

Deno.test("mock: a measured offset stays whatever is commanded", async () => {
  const { driver, state, cycle } = await mockOf("initial_positions: [0, 0, 0]\nfaults: {measured_offset: -0.001}\n");
  cycle();
  for (let i = 1; i <= 5; i++) {
    driver.servoJ(state.position);
    cycle();
    near(state.position[0], -0.001 * (i + 1), 1e-12);
  }
});

Deno.test("mock: no state for a while, then the robot's true one", async () => {
  const { state, cycle } = await mockOf("faults: {no_state_for_s: 0.02}\n");
  const counts: number[] = [];
  for (let i = 0; i < 30; i++) {
    cycle();
    counts.push(state.positionCount);
  }
  assert.equal(counts.indexOf(3), 19, "20 ms after the first sync began");
  assert.deepEqual([...state.position], [0.1, -0.2, 0.3]);
});

Deno.test("mock: wrong numbers of values, from a cycle on", async () => {
  const { state, cycle } = await mockOf(
    "faults: {position_count: 7, velocity_count: 2, torque_count: 0, from_cycle: 3}\n",
  );
  cycle();
  cycle();
  assert.deepEqual([state.positionCount, state.velocityCount, state.torqueCount], [3, 3, 3]);
  cycle();
  assert.deepEqual([state.positionCount, state.velocityCount, state.torqueCount], [7, 2, 0]);
});

Deno.test("mock: a position is NaN for some cycles", async () => {
  const { state, cycle } = await mockOf("faults: {nan_position_at_cycle: 3, nan_cycles: 2, nan_joint: 2}\n");
  const seen: boolean[] = [];
  for (let i = 0; i < 6; i++) {
    cycle();
    seen.push(Number.isNaN(state.position[1]));
    assert.ok(Number.isFinite(state.position[0]));
  }
  assert.deepEqual(seen, [false, false, true, true, false, false]);
});

Deno.test("mock: sync fails from a cycle on, and tells why", async () => {
  const { driver } = await mockOf("faults: {sync_error_at_cycle: 3}\n");
  assert.deepEqual([driver.sync(), driver.sync()], [0, 0]);
  assert.ok(driver.sync() < 0);
  assert.match(driver.lastError(), /sync\(\) failed/);
});

Deno.test("mock: commands fail from a cycle on, and are not obeyed", async () => {
  const { driver, state, cycle } = await mockOf("faults: {command_error_at_cycle: 2}\n");
  cycle();
  assert.equal(driver.servoJ(Float64Array.of(1, 1, 1)), 0);
  cycle();
  for (const call of ["servoJ", "speedJ", "tauJ"] as const) assert.ok(driver[call](Float64Array.of(2, 2, 2)) < 0);
  assert.match(driver.lastError(), /told to refuse/);
  cycle();
  assert.deepEqual([...state.position], [1, 1, 1]);
});

Deno.test("mock: one sync takes longer, and the periods it missed are skipped", async () => {
  const { clock, cycle } = await mockOf("faults: {sync_stall_at_cycle: 2, sync_stall_s: 0.2}\n");
  cycle();
  const start = clock.time;
  cycle();
  assert.equal(clock.time, start + 200 * MS);
  cycle();
  assert.equal(clock.time, start + 201 * MS);
});

Deno.test("mock: a hanging sync sleeps on and on", async () => {
  const { driver, clock } = await mockOf("faults: {sync_hang_at_cycle: 2}\n");
  driver.sync();
  let sleeps = 0;
  clock.onSleep = (deadlineNs) => {
    assert.ok(deadlineNs - clock.time >= 1000 * MS, "it blocks; it does not spin");
    if (++sleeps === 50) throw new DriverError("test", "enough");
  };
  assert.throws(() => driver.sync(), /enough/);
});

Deno.test("mock: sync that does not block never sleeps", async () => {
  const { clock, state, cycle } = await mockOf("faults: {sync_does_not_block: true}\n");
  for (let i = 0; i < 100; i++) cycle();
  assert.equal(clock.sleeps, 0);
  assert.equal(state.positionCount, 3);
});

Deno.test("mock: creation takes time, blocking or not", async () => {
  const { clock } = await mockOf("faults: {create_delay_s: 30, create_blocks: true}\n");
  assert.equal(clock.time, 35_000 * MS);
  const before = performance.now();
  await mockOf("faults: {create_delay_s: 0.05}\n");
  assert.ok(performance.now() - before >= 49);
});

Deno.test("mock: creation fails with the configured text", async () => {
  await assert.rejects(mockOf("faults: {create_error: boom}\n"), (error) => {
    assert.ok(error instanceof DriverError);
    assert.equal(error.driver, "RobotDriverMock");
    assert.equal(error.message, "Cannot create the mock robot 'r': boom");
    return true;
  });
});

Deno.test("mock: everything wrong in the settings is told at once, with its place", async () => {
  const settings = [
    "initial_positions: [0, 9, 0]",
    "inertia: 0",
    "faults:",
    "  sync_error_at_cycel: 5",
    "  nan_joint: 4",
    "  crash_at_cycle: 0",
    "  sync_stall_at_cycle: 7",
  ].join("\n");
  await assert.rejects(mockOf(settings), (error) => {
    assert.ok(error instanceof DriverError);
    for (
      const part of [
        /mock\.yaml:1:24: initial_positions\[1\]: '9' is outside the limits of joint 'lift'/,
        /mock\.yaml:2:10: inertia: '0' is not an inertia; wanted a number above 0/,
        /mock\.yaml:4:3: faults\.sync_error_at_cycel: .*did you mean 'sync_error_at_cycle'\?/,
        /mock\.yaml:5:14: faults\.nan_joint: '4' is not a joint; wanted 1 to 3/,
        /mock\.yaml:6:19: faults\.crash_at_cycle: '0' is not a cycle/,
        /mock\.yaml:7:24: faults\.sync_stall_at_cycle: stands alone/,
      ]
    ) assert.match(error.message, part);
    return true;
  });
  await assert.rejects(mockOf("initial_positions: [0, 0]\n"), /has 2 values; wanted a list of 3 numbers/);
  await assert.rejects(
    createRobotDriverMock(contextOf(new ManualClock(), "/nowhere/mock.yaml")),
    /Cannot read the settings of the mock robot: \/nowhere\/mock.yaml: cannot be read: there is no such file/,
  );
});

Deno.test("mock: the record holds every cycle and every command as it was given", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { driver, clock, cycle } = await mockOf("record: out.rec\nfaults: {no_state_for_s: 0.0015}\n", folder);
    const start = clock.time;
    cycle();
    driver.servoJ(Float64Array.of(0.5, NaN, -0.5));
    cycle();
    driver.speedJ(Float64Array.of(1, 2));
    driver.tauJ(Float64Array.of(1, 2, 3));
    // Read while the driver still has the file: as after a kill.
    const records = readMockRecord(`${folder}/out.rec`);
    assert.deepEqual(
      records.map(({ kind, cycle, count, values }) => [kind, cycle, count, [...values]]),
      [
        ["sync", 1, 0, []],
        ["servoJ", 1, 3, [0.5, NaN, -0.5]],
        ["sync", 2, 3, [0.5, NaN, -0.5]],
        ["speedJ", 2, 2, [1, 2]],
        ["tauJ", 2, 3, [1, 2, 3]],
      ],
    );
    assert.deepEqual(records.map(({ timeNs }) => (timeNs - start) / MS), [1, 1, 2, 2, 2]);
    assert.ok(records.every(({ timeNs, stampNs }) => stampNs === BigInt(timeNs)));
    driver.close();
    const bytes = await Deno.readFile(`${folder}/out.rec`);
    await Deno.writeFile(`${folder}/out.rec`, bytes.subarray(0, bytes.length - 1));
    assert.equal(readMockRecord(`${folder}/out.rec`).length, 4, "half a record at the end is left out");
    await Deno.writeTextFile(`${folder}/no.rec`, "something else");
    assert.throws(() => readMockRecord(`${folder}/no.rec`), /Cannot read the record/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("mock: a record that cannot be written is told before the run", async () => {
  await assert.rejects(
    mockOf("record: missing/out.rec\n"),
    /Cannot record in '.*missing\/out.rec': .*; name another file/,
  );
});

Deno.test("mock: a record takes the place of a record, and of nothing else", async () => {
  const folder = await Deno.makeTempDir();
  try {
    for (let i = 0; i < 2; i++) (await mockOf(`record: ${folder}/out.rec\n`)).driver.close();
    await Deno.writeTextFile(`${folder}/arm.yaml`, "name: arm\n");
    await assert.rejects(
      mockOf(`record: ${folder}/arm.yaml\n`),
      /the file would be lost: it is there, and is no record/,
    );
    assert.equal(await Deno.readTextFile(`${folder}/arm.yaml`), "name: arm\n");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("mock: a record that fails later is a fault of the cycle", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { driver } = await mockOf("record: out.rec\n", folder);
    assert.equal(driver.sync(), 0);
    driver.close(); // from here on writing fails
    assert.ok(driver.sync() < 0);
    assert.match(driver.lastError(), /Recording failed/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test({
  name: "mock: paced by the system's clock it never runs faster than its period",
  sanitizeResources: false, // the clock's library stays loaded for the life of the process
  async fn() {
    const clock = new SystemClock();
    const driver = await createRobotDriverMock(contextOf(clock));
    const start = clock.now();
    for (let i = 0; i < 20; i++) driver.sync();
    assert.ok(clock.now() - start >= 20 * MS);
  },
});

Deno.test("mock: at a crash the process ends at once, and the record tells what was before", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/mock.yaml`, "record: out.rec\nfaults: {crash_at_cycle: 4}\n");
    const program = `
      import { createRobotDriverMock } from ${
      JSON.stringify(new URL("create_robot_driver_mock.ts", import.meta.url).href)
    };
      import { SystemClock } from ${JSON.stringify(new URL("../../core/system_clock.ts", import.meta.url).href)};
      const driver = await createRobotDriverMock({
        robot: "r", ip: "", port: 0, mode: "position", periodNs: 1e6, clock: new SystemClock(), log: () => {},
        configPath: Deno.args[0], module: JSON.parse(Deno.args[1]),
      });
      for (let i = 0; i < 1000; i++) driver.sync();
      console.log("still alive");`;
    await Deno.writeTextFile(`${folder}/program.ts`, program);
    const { signal, stdout } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-check",
        `--config=${new URL("../../deno.json", import.meta.url).pathname}`,
        `${folder}/program.ts`,
        `${folder}/mock.yaml`,
        JSON.stringify(MODULE),
      ],
      stdout: "piped",
      stderr: "inherit",
    }).output();
    assert.equal(signal, "SIGKILL");
    assert.equal(new TextDecoder().decode(stdout), "");
    assert.deepEqual(readMockRecord(`${folder}/out.rec`).map(({ cycle }) => cycle), [1, 2, 3]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
