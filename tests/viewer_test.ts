import assert from "node:assert/strict";
import { stringify } from "yaml";
import { shellQuote } from "../core/shell_quote.ts";
import { hasProgram } from "./kit/has_program.ts";
import { Probe } from "./kit/probe.ts";
import { ProbeScene } from "./kit/probe_scene.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";
import { projectRoot } from "../tools/project_root.ts";

const noTerminal = skipUnless(hasProgram("script"), "script, which makes a terminal, is not installed");
const noCompiler = skipUnless(hasProgram("g++"), "g++ is not installed");
// deno-lint-ignore no-control-regex -- they are what must not be there
const CONTROL = /[\x00-\x09\x0b-\x1f]/;
const NAMES = [
  "shoulder_pan_joint",
  "shoulder_lift_joint",
  "elbow_joint",
  "wrist_1_joint",
  "wrist_2_joint",
  "wrist_3_joint",
];

/** Writes the configuration of a mock UR5e, and the mock's own file when `mock` is given. */
function mockConfig(bench: Workbench, mock?: Record<string, unknown>, more: Record<string, unknown> = {}): string {
  const settings = mock === undefined ? {} : { config_path: bench.file("mock.yaml", stringify(mock)) };
  return bench.file(
    "view.yaml",
    stringify({ name: "arm", module: "UR5e", robot_interface: { driver: "RobotDriverMock", ...settings, ...more } }),
  );
}

/** Standard output and standard error apart, and the exit code, of `uri viewer`. */
async function run(bench: Workbench, args: readonly string[]) {
  const [program, ...first] = bench.argv;
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...first, "viewer", ...args],
    stdin: "null",
    env: { NO_COLOR: "1" },
  }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

/** Starts `uri viewer` from an installation that has the probe. */
async function probeViewer(bench: Workbench): Promise<(...args: string[]) => UriProcess> {
  const { prefix } = await ProbeScene.open(bench);
  const isExecutable = bench.argv.length === 1;
  const argv = isExecutable ? [`${prefix.folder}/bin/uri`] : bench.argv;
  return (...args) => bench.start([...argv, "viewer", ...args, ...(isExecutable ? [] : prefix.flags)]);
}

/** Stops a viewer and checks that it ends as asked. */
async function stop(viewer: UriProcess, signal: Deno.Signal = "SIGINT"): Promise<void> {
  viewer.signal(signal);
  await viewer.exits(0);
  assert.match(viewer.text, /\[warning\] Caught signal (2|15)/);
  assert.doesNotMatch(viewer.text, /\[error\]|^\s+at /m);
}

together(3, [
  {
    name: "viewer: --once in a pipe is one block of text without cursor codes, exit code 0",
    both: true,
    async fn(bench) {
      const { code, out, err } = await run(bench, ["-c", mockConfig(bench), "--once"]);
      assert.deepEqual([code, err], [0, ""]);
      assert.doesNotMatch(out, CONTROL);
      assert.match(out, /^\[info\] \[robot_state_viewer\] Loading driver 'RobotDriverMock' \(127\.0\.0\.1:0\)$/m);
      assert.match(out, /^\[info\] \[robot_state_viewer\] Connected\. Starting state display at 10 Hz\.$/m);
      assert.equal(out.match(/^Robot State Viewer — RobotDriverMock @ 127\.0\.0\.1 {3}arm {2}UR5e/gm)?.length, 1);
      for (const name of NAMES) assert.match(out, new RegExp(`^${name} +│ +-?\\d\\.\\d{4} `, "m"));
      assert.match(out, /^IMU tool_imu .* 9\.8100$/m);
      assert.match(out, /^Force tool_force /m);
      assert.match(out, /^Latency \(\d+ cycles, \d+\.\d Hz\)/m);
      assert.match(out, /^sync\(\) +\d+\.\d \| +\d+\.\d \| +\d+\.\d us$/m);
      assert.match(out, /^cycle period +\d+\.\d \| +\d+\.\d \| +\d+\.\d us$/m);
      assert.match(out, /^\[info\] \[robot_state_viewer\] Exiting\.$/m);
    },
  },
  {
    name: "viewer: --json --once is one document, the log goes to the standard error",
    both: true,
    async fn(bench) {
      const config = mockConfig(bench, { initial_positions: [6.25, -1, 1, 0, 0, 0] });
      const { code, out, err } = await run(bench, ["-c", config, "--json", "--once"]);
      assert.equal(code, 0);
      assert.match(err, /Loading driver 'RobotDriverMock'/);
      assert.match(err, /Exiting\./);
      assert.ok(out.endsWith("}\n") && !out.trimEnd().includes("\n"));
      const document = JSON.parse(out);
      assert.deepEqual(document.joints.map(({ name }: { name: string }) => name), NAMES);
      assert.deepEqual(document.joints.map(({ position }: { position: number }) => position), [6.25, -1, 1, 0, 0, 0]);
      assert.deepEqual(document.joints[0].limits.map(({ state }: { state: string }) => state), ["near"]);
      assert.deepEqual(document.body_sensors[0].linear_acceleration, [0, 0, 9.81]);
      assert.deepEqual([document.robot, document.module, document.error], ["arm", "UR5e", null]);
      assert.ok(document.window.cycles >= 1);
      assert.ok(document.window.cycle_period_us.avg > 0);
    },
  },
  {
    name: "viewer: --json is one document a line, as often as asked; --for ends it",
    async fn(bench) {
      const { code, out } = await run(bench, ["-c", mockConfig(bench), "--json", "-r", "20", "--for", "1.5"]);
      assert.equal(code, 0);
      const documents = out.trimEnd().split("\n").map((line) => JSON.parse(line));
      assert.ok(documents.length >= 3, `${documents.length} documents`);
      assert.equal(documents[0].window.cycles, 1, "the first one at once");
      const cycles = documents.reduce((sum, { window }) => sum + window.cycles, 0);
      assert.equal(documents.at(-1).total_cycles, cycles, "windows follow each other without a gap");
    },
  },
  {
    name:
      "viewer: on a terminal of 40 columns and 15 rows each display fits it, is drawn in place, and the shell goes on below",
    both: true,
    ignore: noTerminal,
    async fn(bench) {
      const command = shellQuote([...bench.argv, "viewer", "-c", mockConfig(bench), "--for", "2"]);
      const { code, stdout } = await new Deno.Command("script", {
        args: ["-qec", `stty cols 40 rows 15; ${command}`, "/dev/null"],
        stdin: "null",
        env: { NO_COLOR: "1", TERM: "xterm" },
      }).output();
      assert.equal(code, 0);
      const [before, ...frames] = new TextDecoder().decode(stdout).split("\x1b[H");
      assert.match(before, /Connected\. Starting state display at 10 Hz\./);
      assert.ok(frames.length >= 2, `${frames.length} displays`);
      for (const frame of frames) {
        const lines = frame.slice(0, frame.indexOf("\x1b[J")).split("\r\n").map((line) => line.replace("\x1b[K", ""));
        assert.ok(lines.length <= 15, frame);
        for (const line of lines) assert.ok([...line].length <= 40, line);
        assert.ok(lines.some((line) => /^wrist_3_joint +│ +0\.0000/.test(line)), frame);
      }
      assert.ok(frames.at(-1)!.endsWith("\x1b[J\r\n[info] [robot_state_viewer] Exiting.\r\n"));
    },
  },
  {
    name: "viewer: nothing is sent to the robot, and the driver is closed",
    async fn(bench) {
      const config = mockConfig(bench, { record: "arm.rec" });
      const viewer = bench.uri(["viewer", "-c", config]);
      await until("a hundred cycles", () => bench.record("arm").length > 100);
      await stop(viewer);
      assert.deepEqual(bench.commands("arm"), []);
      assert.match(viewer.lines.at(-1)!, /\[robot_state_viewer\] Exiting\./);
    },
  },
  {
    name: "viewer: MuJoCo, from a manager's file",
    both: true,
    async fn(bench) {
      const config = `${projectRoot()}/examples/ur5e/mc_rtc.yaml`;
      const { code, out } = await run(bench, ["-c", config, "--once", "--json"]);
      assert.equal(code, 0);
      const { driver, joints, robot } = JSON.parse(out);
      assert.deepEqual([driver, robot, joints.length], ["RobotDriverMuJoCo", "ur5e", 6]);
      assert.ok(joints.every(({ position }: { position: number }) => Number.isFinite(position)));
    },
  },
  {
    name:
      "viewer: a module as driver, from a manager's file and without a robot module, with the sensors that it names",
    both: true,
    async fn(bench) {
      const example = `${projectRoot()}/examples/modules/mc_rtc.yaml`;
      const shown = await run(bench, ["-c", example, "--once", "--json"]);
      assert.equal(shown.code, 0, shown.err);
      assert.equal(JSON.parse(shown.out).joints.length, 2);
      bench.file(
        "my_driver.js",
        `export default ({ clock }) => ({
          sync() { clock.sleepUntil(clock.now() + 2e6); return 0; },
          readState(into) {
            into.position.set([1, 2, 3]);
            into.positionCount = 3;
            for (const sensor of into.forceSensors) { sensor.present = true; sensor.force.set([4, 5, 6]); }
            return 0;
          },
          sensorNames: () => ({ bodySensors: [], forceSensors: ["wrist"] }),
          servoJ() { return 0; },
          lastError: () => "",
        });`,
      );
      const config = bench.file("view.yaml", "robot_interface: {driver: ./my_driver.js}");
      const { code, out, err } = await run(bench, ["-c", config, "--once", "--json"]);
      assert.equal(code, 0, err);
      assert.match(err, /no robot module is named/);
      const { joints, force_sensors } = JSON.parse(out);
      assert.deepEqual(joints.map(({ position }: { position: number }) => position), [1, 2, 3]);
      assert.deepEqual(force_sensors, [{ name: "wrist", force: [4, 5, 6], torque: [0, 0, 0] }]);
    },
  },
  {
    name: "viewer: a driver in a shared library, without a module and with one",
    both: true,
    ignore: noCompiler,
    async fn(bench) {
      const viewerOf = await probeViewer(bench);
      const probe = new Probe(bench.folder, "p", [
        "joints: 7",
        "imu: waist",
        "force_sensor: left",
        "initial: 1 2 3 4 5 6 7",
      ]);
      const section = { driver: "RobotDriverProbe", ip: "10.0.0.1", port: 3, config_path: probe.script };
      const config = bench.file("view.yaml", stringify({ robot_interface: section }));
      const viewer = viewerOf("-c", config, "--once");
      await viewer.exits(0);
      assert.match(viewer.text, /Loading driver 'RobotDriverProbe' \(10\.0\.0\.1:3\)/);
      for (let i = 0; i < 7; i++) assert.match(viewer.text, new RegExp(`^${i} {5}│ +${i + 1}\\.0000 `, "m"));
      assert.match(viewer.text, /^IMU waist .*9\.8100$/m);
      assert.match(viewer.text, /^Force left /m);
      const kinds = new Set(probe.events().map(({ kind }) => kind));
      assert.deepEqual([...kinds], ["create", "sync", "destroy"], "nothing is commanded");
      const known = bench.file("known.yaml", stringify({ module: "UR5e", robot_interface: section }));
      const other = viewerOf("-c", known, "--once");
      await other.exits(0);
      assert.match(other.text, /^shoulder_pan_joint +│ +1\.0000 /m);
      assert.match(other.text, /^!! the driver reports 7 joint positions, the module 'UR5e' has 6 joints$/m);
    },
  },
  {
    name: "viewer: a driver in a shared library that throws in sync(): what was shown stays, its text, exit code 1",
    ignore: noCompiler,
    async fn(bench) {
      const viewerOf = await probeViewer(bench);
      const probe = new Probe(bench.folder, "p", ["throw: sync 200 exception no answer from the robot"]);
      const section = { driver: "RobotDriverProbe", config_path: probe.script };
      const config = bench.file("view.yaml", stringify({ robot_interface: section }));
      const viewer = viewerOf("-c", config);
      await viewer.exits(1);
      assert.match(viewer.text, /^!! driver 'RobotDriverProbe' sync\(\): no answer from the robot$/m);
      assert.match(
        viewer.text,
        /\[error\] \[robot_state_viewer\] driver 'RobotDriverProbe' sync\(\): no answer from the robot/,
      );
      assert.equal(probe.events().at(-1)!.kind, "destroy");
    },
  },
  {
    name:
      "viewer: a driver that blocks while it is destroyed: what happened is shown before, and the end does not wait for it",
    ignore: noCompiler,
    async fn(bench) {
      const viewerOf = await probeViewer(bench);
      const probe = new Probe(bench.folder, "p", ["throw: sync 200 exception boom", "destroy: sleep 3600"]);
      const section = { driver: "RobotDriverProbe", config_path: probe.script };
      const viewer = viewerOf("-c", bench.file("view.yaml", stringify({ robot_interface: section })), "--json");
      await viewer.exits(1);
      const documents = viewer.lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
      assert.equal(documents.filter(({ error }) => error !== null).length, 1);
      assert.equal(new Set(documents.map(({ time_s }) => time_s)).size, documents.length, "each window once");
      assert.match(viewer.text, /\[warning\] .*driver 'RobotDriverProbe' has not returned from being closed/);
      assert.match(viewer.text, /\[error\] .*sync\(\): boom/);
    },
  },
  {
    name: "viewer: SIGINT and SIGTERM end it at once while the driver connects, whether that blocks or not",
    both: true,
    async fn(bench) {
      for (const [create_blocks, signal] of [[true, "SIGINT"], [false, "SIGTERM"]] as const) {
        const viewer = bench.uri([
          "viewer",
          "-c",
          mockConfig(bench, { faults: { create_delay_s: 3600, create_blocks } }),
        ]);
        await viewer.line(/Loading driver/);
        await stop(viewer, signal);
        assert.match(viewer.text, /stopped before driver 'RobotDriverMock' was loaded/);
      }
    },
  },
  {
    name: "viewer: a driver that connects for long is told of, and --for ends the wait",
    async fn(bench) {
      const config = mockConfig(bench, { faults: { create_delay_s: 3600 } });
      const viewer = bench.uri(["viewer", "-c", config]);
      await viewer.line(/still loading driver 'RobotDriverMock', for 5 s now/);
      await stop(viewer);
      assert.equal((await run(bench, ["-c", config, "--for", "0.5"])).code, 0);
      const once = await run(bench, ["-c", config, "--for", "0.5", "--once"]);
      assert.equal(once.code, 1);
      assert.match(once.err, /Failed to load driver: 'RobotDriverMock' was not ready within 0\.5 s/);
    },
  },
  {
    name: "viewer: a sync() that never returns is shown, and does not hold up SIGINT",
    both: true,
    async fn(bench) {
      const config = mockConfig(bench, { faults: { sync_hang_at_cycle: 200 } }, { sync_timeout_ms: 700 });
      const viewer = bench.uri(["viewer", "-c", config, "--json"]);
      const line = await viewer.line(/sync\(\) has not returned for \d+\.\d s/);
      const document = JSON.parse(line);
      assert.equal(document.window.cycles, 0);
      assert.ok(document.blocked_s >= 0.7);
      assert.equal(document.joints.length, 6, "the last state");
      await stop(viewer);
      assert.match(viewer.text, /did not return from sync\(\): the process ends without waiting longer/);
    },
  },
  {
    name: "viewer: --once fails, and does not wait for ever, where sync() hangs from the start or no state comes",
    async fn(bench) {
      // In the first cycle, and in one of the window that would be shown.
      for (const sync_hang_at_cycle of [1, 20]) {
        const config = mockConfig(bench, { faults: { sync_hang_at_cycle } }, { sync_timeout_ms: 500 });
        const hung = await run(bench, ["-c", config, "--once", "--json"]);
        assert.deepEqual([hung.code, hung.out], [1, ""]);
        assert.match(hung.err, /\[error\] .*driver 'RobotDriverMock' sync\(\) has not returned for \d\.\d s/);
      }
      const silent = mockConfig(bench, { faults: { no_state_for_s: 3600 } });
      const none = await run(bench, ["-c", silent, "--once", "--for", "1"]);
      assert.equal(none.code, 1);
      assert.match(none.err, /driver 'RobotDriverMock' has not reported joint positions within 1 s/);
    },
  },
  {
    name: "viewer: --once waits for the first state",
    async fn(bench) {
      const { code, out } = await run(bench, [
        "-c",
        mockConfig(bench, { faults: { no_state_for_s: 1 } }),
        "--once",
        "--json",
      ]);
      assert.equal(code, 0);
      assert.equal(JSON.parse(out).joints[2].position, 1.5707963267948966);
    },
  },
  {
    name: "viewer: wrong counts and values that are not finite are problems, a failing sync() is the end",
    async fn(bench) {
      const config = mockConfig(bench, {
        faults: {
          position_count: 5,
          from_cycle: 100,
          nan_position_at_cycle: 200,
          nan_joint: 3,
          sync_error_at_cycle: 400,
        },
      });
      const { code, out, err } = await run(bench, ["-c", config, "--json"]);
      assert.equal(code, 1);
      assert.match(
        err,
        /\[error\] \[robot_state_viewer\] driver 'RobotDriverMock' sync\(\) failed: the mock robot was told to fail/,
      );
      const documents = out.trimEnd().split("\n").map((line) => JSON.parse(line));
      const problems = documents.flatMap((document) => document.problems as string[]);
      assert.ok(problems.some((text) => /reports 5 joint positions, the module 'UR5e' has 6 joints/.test(text)));
      assert.ok(problems.some((text) => /position of joint 'elbow_joint' is NaN/.test(text)));
      assert.match(documents.at(-1).error, /told to fail/);
      assert.equal(documents.at(-1).joints[2].position, null);
      assert.equal(documents.at(-1).total_cycles, 399);
    },
  },
  {
    name: "viewer: what cannot be shown: exit code 2 for the configuration, 1 for a driver that cannot be loaded",
    both: true,
    async fn(bench) {
      const two = `${projectRoot()}/examples/two_robots/mc_rtc.yaml`;
      const several = await run(bench, ["-c", two]);
      assert.deepEqual([several.code, several.out], [2, ""]);
      assert.match(several.err, /defines 2 robots under 'Robots', select one with --name \(left, right\)/);
      assert.equal((await run(bench, ["-c", two, "-n", "left", "--once"])).code, 0);
      const missing = await run(bench, ["-c", "/nowhere/view.yaml"]);
      assert.equal(missing.code, 2);
      assert.match(missing.err, /\/nowhere\/view\.yaml: cannot be read: there is no such file/);
      const unknown = await run(bench, ["-c", bench.file("u.yaml", "robot_interface: {driver: RobotDriverNone}")]);
      assert.equal(unknown.code, 1);
      assert.match(unknown.err, /\[error\] \[robot_state_viewer\] Failed to load driver: .*RobotDriverNone/);
      const broken = await run(bench, ["-c", mockConfig(bench, { faults: { create_error: "no robot there" } })]);
      assert.equal(broken.code, 1);
      assert.match(broken.err, /Failed to load driver: .*no robot there/);
      for (const { err } of [several, missing, unknown, broken]) assert.doesNotMatch(err, /^\s+at /m);
    },
  },
  {
    name: "viewer: a reader that goes away ends it without an error; a full disk with one",
    async fn(bench) {
      const config = mockConfig(bench);
      const shell = (script: string) =>
        bench.start(["sh", "-c", script, "sh", ...bench.argv, "viewer", "-c", config, "--json", "-r", "50"]);
      const gone = shell('{ "$@"; echo "code $?" >&2; } | head -n 1 | wc -l');
      await gone.allEnd();
      assert.ok(gone.lines.includes("1") && gone.lines.includes("code 0"), gone.text);
      const full = shell('"$@" >/dev/full');
      await full.exits(1);
      assert.match(
        full.text,
        /\[error\] \[robot_state_viewer\] cannot write to the standard output: No space left on device/,
      );
    },
  },
  {
    name: "viewer: a reader that stops reading does not hold up SIGINT",
    async fn(bench) {
      const config = mockConfig(bench);
      const reads = `${bench.folder}/reads`;
      // The signal comes when the first line is read, and those after it have filled the pipe.
      const script =
        `"$@" --json -r 1000 --log-level warning & viewer=$!; while ! [ -e '${reads}' ]; do sleep 0.1; done; sleep 2; ` +
        'kill -INT $viewer; wait $viewer; echo "code $?" >&2';
      const outer = `{ ${script}; } | { read -r line; : > '${reads}'; sleep 3600 & echo "sleeps $!" >&2; wait; }`;
      const process = bench.start(["sh", "-c", outer, "sh", ...bench.argv, "viewer", "-c", config]);
      const sleeper = Number((await process.line(/^sleeps /)).split(" ")[1]);
      try {
        assert.equal(await process.line(/^code /), "code 0");
      } finally {
        Deno.kill(sleeper);
      }
    },
  },
]);
