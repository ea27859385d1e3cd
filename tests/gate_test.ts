import assert from "node:assert/strict";
import { npmPeer } from "../wasm/testing/npm_peer.ts";
import { holdTarget } from "./kit/hold_target.ts";
import { monotonicNs } from "./kit/monotonic_ns.ts";
import { pause } from "./kit/pause.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import { WireInterface } from "./kit/wire_interface.ts";
import { WireManager } from "./kit/wire_manager.ts";
import type { BenchRobot, Workbench } from "./kit/workbench.ts";

const POSE = [0.52, -0.3, 0.9, 0.1, 0.2, 0.3];
const ROBOT: BenchRobot = { mock: { initial_positions: POSE }, timeoutMs: 800 };
const { anyCommand } = WireManager;
const { anyState } = WireInterface;

/** A changed pose: every bad command differs from the good ones in all joints, so that a part of it would show. */
const OTHER = POSE.map((value) => value + 0.02);
const withAt = (at: number, value: number) => OTHER.map((each, i) => i === at ? value : each);

/** The message with the number of its position values replaced by its number of bytes. */
function forged(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 4; at + 8 <= bytes.length; at += 4) {
    if (view.getFloat64(at, true) !== OTHER[0]) continue;
    view.setUint32(at - 4, bytes.length, true);
    return bytes;
  }
  throw new Error("Forging a count: the values are not in the message");
}

/** Messages that must be refused as a whole: name, bytes, reason in the report, what the log says. */
const BAD: [name: string, bytes: Uint8Array, reason: string, text: RegExp][] = [
  ["NaN", anyCommand({ position: withAt(1, NaN) }), "not_finite", /joint 1 'shoulder_lift_joint' is NaN/],
  ["Inf", anyCommand({ position: withAt(0, Infinity) }), "not_finite", /joint 0 'shoulder_pan_joint' is Infinity/],
  ["-Inf last", anyCommand({ position: withAt(5, -Infinity) }), "not_finite", /joint 5 'wrist_3_joint' is -Infinity/],
  ["1e308", anyCommand({ position: withAt(2, 1e308) }), "out_of_limits", /joint 2 'elbow_joint' is 1e\+308/],
  ["beyond the limit", anyCommand({ position: withAt(2, 3.2) }), "out_of_limits", /joint 2 'elbow_joint' is 3.2/],
  ["NaN in kp", anyCommand({ kp: NaN, position: OTHER }), "not_finite", /gain .* is NaN/],
  ["Inf in kd", anyCommand({ kd: Infinity, position: OTHER }), "not_finite", /gain .* is Infinity/],
  ["5 values", anyCommand({ position: OTHER.slice(0, 5) }), "wrong_length", /5 values, wanted 6/],
  ["7 values", anyCommand({ position: [...OTHER, 0.1] }), "wrong_length", /values/],
  ["4000 values", anyCommand({ position: new Array(4000).fill(0.5) }), "wrong_length", /values/],
  ["velocity", anyCommand({ velocity: OTHER }), "wrong_mode", /another mode/],
  ["torque", anyCommand({ torque: OTHER }), "wrong_mode", /another mode/],
  ["two vectors", anyCommand({ position: OTHER, velocity: OTHER }), "not_one_vector", /not_one_vector/],
  [
    "three vectors",
    anyCommand({ position: OTHER, velocity: OTHER, torque: OTHER }),
    "not_one_vector",
    /not_one_vector/,
  ],
  ["no vector", anyCommand({}), "not_one_vector", /not_one_vector/],
  ["State", anyState({ position: OTHER, velocity: OTHER, torque: OTHER }), "wrong_type", /wrong_type/],
  ["State with torques alone", anyState({ torque: OTHER }), "wrong_type", /wrong_type/],
  ["empty", new Uint8Array(0), "malformed", /malformed/],
  ["one byte", new Uint8Array([1]), "malformed", /malformed/],
  ["zeros", new Uint8Array(400), "malformed", /malformed/],
  ["ones", new Uint8Array(400).fill(255), "malformed", /malformed/],
  ["cut off", anyCommand({ position: OTHER }).slice(0, -9), "malformed", /malformed/],
  ["forged count", forged(anyCommand({ position: OTHER })), "malformed", /malformed/],
  ["text", new TextEncoder().encode(`{"position": [${OTHER}]}`.padEnd(200)), "malformed", /malformed/],
];

/** An interface that a wire manager has initialised and commands: it follows `POSE`. */
async function commanded(bench: Workbench, hint: string, robot: BenchRobot = ROBOT) {
  const name = bench.name(hint);
  const process = bench.interface(name, robot, "--log-level", "debug");
  const manager = await WireManager.take(bench, name);
  assert.equal(await manager.init(bench.initEntry(name, robot)), "OK");
  const good = manager.encode(POSE);
  manager.commands.stream(() => good);
  await process.line(/is commanded from its measured position/);
  return { name, process, manager, good };
}

/** Stops it, and gives its figures. */
async function figures(
  bench: Workbench,
  name: string,
  process: { signal(s: Deno.Signal): void; exits(c: number): Promise<void> },
) {
  process.signal("SIGTERM");
  await process.exits(0);
  return bench.report(name);
}

together(3, [
  {
    name: "each kind of bad command is refused as a whole, counted under its reason, and the last good one stays",
    simulated: true,
    both: true,
    async fn(bench) {
      const { name, process, manager, good } = await commanded(bench, "bad", { ...ROBOT, timeoutMs: 60_000 });
      manager.commands.stop();
      const wanted: Record<string, number> = {};
      for (const [what, bytes, reason, text] of BAD) {
        const from = process.lines.length;
        await pause(550); // each reason is reported at most twice a second
        manager.commands.send(bytes);
        assert.match(await process.line(/refused a command/, from), text, what);
        manager.commands.send(good);
        wanted[reason] = (wanted[reason] ?? 0) + 1;
      }
      const report = await figures(bench, name, process);
      assert.deepEqual(report.commands_refused, wanted);
      assert.deepEqual(report.holds, []);
      for (const { kind, values } of bench.commands(name)) assert.deepEqual([kind, values], ["servoJ", POSE]);
    },
  },
  ...[BAD.slice(0, 8), BAD.slice(8, 16), BAD.slice(16)].map((group) => ({
    name: `bad commands do not refresh the watchdog: the robot is held (${group.map(([what]) => what).join(", ")})`,
    simulated: true,
    async fn(bench: Workbench) {
      const { name, process, manager, good } = await commanded(bench, "dog");
      let held = 0;
      for (const [what, bytes] of group) {
        const from = process.lines.length;
        manager.commands.stream(() => bytes);
        await process.line(/lost the manager \(no new command for \d+ ms, timeout 800 ms\), holding the robot/, from);
        held++;
        // Garbage does not end a hold either.
        await pause(100);
        assert.equal(process.count(/commands are back/), held - 1, what);
        manager.commands.stream(() => good);
        await process.line(/commands are back/, from);
      }
      const report = await figures(bench, name, process);
      assert.deepEqual(report.holds.map(({ reason }: { reason: string }) => reason), group.map(() => "no_command"));
      for (const { duration_s } of report.holds) assert.ok(duration_s > 0.09, `${duration_s}`);
      for (const { values } of bench.commands(name)) assert.deepEqual(values, POSE);
    },
  })),
  {
    name: "a flood of bad commands: every one counted, the log at most twice a second, the loop keeps its rate",
    simulated: true,
    async fn(bench) {
      const { name, process, manager, good } = await commanded(bench, "flood", { ...ROBOT, timeoutMs: 60_000 });
      const nan = BAD[0][1];
      const startedAt = performance.now();
      let sent = 0;
      manager.commands.stream(() => sent++ % 2 === 0 ? nan : good, 3);
      await pause(3000);
      await process.line(/\(([2-9]\d\d|\d{4,}) so far for this reason\)/);
      manager.commands.stop();
      await pause(50);
      const seconds = (performance.now() - startedAt) / 1000;
      const warned = process.count(/refused a command/);
      assert.ok(warned >= 2 && warned <= 2 * seconds + 1, `${warned} lines in ${seconds} s`);
      const report = await figures(bench, name, process);
      assert.deepEqual(Object.keys(report.commands_refused), ["not_finite"]);
      const last = process.lines.findLast((line) => line.includes("refused a command"))!;
      assert.match(last, /\(\d+ so far for this reason\)/);
      assert.equal(report.holds.length, 0);
    },
  },
  {
    name: "a peer that leaves out what is empty is understood: absent vectors, gains and stamps",
    simulated: true,
    async fn(bench) {
      const { name, process, manager } = await commanded(bench, "absent", { ...ROBOT, timeoutMs: 60_000 });
      manager.commands.stop();
      const command = { kp: 0, kd: 0, position: OTHER, velocity: [], torque: [], stateStamp: 0n, stateHold: 0n };
      manager.commands.send(npmPeer.encodeCommand(command, { omit: [3, 4, 5, 6] }));
      await until("the command", () => `${bench.commands(name).at(-1)?.values}` === `${OTHER}`);
      manager.commands.send(npmPeer.encodeCommand({ ...command, position: POSE }, { omit: [0, 1, 3, 4] }));
      await until("the command", () => `${bench.commands(name).at(-1)?.values}` === `${POSE}`);
      assert.deepEqual((await figures(bench, name, process)).commands_refused, {});
    },
  },
  {
    name:
      "a first command that jumps is refused, with joint and difference; the robot stays until one starts where it is",
    simulated: true,
    async fn(bench) {
      const name = bench.name("jump");
      const process = bench.interface(name, ROBOT, "--log-level", "debug");
      const manager = await WireManager.take(bench, name);
      assert.equal(await manager.init(bench.initEntry(name, ROBOT)), "OK");
      const far = manager.encode(POSE.map((value, i) => i === 2 ? value - 0.4 : value));
      manager.commands.stream(() => far);
      assert.match(
        await process.line(/refused a command/),
        /first_target_jump: joint 2 'elbow_joint' is asked for 0\.5, but stands at 0\.9 \(0\.4 away\)/,
      );
      await pause(200);
      const zeros = manager.encode([0, 0, 0, 0, 0, 0]);
      manager.commands.stream(() => zeros);
      await pause(200);
      for (const { values } of bench.commands(name)) assert.deepEqual(values, POSE);

      // The same after a hold: the hold goes on.
      const good = manager.encode(POSE);
      manager.commands.stream(() => good);
      await process.line(/is commanded from its measured position/);
      manager.commands.stop();
      await process.line(/holding the robot/);
      manager.commands.stream(() => far);
      await pause(1000);
      assert.equal(process.count(/commands are back/), 0);
      manager.commands.stream(() => good);
      await process.line(/commands are back/);
      const report = await figures(bench, name, process);
      assert.deepEqual(Object.keys(report.commands_refused).sort(), ["first_target_jump", "not_settled"]);
      // A busy computer makes another one.
      assert.ok(report.holds.some(({ duration_s }: { duration_s: number }) => duration_s > 0.8));
      for (const { values } of bench.commands(name)) assert.deepEqual(values, POSE);
    },
  },
  {
    name: "hold does not creep: a servo with a steady error is held at one target for good",
    async fn(bench) {
      const robot = { mock: { initial_positions: POSE, faults: { measured_offset: -0.001 } }, timeoutMs: 600 };
      const name = bench.name("creep");
      const process = bench.interface(name, robot);
      const manager = await WireManager.take(bench, name);
      assert.equal(await manager.init(bench.initEntry(name, robot)), "OK");
      const good = manager.encode(POSE);
      for (let round = 0; round < 2; round++) {
        const from = process.lines.length;
        manager.commands.stream(() => good);
        await until("the target", () => bench.commands(name).at(-1)?.values[0] === POSE[0]);
        manager.commands.stop();
        await process.line(/holding the robot/, from);
        const at = monotonicNs();
        await pause(2000);
        const hold = holdTarget(bench.record(name), at);
        assert.deepEqual(hold.target, POSE.map((value) => value - 0.001));
        assert.ok(hold.lastedNs > 1_000_000_000n, `${hold.lastedNs} ns`);
      }
      // All that was ever commanded: the pose, and the pose less the error, which is also where it stood at the start.
      const targets = new Set(bench.commands(name).map(({ values }) => `${values}`));
      assert.deepEqual([...targets].sort(), [`${POSE.map((value) => value - 0.001)}`, `${POSE}`].sort());
      await figures(bench, name, process);
    },
  },
  {
    name: "what lies in shared memory from before the loop, or from a manager that is gone, is not obeyed",
    simulated: true,
    async fn(bench) {
      const name = bench.name("stale");
      const process = bench.interface(name, ROBOT);
      const manager = await WireManager.take(bench, name);
      await process.line(/waiting for init query/);
      const near = manager.encode(OTHER);
      manager.commands.send(near);
      assert.equal(await manager.init(bench.initEntry(name, ROBOT)), "OK");
      await pause(300);
      await manager.releaseToken();
      await process.line(/its liveliness token is gone/);
      manager.commands.send(near);
      await pause(100);
      await manager.leave();
      const second = await WireManager.take(bench, name);
      assert.equal(await second.init(bench.initEntry(name, ROBOT)), "OK");
      await pause(300);
      for (const { values } of bench.commands(name)) assert.deepEqual(values, POSE);
      // It is taken on as soon as there is a command of the new one.
      second.commands.send(near);
      await process.line(/commands are back/);
      const report = await figures(bench, name, process);
      assert.equal(report.commands_received, 1);
    },
  },
]);
