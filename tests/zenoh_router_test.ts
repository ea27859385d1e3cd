import assert from "node:assert/strict";
import { assertSmooth } from "./kit/assert_smooth.ts";
import { holdChecks } from "./kit/hold_checks.ts";
import { monotonicNs } from "./kit/monotonic_ns.ts";
import { pause } from "./kit/pause.ts";
import { together, type TogetherCase } from "./kit/together.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { BenchRobot, Workbench } from "./kit/workbench.ts";
import { zenohObstacle } from "./kit/zenoh_obstacle.ts";
import { ZenohScene } from "./kit/zenoh_scene.ts";
import { refusedCommands } from "./kit/refused_commands.ts";
import { skipUnless } from "./skip_unless.ts";

/** Routers: taken, reused, killed and back, while robots run with them and without. */
const obstacle = zenohObstacle();
const ignore = skipUnless(obstacle === "", obstacle);
const TIMEOUT_MS = 300;
const REUSED = /tcp\/127\.0\.0\.1:9562 is in use by the Zenoh router [0-9a-f]+: that one is used/;

/** Starts `uri router` on a computer of the scene, and waits until it listens. */
async function startRouter(scene: ZenohScene): Promise<UriProcess> {
  const router = scene.uri(scene.left, "router");
  await router.line(/listens on tcp\/127\.0\.0\.1:9562/);
  return router;
}

/** A way by which both sides reach each other through a router only. */
interface Way {
  readonly what: string;
  robot(bench: Workbench): BenchRobot;
}

const CLIENT =
  '{ mode: "client", connect: { endpoints: ["tcp/127.0.0.1:9562"], timeout_ms: -1, exit_on_failure: false }, ' +
  "transport: { link: { tx: { lease: 1000 } } } }";
const client = (bench: Workbench): BenchRobot => ({
  configuration: bench.file("client.json5", CLIENT),
  timeoutMs: TIMEOUT_MS,
});
const remote = (): BenchRobot => ({ remoteApi: "ws://127.0.0.1:10000", timeoutMs: TIMEOUT_MS });
const WAYS: readonly Way[] = [
  { what: "clients of a router, zenoh", robot: (bench) => ({ ...client(bench), protocol: "zenoh" }) },
  { what: "clients of a router, zenoh/shm", robot: (bench) => ({ ...client(bench), protocol: "zenoh/shm" }) },
  { what: "the remote API of a router, zenoh", robot: () => ({ ...remote(), protocol: "zenoh" }) },
  { what: "the remote API of a router, zenoh/shm", robot: () => ({ ...remote(), protocol: "zenoh/shm" }) },
];

/** One line says of which robot and why; nothing looks like a defect. */
async function hasLost(manager: UriProcess, name: string): Promise<void> {
  await manager.exits(1);
  assert.equal(manager.count(new RegExp(`Lost connection to robot '${name}': `)), 1, manager.text);
  assert.doesNotMatch(manager.text, /this is a defect|^\s+at |panicked/m);
}

const killed = WAYS.map(({ what, robot: robotOf }): TogetherCase => ({
  name:
    `${what}: kill -9 of the router: hold, the manager stops; the router back, a new manager takes the same interface`,
  simulated: true,
  ignore,
  async fn(bench) {
    const name = bench.name("killed");
    const scene = await ZenohScene.onOne(bench, { loopbackMulticast: false });
    const first = await startRouter(scene);
    const settings = robotOf(bench);
    const { robot, manager } = await scene.movingPair(name, settings);
    first.signal("SIGKILL");
    await robot.line(/lost the manager \(.*\), holding the robot/);
    const from = monotonicNs();
    await hasLost(manager, name);
    await pause(2000);
    holdChecks.inTime(bench, name, holdChecks.isHeld(bench, name, from), TIMEOUT_MS);
    await startRouter(scene);
    const second = scene.manager(scene.movingConfig({ [name]: settings }));
    await robot.line(/commands are back after \d+\.\d+ s, the hold ends/);
    await scene.isMoved(name);
    second.signal("SIGTERM");
    await second.exits(0);
    assert.equal(robot.count(/loading driver/), 1);
    assertSmooth(bench.commands(name));
    assert.equal((await holdChecks.reasons(bench, name, robot)).length, 2, robot.text);
    assert.doesNotMatch(robot.text, /this is a defect|^\s+at |panicked/m);
    assert.ok(robot.lines.length < 40, robot.text);
  },
}));

const owners = WAYS.filter((_, i) => i % 2 === 0).map(({ what, robot: robotOf }): TogetherCase => ({
  name: `${what}: a second interface and a second manager are refused with their owners, the pair runs on`,
  ignore,
  async fn(bench) {
    const name = bench.name("owner");
    const scene = await ZenohScene.onOne(bench, { loopbackMulticast: false });
    await startRouter(scene);
    const settings = { ...robotOf(bench), timeoutMs: 3000 };
    const robot = scene.interface(name, settings);
    const held = bench.config({ [name]: settings });
    const manager = scene.manager(held);
    await manager.line(/robot initialized/);
    const config = bench.interfaceConfig(name, settings);
    const second = scene.uri(scene.right, "interface", "-c", config);
    await second.exits(1);
    assert.match(
      second.text,
      new RegExp(`is held by uri interface '${name}' \\(pid ${robot.pid} on ${scene.right.name}\\)`),
    );
    const other = scene.uri(scene.left, "manager", "-c", held);
    await other.exits(1);
    assert.match(other.text, new RegExp(`is held by uri manager '.*' \\(pid ${manager.pid} on ${scene.left.name}\\)`));
    assert.ok(manager.running && robot.count(/holding/) === 0, robot.text);
    manager.signal("SIGTERM");
    await manager.exits(0);
    assert.equal((await holdChecks.reasons(bench, name, robot)).length, 1);
    assert.deepEqual(refusedCommands(bench.report(name)), {});
  },
}));

/** Takes a port of a computer with a program that is no router. */
async function occupy(scene: ZenohScene, port: number): Promise<UriProcess> {
  const script =
    `Deno.listen({ hostname: "127.0.0.1", port: ${port} }); console.log("taken"); await new Promise((r) => setTimeout(r, 1e6));`;
  const process = scene.left.start([Deno.execPath(), "eval", script]);
  await process.line(/taken/);
  return process;
}

together(4, [
  ...killed,
  ...owners,
  {
    name:
      "kill -9 of a router that the manager had found is nothing to robots that are peers; a new one is found by the next manager",
    simulated: true,
    ignore,
    async fn(bench) {
      const name = bench.name("peers");
      const scene = await ZenohScene.onOne(bench);
      const router = await startRouter(scene);
      const { robot, manager } = await scene.movingPair(name, { timeoutMs: 1000 });
      assert.equal(manager.count(REUSED), 1, manager.text);
      router.signal("SIGKILL");
      await pause(1500);
      await scene.isMoved(name);
      await startRouter(scene);
      await scene.isMoved(name);
      assert.equal(robot.count(/holding/), 0, robot.text);
      manager.signal("SIGTERM");
      await manager.exits(0);
      assert.deepEqual(await holdChecks.reasons(bench, name, robot), ["token_lost"]);
    },
  },
  ...([[9562, /127\.0\.0\.1:9562 is in use.*listen\.endpoints.*ZenohRouter\.configuration/], [
    10000,
    /127\.0\.0\.1:10000 is in use.*websocket_port.*ZenohRouter\.configuration/,
  ]] as const).map(([port, said]): TogetherCase => ({
    name: `a program that is no router has port ${port}: the manager ends with one error that names address and key`,
    ignore,
    async fn(bench) {
      const scene = await ZenohScene.onOne(bench);
      const foreign = await occupy(scene, port);
      const manager = scene.manager(bench.config({ [bench.name("port")]: { protocol: "zenoh" } }));
      await manager.exits(1);
      assert.equal(manager.count(/\[error\]/), 1, manager.text);
      assert.match(await manager.line(/\[error\]/), said);
      assert.equal(manager.count(/Querying robot_interface/), 0);
      assert.ok(foreign.running);
    },
  })),
  {
    name:
      "two managers with different robots: the second uses the router of the first, and its robots run on when the first is killed",
    simulated: true,
    ignore,
    async fn(bench) {
      const [a, b] = [bench.name("first"), bench.name("second")];
      const scene = await ZenohScene.onOne(bench);
      const one = await scene.movingPair(a);
      const two = await scene.movingPair(b, { timeoutMs: 1000 });
      assert.equal(two.manager.count(REUSED), 1, two.manager.text);
      one.manager.signal("SIGKILL");
      await one.robot.line(/holding the robot/);
      await pause(1500);
      await scene.isMoved(b);
      assert.equal(two.robot.count(/holding/), 0);
      // The port is free for the next manager.
      const third = scene.manager(scene.movingConfig({ [a]: {} }));
      await third.line(/Zenoh router [0-9a-f]+ listens on tcp\/127\.0\.0\.1:9562/);
      await one.robot.line(/commands are back/);
      third.signal("SIGTERM");
      await third.exits(0);
      await scene.isMoved(b);
      two.manager.signal("SIGTERM");
      await two.manager.exits(0);
      assertSmooth(bench.commands(b));
      assert.deepEqual(await holdChecks.reasons(bench, b, two.robot), ["token_lost"]);
    },
  },
]);
