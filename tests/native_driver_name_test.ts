import assert from "node:assert/strict";
import { hasProgram } from "./kit/has_program.ts";
import { Probe } from "./kit/probe.ts";
import { ProbeScene } from "./kit/probe_scene.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import { skipUnless } from "./skip_unless.ts";

const ignore = skipUnless(hasProgram("g++"), "g++ is not installed");
const POSE = [0.52, -0.3, 0.9, 0, 0, 0];
const OTHER = [-1, 1, -1, 1, -1, 1];

together(2, [
  {
    name:
      "an interface is started twice, for robots that stand elsewhere: the second is refused with the owner, states are never mixed",
    ignore,
    both: true,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const probed = scene.robot("twice", [`initial: ${POSE.join(" ")}`]);
      const { name, robot: entry, probe } = probed;
      const first = scene.interface(name, entry);
      await first.line(/waiting for init query/);
      const refused = async () => {
        const second = scene.interface(name, entry);
        await second.exits(1);
        assert.match(second.text, new RegExp(`is held by uri interface '${name}' \\(pid ${first.pid}\\b`));
        assert.doesNotMatch(second.text, /loading driver|^\s+at /m);
      };
      await refused();
      const manager = scene.manager([probed]);
      await manager.line(/robot initialized/);
      // Whoever creates a driver from now on has one that stands elsewhere.
      const before = probe.commands().length;
      const other = new Probe(bench.folder, `${name}-other`, [`initial: ${OTHER.join(" ")}`]);
      Deno.renameSync(other.script, probe.script);
      await refused();
      await until("commands", () => probe.commands().length > before + 500);
      manager.signal("SIGTERM");
      await manager.exits(0);
      first.signal("SIGTERM");
      await first.exits(0);
      for (const { values } of probe.record()) assert.deepEqual(values, POSE);
      assert.deepEqual(other.events(), [], "no driver was created for the second interface");
    },
  },
  {
    name:
      "an interface that follows another of its name, whose robot stands elsewhere: the new manager starts from there",
    ignore,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const one = scene.robot("heir", [`initial: ${POSE.join(" ")}`]);
      const { robot, manager } = scene.pair(one);
      await manager.line(/robot initialized/);
      robot.signal("SIGKILL");
      await manager.exits(1);
      const probe = new Probe(bench.folder, `${one.name}-next`, [`initial: ${OTHER.join(" ")}`]);
      const next = { ...one, probe, robot: { ...one.robot, more: { ...one.robot.more, config_path: probe.script } } };
      const pair = scene.pair(next);
      await until("commands", () => probe.commands().length > 300);
      pair.manager.signal("SIGTERM");
      await pair.manager.exits(0);
      pair.robot.signal("SIGTERM");
      await pair.robot.exits(0);
      for (const { kind, values } of probe.commands()) assert.deepEqual([kind, values], ["servoJ", OTHER]);
    },
  },
]);
