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
          robot.count(
            new RegExp(`\\[warning\\] .* the driver .RobotDriverProbe. has taken the signal ${signal} for itself`),
          ),
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
    name: "a driver that has the process ignore its signals, whenever it does, is told of once, and they stop it again",
    ignore,
    both: true,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      for (const [cycle, signal, number] of [[0, "SIGINT", 2], [1, "SIGTERM", 15], [700, "SIGHUP", 1]] as const) {
        const probed = scene.robot("ignore", [`take: ${cycle} ignore ${number}`]);
        const { robot, manager } = scene.pair(probed);
        await until("cycles", () => probed.probe.cycles > cycle);
        const told = new RegExp(
          `\\[warning\\] .*'${probed.name}' the driver 'RobotDriverProbe' has taken the signal ${signal} for itself: given back`,
        );
        await robot.line(told);
        robot.signal(signal);
        await robot.exits(0);
        assert.equal(robot.count(told), 1);
        assert.equal(probed.probe.events().at(-1)?.kind, "destroy");
        await manager.end();
      }
    },
  },
  {
    name: "the viewer, too, is stopped by its signals whatever a driver does with them",
    ignore,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const probed = scene.robot("viewed", ["take: 100 ignore 2"]);
      const viewer = scene.viewer(probed);
      await viewer.line(/the driver 'RobotDriverProbe' has taken the signal SIGINT for itself: given back/);
      viewer.signal("SIGINT");
      await viewer.exits(0);
    },
  },
  {
    name:
      "a driver that locks all memory of the process, whenever it does, is told of once, and the process goes on with its own buffers locked",
    ignore: ignore || skipUnless(Deno.uid() === 0, "root is needed, to lock memory"),
    both: true,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      for (const [cycle, sleep] of [[0, "create: sleep 1"], [1, ""], [600, ""]] as const) {
        const probed = scene.robot("lock", [`take: ${cycle} memory`, sleep]);
        const { robot, manager } = scene.pair(probed);
        const told =
          /\[warning\] .* the driver 'RobotDriverProbe' has locked all memory of this process \(mlockall\): unlocked/;
        await robot.line(told);
        await until("cycles", () => probed.probe.cycles > cycle + 1500);
        assert.equal(robot.count(told), 1);
        const kilobytes = lockedKb(robot.pid);
        assert.ok(kilobytes > 0 && kilobytes < 8000, `${kilobytes} kB are locked`);
        robot.signal("SIGTERM");
        await robot.exits(0);
        await manager.end();
      }
    },
  },
  {
    name: "a driver that enables floating-point exceptions, whenever it does, is told of, and ends nothing",
    ignore: ignore || skipUnless(Deno.build.arch === "x86_64", "this processor need not have such exceptions"),
    both: true,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      for (const cycle of [0, 1, 10]) {
        const probed = scene.robot("exceptions", [`take: ${cycle} exceptions`]);
        const { robot, manager } = scene.pair(probed);
        await robot.line(
          /\[warning\] .* the driver .*has enabled floating-point exceptions in the control thread: set back/,
        );
        await until("cycles", () => probed.probe.cycles > 1500);
        robot.signal("SIGTERM");
        await robot.exits(0);
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

/** Memory of a process that is locked [kB]. */
function lockedKb(pid: number): number {
  return Number(/VmLck:\s*(\d+)/.exec(Deno.readTextFileSync(`/proc/${pid}/status`))![1]);
}
