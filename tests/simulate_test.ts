import assert from "node:assert/strict";
import { together } from "./kit/together.ts";
import { TwoArms } from "./kit/two_arms.ts";
import { until } from "./kit/until.ts";
import { WireManager } from "./kit/wire_manager.ts";

const TARGETS = { bender: [[0.3, 0.9, 1.0], [-0.3, 0.6, 1.4]], sweeper: [[0.05, 0.8, 0.4], [0.2, -0.5, -0.4]] };

together(2, [
  {
    name:
      "simulate: one manager moves both arms at their own rates; the world outlives it, holds, and serves the next one",
    both: true,
    async fn(bench) {
      const scene = new TwoArms(bench);
      const simulation = await scene.start();
      const first = scene.manager("first", ["bender", "sweeper"], TARGETS, "--for", "12");
      await first.exits(0);
      const { robots } = bench.report("first");
      for (const arm of ["bender", "sweeper"] as const) {
        const { postures, lost, states_refused, states_received: states } = robots[scene.names[arm]];
        assert.deepEqual([lost, states_refused], [null, 0]);
        assert.ok(postures.length >= 2, `${arm}: ${postures.length} postures`);
        // Each at its own period, however busy the computer was.
        assert.ok(
          states > 0.5 * 12 / TwoArms.PERIODS[arm] && states < 1.2 * 12 / TwoArms.PERIODS[arm],
          `${arm}: ${states} states`,
        );
      }
      for (const name of Object.values(scene.names)) {
        await simulation.line(new RegExp(`'${name}' lost the manager .* holding the robot`));
      }
      const second = scene.manager("second", ["bender", "sweeper"], TARGETS, "--for", "2");
      await second.exits(0);
      assert.equal(bench.report("second").robots[scene.names.bender].states_refused, 0);
      assert.equal(simulation.count(/commands are back after .* the hold ends/), 2);
      simulation.signal("SIGTERM");
      await simulation.exits(0);
      assert.match(simulation.text, /s simulated, real-time factor \d\.\d+/);
      assert.deepEqual(bench.leftovers(), []);
    },
  },
  {
    name: "simulate: one manager each; the loss of one leaves the other robot alone",
    async fn(bench) {
      const scene = new TwoArms(bench);
      const simulation = await scene.start();
      const one = scene.manager("one", ["bender"], TARGETS, "--for", "60");
      const other = scene.manager("other", ["sweeper"], TARGETS, "--for", "5");
      await one.line(/robot initialized/);
      await other.line(/robot initialized/);
      one.signal("SIGKILL");
      await simulation.line(new RegExp(`'${scene.names.bender}' lost the manager`));
      await other.exits(0);
      assert.equal(bench.report("other").robots[scene.names.sweeper].lost, null);
      await simulation.line(new RegExp(`'${scene.names.sweeper}' lost the manager`));
      const lost = simulation.lines.findIndex((line) => line.includes(`'${scene.names.sweeper}' lost the manager`));
      const before = simulation.lines.findIndex((line) => line.includes(`'${scene.names.bender}' lost the manager`));
      assert.ok(lost > before, "the other robot was held only when its own manager had ended");
      simulation.signal("SIGINT");
      await simulation.exits(0);
    },
  },
  {
    name: "simulate: an init query that does not fit is refused with the reason, and the next one is served",
    async fn(bench) {
      const scene = new TwoArms(bench);
      const simulation = await scene.start();
      const manager = await WireManager.take(bench, scene.names.bender);
      const asks = (entry: Record<string, unknown>) =>
        manager.init({
          ...entry,
          robot_module: { name: "bender", joints: ["turn", "lower", "upper"].map((name) => ({ name })) },
        });
      assert.match(
        await asks(scene.entry("bender", { time_step: 0.004 })),
        /^ERROR: Driver load failed: simulating '.*': the manager asks for a period of 4 ms, and the scene has 1 ms/,
      );
      const joints = ["turn", "lower", "wrist"].map((name) => ({ name }));
      // Until the robot waits anew, the answer is still that to the first query.
      const answer = async (entry: () => Promise<string>) => {
        const text = await entry();
        return text === "" || text.includes("asks for a period of 4 ms") || text === before ? undefined : text;
      };
      let before = "";
      const strange = () => manager.init({ ...scene.entry("bender"), robot_module: { name: "b", joints } });
      before = await until("another answer", () => answer(strange));
      assert.match(before, /^ERROR: Driver load failed: .*wrist/);
      assert.equal(await until("the right answer", () => answer(() => asks(scene.entry("bender")))), "OK");
      const state = await until("a state", () => manager.takeState());
      assert.equal(state.position.length, 3);
      simulation.signal("SIGTERM");
      await simulation.exits(0);
    },
  },
  {
    name:
      "simulate: what is wrong with a scene or its models is told at the start, and by --check, with exit code 2 or 1",
    async fn(bench) {
      const scene = new TwoArms(bench);
      const text = Deno.readTextFileSync(scene.file);
      const broken = (name: string, change: (text: string) => string) => {
        const file = `${scene.folder}/${name}.yaml`;
        Deno.writeTextFileSync(file, change(text));
        return file;
      };
      for (const more of [[], ["--check"]]) {
        const key = bench.uri([
          "simulate",
          "-c",
          broken("key", (text) => text.replace("time_step: 0.001", "tme_step: 0.001")),
          ...more,
        ]);
        await key.exits(2);
        assert.match(key.text, /key\.yaml:\d+:\d+: robots\..*tme_step: .*did you mean 'time_step'/);
        const model = bench.uri([
          "simulate",
          "-c",
          broken("model", (text) => text.replace("sweeper.xml", "gone.xml")),
          ...more,
        ]);
        const { code } = await model.end();
        assert.ok(code === 2 || code === 1, `${code}`);
        assert.match(model.text, /gone\.xml/);
        assert.doesNotMatch(model.text, /this is a defect|^\s+at /m);
      }
      const check = bench.uri(["simulate", "-c", scene.file, "--check", "--json"]);
      await check.exits(0);
      const report = JSON.parse(check.text.slice(check.text.indexOf("{")));
      assert.deepEqual(report.robots.map(({ name }: { name: string }) => name), Object.values(scene.names));
    },
  },
]);
