import assert from "node:assert/strict";
import { hasProgram } from "./kit/has_program.ts";
import { ProbeScene } from "./kit/probe_scene.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import { skipUnless } from "./skip_unless.ts";

const ignore = skipUnless(hasProgram("g++"), "g++ is not installed");

/** What a driver does to the process that it shares with the interface. */
together(2, [
  {
    name: "a driver that takes the signals that stop a program for itself is told of, and does not get them",
    ignore,
    both: true,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      for (const [signal, number] of [["SIGINT", 2], ["SIGTERM", 15], ["SIGHUP", 1]] as const) {
        const probed = scene.robot("signal", [`signal: ${number}`]);
        const { robot, manager } = scene.pair(probed);
        await manager.line(/robot initialized/);
        assert.equal(
          robot.count(new RegExp(`\\[warning\\] .* the driver .RobotDriverProbe. has taken the signal ${signal} for itself`)),
          1,
        );
        robot.signal(signal);
        await robot.exits(0);
        assert.equal(probed.probe.events().at(-1)?.kind, "destroy");
        await manager.end();
      }
    },
  },
  {
    name: "a driver may start threads while it runs",
    ignore,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const probed = scene.robot("thread", ["thread: 500"]);
      const { robot, manager } = scene.pair(probed);
      await until("cycles", () => probed.probe.cycles > 700);
      assert.ok(probed.probe.events().some(({ kind }) => kind === "thread"));
      manager.signal("SIGTERM");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
    },
  },
]);
