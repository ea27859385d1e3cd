import assert from "node:assert/strict";
import { assertSmooth } from "./kit/assert_smooth.ts";
import { holdChecks } from "./kit/hold_checks.ts";
import { together, type TogetherCase } from "./kit/together.ts";
import { zenohObstacle } from "./kit/zenoh_obstacle.ts";
import { ZenohScene } from "./kit/zenoh_scene.ts";
import { refusedCommands } from "./kit/refused_commands.ts";
import { skipUnless } from "./skip_unless.ts";

/** One owner of a name on the whole network: interfaces started twice, second managers, and those that the network kept apart. */
const obstacle = zenohObstacle();
const ignore = skipUnless(obstacle === "", obstacle);

together(3, [
  ...(["zenoh", "zenoh/shm"] as const).map((protocol): TogetherCase => ({
    name:
      `${protocol}: an interface that is started twice on one computer: the second is refused with the owner, the first runs on`,
    simulated: true,
    ignore,
    both: protocol === "zenoh",
    async fn(bench) {
      const name = bench.name("twice");
      const scene = await ZenohScene.onOne(bench);
      const first = scene.interface(name, { protocol });
      await first.line(/waiting for init query/);
      const config = bench.interfaceConfig(name, { protocol });
      const second = () => scene.uri(scene.right, "interface", "-c", config);
      const refused = async () => {
        const process = second();
        await process.exits(1);
        const owner = `is held by uri (interface|simulate) '${name}' \\(pid ${first.pid} on ${scene.right.name}\\)`;
        assert.match(process.text, new RegExp(owner));
        assert.equal(process.count(/\[error\]/), 1, process.text);
      };
      await refused();
      const manager = scene.manager(scene.movingConfig({ [name]: { protocol } }));
      await scene.isMoved(name);
      await refused();
      await scene.isMoved(name);
      manager.signal("SIGTERM");
      await manager.exits(0);
      assertSmooth(bench.commands(name));
      assert.deepEqual(await holdChecks.reasons(bench, name, first), ["token_lost"]);
      // The name is free again.
      const third = second();
      await third.line(/waiting for init query/);
    },
  })),
  {
    name: "an interface of the same name on another computer is refused with the owner and its host",
    simulated: true,
    ignore,
    async fn(bench) {
      const name = bench.name("apart");
      const scene = await ZenohScene.onTwo(bench);
      const { robot, manager } = await scene.movingPair(name);
      const config = bench.interfaceConfig(name, { protocol: "zenoh" });
      const second = scene.uri(scene.left, "interface", "-c", config);
      await second.exits(1);
      const owner = `is held by uri (interface|simulate) '${name}' \\(pid ${robot.pid} on ${scene.right.name}\\)`;
      assert.match(second.text, new RegExp(owner));
      await scene.isMoved(name);
      manager.signal("SIGTERM");
      await manager.exits(0);
      assert.deepEqual(await holdChecks.reasons(bench, name, robot), ["token_lost"]);
    },
  },
  {
    name: "a second manager on another computer is refused with the owner and its host; pair and robot run on",
    simulated: true,
    ignore,
    async fn(bench) {
      const name = bench.name("two");
      const scene = await ZenohScene.onTwo(bench);
      const { robot, manager } = await scene.movingPair(name);
      const other = scene.movingConfig({ [name]: { mode: "velocity" } });
      for (const computer of [scene.right, scene.left]) {
        const second = scene.uri(computer, "manager", "-c", other);
        await second.exits(1);
        const owner = `is held by uri manager '.*' \\(pid ${manager.pid} on ${scene.left.name}\\)`;
        assert.match(second.text, new RegExp(owner));
        assert.equal(second.count(/\[error\]/), 1, second.text);
      }
      await scene.isMoved(name);
      manager.signal("SIGTERM");
      await manager.exits(0);
      assertSmooth(bench.commands(name));
      assert.deepEqual(await holdChecks.reasons(bench, name, robot), ["token_lost"]);
      assert.deepEqual(refusedCommands(bench.report(name)), {});
    },
  },
  {
    name:
      "two interfaces of one name that start while the network is down: both are told of, a new manager refuses, the running pair goes on",
    ignore,
    async fn(bench) {
      const name = bench.name("joined");
      const scene = await ZenohScene.onTwo(bench);
      await scene.lan.lan.stall();
      // A pair on the left computer, in which all three are at home; the second interface is on the right one.
      const config = bench.interfaceConfig(name, { protocol: "zenoh" });
      const report = `${bench.folder}/${name}.json`;
      const near = scene.uri(scene.left, "interface", "-c", config, "--report", report);
      const manager = scene.manager(scene.movingConfig({ [name]: {} }));
      await scene.isMoved(name);
      const far = scene.uri(scene.right, "interface", "-c", config);
      await far.line(/waiting for init query/);
      await scene.lan.lan.resume();
      const rival = (pid: number, host: string) =>
        new RegExp(`\\[warning\\] .*is held by uri interface '${name}' \\(pid ${pid} on ${host}\\), too`);
      await near.line(rival(far.pid, scene.right.name));
      await far.line(rival(near.pid, scene.left.name));
      await scene.isMoved(name, 1000);
      assert.ok(manager.running, manager.text);
      assert.equal(far.count(/loading driver/), 0);
      manager.signal("SIGTERM");
      await manager.exits(0);
      assertSmooth(bench.commands(name));
      const second = scene.uri(scene.left, "manager", "-c", scene.movingConfig({ [name]: {} }));
      await second.exits(1);
      assert.match(second.text, new RegExp(`Robot '${name}' init failed: .*2 processes answer there`));
      for (const { pid } of [near, far]) assert.match(second.text, new RegExp(`\\(pid ${pid} on `));
      assert.deepEqual(await holdChecks.reasons(bench, name, near), ["token_lost"]);
      // With the first one gone, there is one of the name again.
      const third = scene.manager(scene.movingConfig({ [name]: {} }), "--for", "0.3");
      await third.exits(0);
      assert.equal(far.count(/initialized, starting control loop/), 1);
    },
  },
]);
