import assert from "node:assert/strict";
import { LogLines } from "../core/log/log_lines.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { UR5E } from "../robots/ur5e.ts";
import type { ManagerConfig } from "../schemas/manager_config.ts";
import { ConnectionState } from "../view/connection_state.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { managerViewSource } from "./manager_view_source.ts";

/** A manager of one robot whose connection counts as lost after `timeoutMs` without a State, as a view sees it. */
function scene(driver: Record<string, unknown> = {}, timeoutMs = 60_000) {
  const block = new SharedBlock(managerBlockShape(1));
  const robot = {
    name: "arm",
    module: UR5E,
    moduleName: "UR5e",
    mode: "position",
    timeStepNs: 1e6,
    network: { protocol: "shm", connectionTimeoutMs: timeoutMs },
    driver,
  };
  const config = { file: "/somewhere/mc_rtc.yaml", robots: [robot] } as unknown as ManagerConfig;
  const live = [new Float64Array(24)];
  const roundTrips = () => Promise.resolve(new Map([[0, { count: 1, p50: 150, p99: 1, p999: 1, max: 1 }]]));
  const source = managerViewSource({ config, block, live, roundTrips }, "a test", new LogLines());
  const robotValues = block.values.subarray(B.VALUES);
  return { source, block, robotValues, live };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("a robot is waited for, starts, runs, is silent, and is lost", async () => {
  const { source, block, robotValues } = scene();
  const [robot] = source.robots;
  const state = () => robot.connection().state;
  assert.equal(state(), ConnectionState.Waiting);
  Atomics.store(block.flags, B.PEERS, 1);
  assert.equal(state(), ConnectionState.Waiting);
  robotValues[B.STATES] = 1;
  assert.equal(state(), ConnectionState.Starting);
  robotValues[B.INITIALIZED] = 1;
  assert.equal(state(), ConnectionState.Running);
  await pause(130);
  assert.deepEqual(robot.connection(), { state: ConnectionState.Held, reason: "no new state" });
  robotValues[B.STATES] = 2;
  assert.equal(state(), ConnectionState.Running);
  robotValues[B.STATES] = 3;
  Atomics.store(block.flags, B.PEERS, 0);
  assert.deepEqual(robot.connection(), {
    state: ConnectionState.Lost,
    reason: "the interface's liveliness token is lost",
  });
});

Deno.test("a robot whose States do not come for the time that is allowed is lost", async () => {
  const { source: { robots: [robot] }, block, robotValues } = scene({}, 200);
  Atomics.store(block.flags, B.PEERS, 1);
  robotValues[B.STATES] = robotValues[B.INITIALIZED] = 1;
  robot.connection();
  await pause(230);
  assert.deepEqual(robot.connection(), { state: ConnectionState.Lost, reason: "no new state for 200 ms" });
});

Deno.test("figures are those since the last call, in microseconds; round trips are asked for", async () => {
  const { source, block, robotValues, live } = scene();
  block.histograms[B.H_LATE].record(2000);
  block.histograms[B.H_AGE].record(5000);
  block.values[B.CYCLES] = 7;
  robotValues[B.COMMANDS] = 9;
  const loop = source.loop();
  assert.deepEqual([loop.cycles, loop.late.mean, loop.busy.mean], [7, 2, NaN]);
  assert.equal(source.loop().late.mean, NaN);
  const [robot] = source.robots;
  assert.deepEqual([robot.age().mean, robot.commands(), robot.roundTrip()], [5, 9, NaN]);
  assert.equal(robot.live, live[0], "no copy");
  source.look?.();
  await pause(0);
  assert.equal(robot.roundTrip(), 150);
});

Deno.test("what is drawn: the simulated model, or the one of the built-in module", async () => {
  const mujoco = scene({ driver: "RobotDriverMuJoCo", configPath: "my.xml" }).source.models[0];
  assert.equal(mujoco.name, "/somewhere/my.xml");
  await assert.rejects(mujoco.load(), { message: /there is no file '\/somewhere\/my.xml'/ });
  const real = scene({ driver: "RobotDriverUR", configPath: "" }).source.models[0];
  const { bodies } = await real.load();
  assert.equal(bodies.flatMap(({ joints }) => joints).length, 6);
});
