import assert from "node:assert/strict";
import { stringify } from "yaml";
import { catchesTerm } from "./kit/catches_term.ts";
import { pause } from "./kit/pause.ts";
import { together } from "./kit/together.ts";
import { TwoArms } from "./kit/two_arms.ts";
import { until } from "./kit/until.ts";
import { skipUnless } from "./skip_unless.ts";
import { hasProgram } from "./kit/has_program.ts";

/** Starts of `uri simulate` that somebody disturbs, and worlds that a computer cannot keep up with. */
together(3, [
  {
    name: "simulate: a signal at any moment of the start: exit code 0, no error, nothing left",
    both: true,
    async fn(bench) {
      for (const waitMs of [0, 150, 400, 800]) {
        const arms = new TwoArms(bench);
        const simulation = bench.uri(["simulate", "-c", arms.file]);
        await until("a process that catches signals", () => catchesTerm(simulation.pid));
        await pause(waitMs);
        simulation.signal("SIGTERM");
        await simulation.exits(0);
        assert.equal(simulation.count(/\[error\]|^\s+at /), 0, simulation.text);
        assert.equal(simulation.count(/Caught signal 15/), 1);
        assert.deepEqual(bench.leftovers(), []);
      }
    },
  },
  {
    name: "simulate: a world that is slower than the wall clock says by how much, and what to do",
    async fn(bench) {
      // A period of a millisecond is a hundred steps of physics.
      const arms = new TwoArms(bench, undefined, (text) => text.replace("timestep: 0.001", "timestep: 0.00001"));
      const simulation = await arms.start("--report", `${bench.folder}/world.json`);
      const warning = await simulation.line(/real-time factor 0\.\d\d in the last \d+ s: this computer takes/);
      const [, workMs] = /takes (\d+\.\d\d) ms for 1 ms of this world; give it a longer world\.timestep/.exec(warning)!;
      assert.ok(Number(workMs) > 0.8, workMs);
      simulation.signal("SIGINT");
      await simulation.exits(0);
      const { real_time_factor, lost_ticks } = bench.report("world");
      assert.ok(real_time_factor < 0.97, `${real_time_factor}`);
      assert.ok(lost_ticks > 0);
    },
  },
  {
    name:
      "simulate: one manager for robots of a world and of an interface; a world that is killed after its answer is asked again when it is back",
    async fn(bench) {
      const arms = new TwoArms(bench);
      const killed = await arms.start();
      const real = bench.name("real");
      const interfaceProcess = bench.interface(real);
      const robots = {
        [arms.names.bender]: arms.entry("bender"),
        [arms.names.sweeper]: arms.entry("sweeper"),
        [real]: bench.initEntry(real, { mock: { faults: { create_delay_s: 8 } } }),
      };
      const config = bench.file("three.yaml", stringify({ Controller: "hold", Timestep: 0.002, Robots: robots }));
      const manager = bench.manager(config, "--for", "2");
      for (const name of Object.values(arms.names)) await manager.line(new RegExp(`'${name}' driver loaded`));
      killed.signal("SIGKILL");
      await killed.end();
      const simulation = await arms.start();
      for (const name of Object.keys(robots)) await manager.line(new RegExp(`'${name}' robot initialized`));
      await manager.exits(0);
      for (const name of Object.keys(robots)) {
        const { lost, dropped, commands_sent } = bench.report("manager").robots[name];
        assert.deepEqual([lost, dropped], [null, false]);
        assert.ok(commands_sent > 50, `${name}: ${commands_sent}`);
      }
      for (const process of [simulation, interfaceProcess]) {
        process.signal("SIGTERM");
        await process.exits(0);
      }
      assert.deepEqual(bench.leftovers(), []);
    },
  },
  {
    name:
      "simulate: the scheduling of its loop is asked for as --realtime says, told once, and refused with what to do",
    ignore: skipUnless(Deno.uid() === 0 && hasProgram("setpriv"), "only root with setpriv can take rights away"),
    async fn(bench) {
      const arms = new TwoArms(bench);
      const plain = "setpriv --inh-caps=-all --bounding-set=-all --ambient-caps=-all prlimit --rtprio=0".split(" ");
      const run = (mode: string) => {
        const args = ["simulate", "-c", arms.file, "--for", "0.3", "--realtime", mode];
        return bench.start([...plain, ...bench.argv, ...args, "--report", `${bench.folder}/world.json`]);
      };
      const tried = run("try");
      await tried.exits(0);
      assert.equal(tried.count(/\[warning\] \[Simulation\] loop: .*EPERM.*setcap/), 1, tried.text);
      const { requested, obtained } = bench.report("world").policy;
      assert.deepEqual([requested, obtained], ["try", "SCHED_OTHER"]);
      const off = run("off");
      await off.exits(0);
      assert.equal(off.count(/\[warning\]/), 0, off.text);
      const enforced = run("enforce");
      await enforced.exits(1);
      assert.equal(enforced.count(/\[error\] .*EPERM.*setcap/), 1, enforced.text);
    },
  },
]);
