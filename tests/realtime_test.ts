import assert from "node:assert/strict";
import { pause } from "./kit/pause.ts";
import { processesNaming } from "./kit/processes_naming.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";

async function works(...argv: string[]): Promise<boolean> {
  try {
    const command = new Deno.Command(argv[0], { args: argv.slice(1), stdout: "null", stderr: "null" });
    return (await command.output()).success;
  } catch {
    return false;
  }
}

/** What takes the rights of a process away; nothing for a user who has none. */
const plain = Deno.uid() === 0
  ? ["setpriv", "--inh-caps=-all", "--bounding-set=-all", "--ambient-caps=-all", "prlimit", "--rtprio=0"]
  : [];
const noPlain = skipUnless(
  Deno.uid() === 0 ? await works(...plain, "true") : !await works("chrt", "-f", "1", "true"),
  "this user has the right to real-time scheduling and cannot give it up (setpriv, prlimit)",
);
const noTaskset = skipUnless(await works("taskset", "-c", "0", "true"), "taskset is not installed");
const noClock = skipUnless(
  Deno.env.get("CI") === "true" && Deno.uid() === 0 && Deno.env.get("URI_TEST_SET_CLOCK") === "true",
  "setting the computer's clock is for a machine of its own: run as root with CI=true URI_TEST_SET_CLOCK=true",
);

/** Arguments of a manager that starts the robot `name` itself. */
function autostarted(bench: Workbench, name: string, ...more: string[]): string[] {
  const report = ["--report", `${bench.folder}/manager.json`];
  return ["manager", "-c", bench.config({ [name]: { autostart: true } }), ...report, ...more];
}

/** Processor time that a process has used [s]. */
function processorSeconds(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).replace(/^.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Starts `argv` of uri by another program, e.g. one that takes rights away. */
function by(
  bench: Workbench,
  before: readonly string[],
  args: readonly string[],
  env?: Record<string, string>,
): UriProcess {
  return bench.start([...before, ...bench.argv, ...args], { env });
}

together(2, [
  {
    name:
      "without rights, --realtime try: one warning a process with errno and remedy, then normal scheduling, and it runs",
    ignore: noPlain,
    both: true,
    async fn(bench) {
      const name = bench.name("plain");
      const manager = by(bench, plain, autostarted(bench, name, "--for", "1"));
      await manager.exits(0);
      const warnings = manager.lines.filter((line) => line.startsWith("[warning]") && line.includes("scheduling"));
      assert.equal(warnings.length, 2, manager.text);
      for (const line of warnings) {
        assert.match(line, /no real-time scheduling, the loop runs with the normal one/);
        assert.match(line, /SCHED_DEADLINE \(sched_setattr\): EPERM/);
        assert.match(line, /SCHED_FIFO \(sched_setscheduler\): EPERM/);
        assert.match(line, /setcap cap_sys_nice\+ep .*rtprio/);
      }
      const { policy, robots } = bench.report("manager");
      assert.deepEqual([policy.requested, policy.obtained], ["try", "SCHED_OTHER"]);
      assert.match(policy.reason, /EPERM/);
      assert.ok(robots[name].commands_sent > 100);
    },
  },
  {
    name: "without rights, --realtime enforce: refused with errno and remedy, exit code 1, no child is left",
    ignore: noPlain,
    async fn(bench) {
      const [own, other] = [bench.name("own"), bench.name("other")];
      const manager = by(bench, plain, autostarted(bench, own, "--realtime", "enforce"));
      await manager.exits(1);
      await manager.allEnd();
      assert.match(manager.text, /\[error\].*EPERM.*setcap/);
      assert.deepEqual(processesNaming(own), []);

      // The interface alone lacks the rights: the manager is told why.
      const config = bench.interfaceConfig(other);
      const robot = by(bench, plain, ["interface", "-c", config, "--realtime", "enforce"]);
      const right = bench.uri(["manager", "-c", bench.config({ [other]: {} })]);
      await robot.exits(1);
      assert.match(robot.text, /\[error\].*EPERM/);
      await right.exits(1);
      assert.match(right.text, /init failed: ERROR: .*no real-time scheduling.*EPERM/);
      assert.deepEqual(bench.commands(other).length <= 1, true);
    },
  },
  {
    name: "--realtime off asks for nothing and warns of nothing",
    async fn(bench) {
      const name = bench.name("off");
      const manager = bench.uri(autostarted(bench, name, "--for", "0.5", "--realtime", "off"));
      await manager.exits(0);
      assert.equal(manager.count(/normal scheduling, as asked by --realtime off/), 2);
      assert.deepEqual(bench.report("manager").policy, { requested: "off", obtained: "SCHED_OTHER", reason: "" });
    },
  },
  {
    name: "MC_RT_FREQ that is no period is named before anything starts, exit code 2; a good one is taken",
    async fn(bench) {
      for (const value of ["abc", "0", "-1", "1e9", "1 ms"]) {
        const name = bench.name("freq");
        const manager = bench.uri(autostarted(bench, name), { env: { MC_RT_FREQ: value } });
        await manager.exits(2);
        assert.ok(manager.text.includes(`Cannot read MC_RT_FREQ: '${value}'`), manager.text);
        assert.equal(manager.count(/Spawning/), 0);
      }
      const name = bench.name("freq");
      const manager = bench.uri(autostarted(bench, name, "--for", "0.3"), { env: { MC_RT_FREQ: "5" } });
      await manager.exits(0);
    },
  },
  {
    name: "the whole pair on one core for five seconds: no false loss, SIGTERM works, the processor is not eaten up",
    ignore: noTaskset,
    both: true,
    async fn(bench) {
      const name = bench.name("core");
      const config = bench.config({ [name]: { autostart: true, timeoutMs: 1000 } });
      const report = `${bench.folder}/manager.json`;
      const manager = by(bench, ["taskset", "-c", "0"], ["manager", "-c", config, "--report", report]);
      await manager.line(/robot initialized/);
      await pause(1500); // until the compiler has done its work
      const pids = processesNaming(name).concat(manager.pid);
      assert.equal(pids.length, 2);
      const before = pids.map(processorSeconds);
      const startedAt = performance.now();
      await pause(5000);
      const seconds = (performance.now() - startedAt) / 1000;
      const used = pids.map(processorSeconds).reduce((sum, each, i) => sum + each - before[i], 0);
      manager.signal("SIGTERM");
      await manager.exits(0);
      assert.equal(manager.count(/Lost connection|lost the manager \(no new/), 0, manager.text);
      assert.ok(used < 0.9 * seconds, `${used} s of the processor in ${seconds} s`);
      const figures = bench.report("manager");
      assert.equal(figures.robots[name].lost, null);
      assert.ok(figures.robots[name].states_received > 500);
    },
  },
  {
    name: "no major collection in eight seconds of either loop",
    async fn(bench) {
      const name = bench.name("heap");
      const robot = bench.interface(name);
      const targets = [[0.6, -1, 1, -1, -1, 0.4], [-0.6, -2, 2, -2, -2, -0.4]];
      const top = { Controller: "posture", Posture: { dwell: 0, robots: { [name]: { targets } } } };
      // No record: writing one allocates.
      const config = bench.config({ [name]: { driver: "RobotDriverMock", latencyStats: true } }, top);
      const manager = bench.manager(config, "--for", "8");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      for (const who of ["manager", name]) {
        const { heap, cycles } = bench.report(who);
        assert.ok(cycles > 4000, `${cycles}`);
        assert.equal(heap.major_gcs, 0, who);
      }
    },
  },
  {
    name: "the clock of the computer set back and forth: no loss, the rhythm stays, logs go on",
    ignore: noClock,
    async fn(bench) {
      const name = bench.name("clock");
      const robot = bench.interface(name, { latencyStats: true, timeoutMs: 500 });
      const manager = bench.manager(bench.config({ [name]: { timeoutMs: 500 } }));
      await manager.line(/robot initialized/);
      await robot.line(/robot_comm round trip/);
      for (const shift of ["-1 hour", "+1 hour", "+1 hour", "-1 hour"]) {
        const from = robot.lines.length;
        await new Deno.Command("date", { args: ["-s", shift] }).output();
        await robot.line(/robot_comm round trip/, from);
        await robot.line(/robot_comm round trip/, from + 1);
      }
      manager.signal("SIGTERM");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      assert.equal(bench.report("manager").robots[name].lost, null);
      assert.equal(bench.report(name).holds.length, 1);
      assert.ok(bench.report(name).round_trip_us.p50 > 0);
    },
  },
  {
    name: "round trips are reported once a second, positive and in order",
    async fn(bench) {
      const name = bench.name("trip");
      const robot = bench.interface(name, { latencyStats: true });
      const manager = bench.manager(bench.config({ [name]: {} }));
      await until("three lines", () => robot.count(/robot_comm round trip/) >= 3);
      manager.signal("SIGTERM");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      const lines = robot.lines.filter((line) => line.includes("robot_comm round trip"));
      for (const line of lines.slice(1)) {
        const match = line.match(
          /^\[info\] \[RobotInterface\] '.*' robot_comm round trip \((\d+) samples\): min ([\d.]+) us \| avg ([\d.]+) us \| max ([\d.]+) us \(one-way ~ ([\d.]+) us\)$/,
        );
        assert.ok(match !== null, line);
        const [samples, min, average, max, half] = match.slice(1).map(Number);
        assert.ok(samples > 0 && samples <= 1100, line);
        assert.ok(min > 0 && min <= average && average <= max, line);
        assert.ok(Math.abs(half - average / 2) <= 0.1, line);
      }
      const figures = bench.report(name).round_trip_us;
      assert.ok(figures.p50 > 0 && figures.p50 <= figures.max);
      const told = bench.report("manager").robots[name].round_trip_us; // asked at the end
      assert.ok(told.count > 1000 && told.count <= figures.count, JSON.stringify([told, figures]));
      assert.ok(told.p50 > 0 && told.p50 <= told.max);
    },
  },
]);
