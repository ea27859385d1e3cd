import assert from "node:assert/strict";
import type { PythonPeer } from "./kit/python_peer.ts";
import { PYTHON_WAYS, type PythonWay } from "./kit/python_ways.ts";
import { pythonObstacle } from "./kit/python_obstacle.ts";
import { PythonScene } from "./kit/python_scene.ts";
import { pause } from "./kit/pause.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { Workbench } from "./kit/workbench.ts";

/** `uri manager` and a robot interface that nobody of this project wrote. */
const POSE = [0.52, -0.3, 0.9, 0.1, 0.2, 0.3];
const ZEROS = [0, 0, 0, 0, 0, 0];
/** Marks of this program's messages, in hexadecimal. */
const MARK = /^75726931[0-9a-f]{8}$/;
const ignore = await pythonObstacle();

/** Stands for the robot `name`, with States from now on. */
async function stand(peer: PythonPeer, name: string, hz: number, more: Record<string, unknown> = {}): Promise<void> {
  await peer.call("interface", { name, pose: POSE, ...more });
  await peer.call("interface.publish", { hz });
}

async function isServed(bench: Workbench, way: PythonWay): Promise<void> {
  const name = bench.name("py");
  const scene = await way.scene(bench);
  // A client wants its router to be there; the manager's waits for the robot.
  const started = () => scene.manager(name, way.robot?.(bench) ?? {}, "--for", "3");
  let manager = way.router ? started() : undefined;
  await manager?.line(/Zenoh router [0-9a-f]+ listens on tcp\/127\.0\.0\.1:9562/);
  const peer = await scene.peer(way.peer?.(bench));
  const force_sensors = [{ name: "EEForceSensor", force: [1, 2, 3], torque: [0.1, 0.2, 0.3] }];
  await stand(peer, name, 500, { force_sensors });
  manager ??= started();
  await manager.exits(0);
  assert.equal(manager.count(new RegExp(`'${name}' robot initialized`)), 1, manager.text);

  const seen = await peer.call("interface.seen");
  assert.deepEqual([seen.faults, seen.first_faults], [0, []]);
  assert.ok(seen.commands > 1000 && seen.echoes > 300, JSON.stringify([seen.commands, seen.echoes]));
  assert.deepEqual([seen.last.position, seen.last.velocity, seen.last.torque], [POSE, [], []]);
  assert.equal(seen.inits.length, 1);
  assert.ok(!seen.inits[0].includes("\n"));
  const entry = JSON.parse(seen.inits[0]);
  assert.equal(entry.module, "UR5e");
  assert.deepEqual(entry.controller, { mode: "position", time_step: 0.001 });
  assert.equal(entry.robot_interface.driver, "RobotDriverMock");
  const { attachment, ...quality } = seen.quality;
  assert.deepEqual(quality, { priority: "REAL_TIME", congestion: "DROP", express: true });
  assert.match(attachment, MARK);

  const { error, robots } = bench.report("manager");
  assert.equal(error, "");
  assert.ok(robots[name].states_received > 300, JSON.stringify(robots[name]));
  assert.equal(robots[name].states_refused, 0);
}

together(2, [
  ...PYTHON_WAYS.map((way) => ({
    name: `a robot by other people's code is served: ${way.what}`,
    ignore,
    fn: (bench: Workbench) => isServed(bench, way),
  })),
  {
    name: "a robot by other people's code is served in velocity mode, by a manager that was there 3 s before",
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("py");
      const scene = await PythonScene.onOne(bench);
      const peer = await scene.peer();
      const manager = scene.manager(name, { mode: "velocity" }, "--for", "1");
      await manager.line(new RegExp(`waiting for '${name}' to answer`));
      await pause(1000);
      await stand(peer, name, 200, { mode: "velocity" });
      await manager.exits(0);
      const seen = await peer.call("interface.seen");
      assert.deepEqual([seen.faults, seen.first_faults], [0, []]);
      assert.deepEqual(seen.last.velocity, ZEROS);
      assert.equal(manager.count(/Retrying init query/), 0, "one attempt is enough");
    },
  },
  {
    name: "a robot by other people's code that is killed: the manager names it and ends with exit code 1",
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("py");
      const scene = await PythonScene.onOne(bench);
      const peer = await scene.peer();
      await stand(peer, name, 1000);
      const manager = scene.manager(name, { timeoutMs: 20_000 });
      await manager.line(/robot initialized/);
      await pause(500);
      await peer.kill();
      await manager.exits(1);
      assert.match(
        manager.text,
        new RegExp(`Lost connection to robot '${name}': the interface's liveliness token is lost`),
      );
    },
  },
  {
    name: "a robot by other people's code that falls silent: the manager names it and ends with exit code 1",
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("py");
      const scene = await PythonScene.onOne(bench);
      const peer = await scene.peer();
      await stand(peer, name, 1000);
      const manager = scene.manager(name, { timeoutMs: 1500 });
      await manager.line(/robot initialized/);
      await peer.call("interface.stop");
      await manager.exits(1);
      assert.match(manager.text, new RegExp(`Lost connection to robot '${name}': no new state for 1500 ms`));
    },
  },
  {
    name: "an interface by other people's code that answers ERROR is dropped with its reason",
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("py");
      const scene = await PythonScene.onOne(bench);
      const peer = await scene.peer();
      await stand(peer, name, 200, { answer: "ERROR: Driver load failed: no robot at 10.0.0.1" });
      const manager = scene.manager(name, {});
      await manager.exits(1);
      assert.ok(
        manager.text.includes(
          `Robot '${name}' init failed: ERROR: Driver load failed: no robot at 10.0.0.1 — skipping.`,
        ),
        manager.text,
      );
    },
  },
  {
    name: "two interfaces of one name by other people's code: the manager refuses the robot, and commands nothing",
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("py");
      const scene = await PythonScene.onOne(bench);
      const peers = [await scene.peer(), await scene.peer()];
      for (const peer of peers) await stand(peer, name, 200);
      const manager = scene.manager(name, {});
      await manager.exits(1);
      assert.match(
        manager.text,
        new RegExp(`Robot '${name}' init failed: .*2 processes answer there.*Stop all but one`),
      );
      for (const peer of peers) assert.equal((await peer.call("interface.seen")).commands, 0);
    },
  },
  {
    name: "an interface by other people's code has the name: `uri interface` refuses to start",
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("py");
      const scene = await PythonScene.onOne(bench);
      const peer = await scene.peer();
      await stand(peer, name, 200);
      const config = bench.interfaceConfig(name, { protocol: "zenoh" });
      const second = scene.uri("interface", "-c", config);
      await second.exits(1);
      assert.match(
        second.text,
        new RegExp(`uri/alive/${name}/interface': is held by a program that does not say who it is`),
      );
      assert.equal(second.count(/waiting for init query/), 0);
      assert.equal(await until("the robot", async () => (await peer.call("interface.seen")).states > 0), true);
    },
  },
  {
    name: "States with NaN by other people's code are refused with robot and joint named, and change no command",
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("py");
      const scene = await PythonScene.onOne(bench);
      const peer = await scene.peer();
      await stand(peer, name, 500);
      const manager = scene.manager(name, { timeoutMs: 1500 });
      await manager.line(/robot initialized/);
      await peer.call("interface.measure", { position: [0.52, -0.3, "nan", 0.1, 0.2, 0.3] });
      assert.match(await manager.line(/refused a state/), new RegExp(`'${name}'.*joint 2 'elbow_joint' is NaN`));
      await manager.exits(1);
      assert.match(
        manager.text,
        new RegExp(`Lost connection to robot '${name}': no new state for 1500 ms; \\d+ refused`),
      );
      const seen = await peer.call("interface.seen");
      assert.deepEqual([seen.first_faults, seen.last.position], [[], POSE]);
    },
  },
]);
