import assert from "node:assert/strict";
import { hasProgram } from "./kit/has_program.ts";
import { type ProbeRobot, ProbeScene } from "./kit/probe_scene.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { BenchRobot, Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";

const ignore = skipUnless(hasProgram("g++"), "g++ is not installed");
const POSE = [0.52, -0.3, 0.9, 0, 0, 0];
const INITIAL = `initial: ${POSE.join(" ")}`;

/** Starts a pair for a probe that stands at POSE and does what `lines` say. */
async function pair(bench: Workbench, hint: string, lines: readonly string[], settings: BenchRobot = {}) {
  const scene = await ProbeScene.open(bench);
  const probed = scene.robot(hint, [INITIAL, ...lines], settings);
  return { name: probed.name, probe: probed.probe, probed, scene, ...scene.pair(probed) };
}

/** Checks that nobody shows a stack, and that no core of ours was the end. */
function noTrace(...processes: UriProcess[]): void {
  for (const { text } of processes) assert.doesNotMatch(text, /^\s+at |panicked|Uncaught|terminate called/m);
}

/** Checks that a robot in position mode was never sent anywhere but where it stood. */
function neverMoved({ probe }: Pick<ProbeRobot, "probe">): void {
  for (const { kind, values } of probe.commands()) assert.deepEqual([kind, values], ["servoJ", POSE]);
}

const ends = async (...processes: UriProcess[]) => {
  for (const each of processes) {
    each.signal("SIGTERM");
    await each.exits(0);
  }
};

const PREFIX = String.raw`\[PluginLoader\] Failed to instantiate plugin: RobotDriverProbe: ` +
  "Call to create for object RobotDriverProbe failed: ";

together(3, [
  ...([
    ["throws a std::runtime_error", "throw exception boom", "boom"],
    ["throws a string", "throw string boom", "boom"],
    ["throws a number", "throw int x", String.raw`an exception that is no std::exception`],
    ["returns null", "null", String.raw`create\(\) returned a null pointer`],
    ["throws a text of 100 kB", `throw exception ${"boom".repeat(25_000)}`, "(boom)+(bo?o?)?"],
  ] as const).map(([what, create, wanted], index) => ({
    name: `create() ${what}: logged, told to the manager as ERROR, exit codes 1`,
    ignore,
    both: index === 0,
    async fn(bench: Workbench) {
      const { robot, manager } = await pair(bench, "create", [`create: ${create}`]);
      await robot.exits(1);
      await manager.exits(1);
      assert.match(robot.text, new RegExp(String.raw`init failed: Driver load failed: ${PREFIX}${wanted}$`, "m"));
      assert.match(
        manager.text,
        new RegExp(
          String.raw`Robot '.*' init failed: ERROR: Driver load failed: ${PREFIX}${wanted} — skipping\.$`,
          "m",
        ),
      );
      assert.match(manager.text, /No robot_interface responded — cannot start controller\.$/m);
      noTrace(robot, manager);
    },
  })),
  {
    name: "create() blocks for 30 s: Ctrl-C ends the interface and the manager meanwhile, exit codes 0",
    ignore,
    both: true,
    async fn(bench) {
      for (const signal of ["SIGINT", "SIGTERM"] as const) {
        const { robot, manager, probe } = await pair(bench, "slow", ["create: sleep 30"]);
        await until("create()", () => probe.events().length > 0);
        manager.signal(signal);
        await manager.exits(0);
        robot.signal(signal);
        await robot.exits(0);
        assert.match(robot.text, /interrupted before init$/m);
        assert.deepEqual(probe.events().map(({ kind }) => kind), ["create"]);
        noTrace(robot, manager);
        Deno.removeSync(`${bench.folder}/prefix`, { recursive: true });
      }
    },
  },
  {
    name: "create() blocks for 30 s in an autostarted interface: Ctrl-C of the manager ends both",
    ignore,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const probed = scene.robot("slow", ["create: sleep 30"], { autostart: true });
      const manager = scene.manager([probed]);
      await until("create()", () => probed.probe.events().length > 0);
      manager.signal("SIGINT");
      await manager.exits(0);
      await manager.allEnd();
      assert.doesNotMatch(manager.text, /SIGKILL/);
    },
  },
  {
    name: "create() crashes in an autostarted interface: the manager says with which signal it ended, exit code 1",
    ignore,
    both: true,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const manager = scene.manager([scene.robot("crash", ["create: crash"], { autostart: true })]);
      await manager.exits(1);
      assert.match(manager.text, /robot_interface '.*' \(pid \d+\) ended with signal SIGSEGV before it answered/);
    },
  },
  {
    name:
      "create() crashes in an interface that is started by hand, again and again: each end is told, the third ends the wait",
    ignore,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const probed = scene.robot("crash", ["create: crash"]);
      const manager = scene.manager([probed]);
      for (let i = 1; i <= 3; i++) {
        const robot = scene.interface(probed.name, probed.robot);
        assert.equal((await robot.end()).signal, "SIGSEGV");
        if (i < 3) await until("the line", () => manager.count(/\[warning\] .*ended before it answered/) === i);
      }
      await manager.exits(1);
      assert.match(manager.text, /robot_interface '.*' has ended 3 times before it answered\. Skipping this robot\.$/m);
    },
  },
  ...([
    ["sync", "exception", "boom", String.raw`sync\(\): boom`],
    // So early that the manager may not even have begun.
    ["sync", "exception", "boom", String.raw`sync\(\): boom`, 100],
    ["sync", "int", "x", String.raw`sync\(\): an exception that is no std::exception`],
    ["getActualQ", "text", "boom", String.raw`readState\(\): getActualQ\(\): boom`],
    ["getForceSensors", "string", "boom", String.raw`readState\(\): getForceSensors\(\): boom`],
  ] as const).map(([method, kind, text, wanted, cycle = 1000], index) => ({
    name:
      `${method}() throws (${kind}) at cycle ${cycle}: logged with driver, call and text, the robot is held, exit codes 1`,
    ignore,
    both: index === 0,
    async fn(bench: Workbench) {
      const { name, robot, manager, probe } = await pair(bench, "throw", [`throw: ${method} ${cycle} ${kind} ${text}`]);
      await robot.exits(1);
      assert.match(robot.text, new RegExp(`\\[error\\] .*'${name}' driver 'RobotDriverProbe' ${wanted}$`, "m"));
      assert.doesNotMatch(robot.text, /exited cleanly/);
      await manager.exits(1);
      const early = cycle === 100 ? "|ended before|has ended" : "";
      assert.match(
        manager.text,
        new RegExp(`Lost connection to robot '.*': the interface's liveliness token is lost${early}`),
      );
      const [thrown, hold, last] = probe.events().slice(-3);
      assert.deepEqual([thrown.kind, thrown.cycle, hold.kind, last.kind], ["throw", cycle, "servoJ", "destroy"]);
      neverMoved({ probe });
      noTrace(robot, manager);
      assert.match(bench.report(name).error, new RegExp(wanted));
    },
  })),
  ...([["position", "servoJ"], ["velocity", "speedJ"], ["torque", "tauJ"]] as const).map(([mode, method]) => ({
    name: `${method}() throws: logged with driver, call and text, exit codes 1`,
    ignore,
    async fn(bench: Workbench) {
      const { robot, manager, probe } = await pair(bench, "throw", [`throw: ${method} 1000 exception boom`], { mode });
      await robot.exits(1);
      assert.match(robot.text, new RegExp(String.raw`driver 'RobotDriverProbe' command: ${method}\(\): boom$`, "m"));
      await manager.exits(1);
      assert.equal(probe.events().at(-1)?.kind, "destroy");
      noTrace(robot, manager);
    },
  })),
  {
    name: "sync() crashes: the manager has lost the robot; of one that it has started, it names the signal",
    ignore,
    both: true,
    async fn(bench) {
      const { robot, manager, probe, scene } = await pair(bench, "crash", ["crash: 1000"]);
      assert.equal((await robot.end()).signal, "SIGSEGV");
      await manager.exits(1);
      assert.match(manager.text, /Lost connection to robot '.*': the interface's liveliness token is lost/);
      assert.equal(probe.events().at(-1)?.kind, "crash");

      const child = scene.manager([scene.robot("crash", ["crash: 1000"], { autostart: true })]);
      await child.exits(1);
      assert.match(child.text, /liveliness token is lost; its process \d+ ended with SIGSEGV/);
    },
  },
  {
    name:
      "sync() ends the process by exit(): the manager has lost the robot; of one that it has started, it names the exit code, which is 1",
    ignore,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const manager = scene.manager([scene.robot("exit", ["exit: 1000 0"], { autostart: true })]);
      await manager.exits(1);
      assert.match(manager.text, /liveliness token is lost; its process \d+ ended with exit code 1$/m);
      assert.match(
        manager.text,
        /\[error\] \[RobotInterface\] '.*' the driver, or .*, has ended this process by exit\(0\)/,
      );
      noTrace(manager);
    },
  },
  {
    name: "sync() never returns: told with the bound, and that the robot cannot be held, exit codes 1",
    ignore,
    both: true,
    async fn(bench) {
      const { robot, manager, probe } = await pair(bench, "hang", ["hang: 1000"], { more: { sync_timeout_ms: 800 } });
      await robot.exits(1);
      assert.match(
        robot.text,
        /driver 'RobotDriverProbe' sync\(\) has not returned for \d+\.\d s; wanted at most 800 ms .*The robot cannot be held by this process$/m,
      );
      await manager.exits(1);
      assert.equal(probe.events().at(-1)?.kind, "hang");
      noTrace(robot, manager);
    },
  },
  {
    name: "a signal while sync() hangs ends the interface within its patience, exit code 1; a second one at once",
    ignore,
    both: true,
    async fn(bench) {
      for (const twice of [false, true]) {
        const settings = { more: { sync_timeout_ms: 60_000 }, timeoutMs: 60_000 };
        const { robot, manager, probe } = await pair(bench, "pending", ["hang: 1000"], settings);
        await until("the hang", () => probe.events().at(-1)?.kind === "hang");
        robot.signal("SIGINT");
        if (twice) {
          await robot.line(/Caught signal 2/);
          robot.signal("SIGINT");
        }
        await robot.exits(twice ? 130 : 1);
        if (!twice) {
          assert.match(robot.text, /driver 'RobotDriverProbe' did not return from sync\(\) within 4 s of the stop/);
        }
        await manager.exits(1);
        noTrace(robot, manager);
        Deno.removeSync(`${bench.folder}/prefix`, { recursive: true });
      }
    },
  },
  {
    name: "sync() takes 3 s once: the manager is lost and the robot held, the next manager takes it on without a jump",
    ignore,
    async fn(bench) {
      const settings = { timeoutMs: 1000, more: { sync_timeout_ms: 60_000 } };
      const { probe, probed, robot, manager, scene } = await pair(bench, "stall", ["stall: 700 3"], settings);
      await manager.exits(1);
      assert.match(manager.text, /Lost connection to robot '.*': no new state for 1000 ms/);
      await robot.line(/holding the robot/);
      const second = scene.manager([probed]);
      await robot.line(/commands are back after/);
      await ends(second, robot);
      neverMoved({ probe });
    },
  },
  {
    name: "sync() takes 3 s once, less than the timeout: it goes on without a jump",
    ignore,
    async fn(bench) {
      const settings = { timeoutMs: 30_000, more: { sync_timeout_ms: 60_000 } };
      const { robot, manager, probe } = await pair(bench, "stall", ["stall: 700 3"], settings);
      await until("cycles after it", () => probe.cycles > 1200);
      await ends(manager, robot);
      neverMoved({ probe });
      const record = probe.record().filter(({ kind }) => kind === "sync");
      assert.ok(record[699].stampNs - record[698].stampNs >= 3_000_000_000n);
    },
  },
  {
    name: "NaN in the positions: kept back with the joint named, the robot stays where it is",
    ignore,
    async fn(bench) {
      const { name, robot, manager, probe } = await pair(bench, "nan", ["phase: 400 nan 2", "phase: 450 normal"]);
      await robot.line(/keeps back a state: position of joint 2 'elbow_joint' is NaN, wanted a finite number/);
      await until("cycles after it", () => probe.cycles > 900);
      await ends(manager, robot);
      assert.equal(bench.report(name).states_not_finite, 50);
      neverMoved({ probe });
    },
  },
  {
    name: "destroy() throws, or takes 30 s: the robot is left all the same",
    ignore,
    async fn(bench) {
      const thrown = await pair(bench, "throw", ["destroy: throw exception boom"]);
      await thrown.manager.line(/robot initialized/);
      await ends(thrown.manager, thrown.robot);
      noTrace(thrown.robot);
      Deno.removeSync(`${bench.folder}/prefix`, { recursive: true });

      const slow = await pair(bench, "slow", ["destroy: sleep 30"]);
      await slow.manager.line(/robot initialized/);
      slow.manager.signal("SIGTERM");
      await slow.manager.exits(0);
      slow.robot.signal("SIGTERM");
      await until("destroy()", () => slow.probe.events().at(-1)?.kind === "destroy");
      const { code } = await slow.robot.end();
      assert.equal(code, 1, slow.robot.text);
      assert.match(
        slow.robot.text,
        /did not return from being closed \(its destructor, or close\(\)\) within 4 s of the stop$/m,
      );
      assert.equal(slow.probe.events().at(-2)?.kind, "servoJ", "the hold was sent before");
    },
  },
]);
