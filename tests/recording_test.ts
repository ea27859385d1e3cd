import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { hasProgram } from "./kit/has_program.ts";
import { pause } from "./kit/pause.ts";
import { PythonMcap } from "./kit/python_mcap.ts";
import { RecordedArms } from "./kit/recorded_arms.ts";
import { run } from "./kit/run.ts";
import { together } from "./kit/together.ts";
import { TwoArms } from "./kit/two_arms.ts";
import { until } from "./kit/until.ts";
import type { Workbench } from "./kit/workbench.ts";
import { zenohObstacle } from "./kit/zenoh_obstacle.ts";
import { skipUnless } from "./skip_unless.ts";

/** `uri simulate --record`: what is in the file, that it is the same each time in lock step, and what is left of it after a kill or on a full disk. */
const python = await PythonMcap.obstacle();
const noPython = skipUnless(python === "", `recordings read in Python: ${python}`);
const zenoh = zenohObstacle();
const noZenoh = skipUnless(zenoh === "", zenoh);
const noDisk = skipUnless(
  Deno.uid() === 0 && hasProgram("mount"),
  "a disk of its own to fill: it takes root to mount one",
);
const ARMS = ["bender", "sweeper"] as const;
const { SECONDS } = RecordedArms;
const TARGETS = { bender: [[0.3, 0.9, 1.0]], sweeper: [[0.05, 0.8, 0.4]] };

async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((file) => Deno.readFile(file)));
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** The code of a language in a page, in its order. */
function examples(page: string, language: string): string[] {
  const text = Deno.readTextFileSync(`${projectRoot()}/${page}`);
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, code]) => code);
}

together(2, [
  ...["shm", "zenoh/shm"].map((protocol) => ({
    name: `recording over ${protocol}: two runs are the same to the byte, and one with another target is not`,
    both: protocol === "shm",
    ignore: protocol !== "shm" && noZenoh,
    async fn(bench: Workbench) {
      const arms = new RecordedArms(bench, { protocol });
      const one = await arms.run();
      const other = await arms.run();
      const third = await arms.run({ targets: { bender: [[0.6, 0.9, 1.001]] } });
      assert.ok(await isSame(one, other), "the same");
      assert.ok(!await isSame(one, third), "another target makes another file");
      const { recording, error } = bench.report("run1-simulation");
      const cycles = SECONDS / 0.001 + SECONDS / 0.002;
      // The Command for a cycle that does not come any more is nobody's.
      assert.deepEqual(recording, {
        messages: 2 * cycles - 2,
        lost: 0,
        bytes: Deno.statSync(one).size,
        error: "",
      });
      assert.equal(error, "");
    },
  })),
  {
    name: "recording: while processes are stopped and the computer is busy, it is the same to the byte",
    async fn(bench) {
      const arms = new RecordedArms(bench);
      const calm = await arms.run();
      const busy = await arms.run({
        async meanwhile(manager, simulation) {
          const load = Array.from({ length: 4 }, () => bench.start(["sh", "-c", "while :; do :; done"]));
          // Longer than what a State is waited for before it is sent once more, and at as many moments as there is time for.
          for (let i = 0; i < 12 && manager.running && simulation.running; i++) {
            const process = i % 2 === 0 ? manager : simulation;
            process.signal("SIGSTOP");
            await pause(i === 0 ? 1000 : 120);
            process.signal("SIGCONT");
            await pause(20);
          }
          if (manager.running) await manager.exits(0);
          load.forEach((process) => process.signal("SIGKILL"));
        },
      });
      assert.ok(await isSame(calm, busy));
    },
  },
  ...["flatbuffer", "protobuf"].map((backend) => ({
    name: `recording with ${backend}: Python reads all of it, and it is what the robots measured and were told`,
    ignore: noPython,
    async fn(bench: Workbench) {
      const arms = new RecordedArms(bench, { protocol: "shm", backend });
      const file = await arms.run();
      const reader = await PythonMcap.open(`${bench.folder}/python`);
      const { last, messages: count, index } = await reader.read(file);
      assert.equal(last, "Footer");
      const { channels, metadata, messages, chunks } = index!;
      assert.equal(messages.length, count);
      assert.ok(chunks > 1);
      assert.match(metadata.uri.engine, /^MuJoCo \d+\.\d+\.\d+ \((WebAssembly|native)\)$/);
      assert.deepEqual(
        [metadata.uri.scene, metadata.uri.step_ns, metadata.uri.time],
        ["scene.yaml", "1000000", "simulated, since the start"],
      );
      assert.ok(
        !JSON.stringify([metadata, channels]).includes(Deno.realPathSync(bench.folder)),
        "no path of this computer",
      );
      for (const arm of ARMS) {
        const name = arms.arms.names[arm];
        const periodNs = TwoArms.PERIODS[arm] * 1e9;
        const of = (kind: string) => messages.filter(([topic]) => topic === `${name}/${kind}`);
        const [states, commands] = [of("state"), of("command")];
        for (const [i, [, sequence, logNs, publishNs]] of states.entries()) {
          assert.deepEqual([sequence, logNs, publishNs], [i, i * periodNs, i * periodNs]);
        }
        assert.deepEqual(states.map(([, , , , positions]) => positions), arms.measured(arm));
        // The first Command answers the State of time 0: it is taken in the cycle after it.
        assert.deepEqual(commands.map(([, , logNs]) => logNs), states.slice(1).map(([, , logNs]) => logNs));
        assert.deepEqual(commands[0][4], arms.measured(arm)[0], "it begins where the robot is");
        assert.notDeepEqual(commands.at(-1)![4], commands[0][4], "the robot is moved");
        const [encoding, told] = channels[`${name}/state`];
        assert.equal(encoding, backend);
        const joints = arm === "bender" ? "turn,lower,upper" : "lift,turn,elbow";
        assert.deepEqual(told, { robot: name, joints, mode: "position", period_ns: String(periodNs) });
      }
      // The documented examples, on this very file.
      const code = examples("docs/recording.md", "python")[backend === "flatbuffer" ? 0 : 1]
        .replace("run.mcap", file).replace("bender/state", `${arms.arms.names.bender}/state`);
      const lines = (await reader.run(code)).trimEnd().split("\n");
      assert.equal(lines.length, SECONDS / 0.001);
      const [turn, lower, upper] = arms.measured("bender")[1];
      assert.equal(lines[1], `0.001 {'turn': ${turn}, 'lower': ${lower}, 'upper': ${upper}}`);
    },
  })),
  {
    name: "recording on the wall clock: UNIX time; what stands in the file outlives a kill",
    ignore: noPython,
    async fn(bench) {
      const arms = new TwoArms(bench);
      const file = `${bench.folder}/killed.mcap`;
      const reader = await PythonMcap.open(`${bench.folder}/python`);
      const begin = Date.now();
      const simulation = await arms.start("--record", file);
      const manager = arms.manager("manager", ARMS, TARGETS);
      await manager.line(/robot initialized/);
      const before = await until("a second of messages in the file", async () => {
        const { messages } = await reader.read(file).catch(() => ({ messages: 0 }));
        return messages > 4000 && messages;
      });
      simulation.signal("SIGKILL");
      await simulation.end();
      const { messages, last, index } = await reader.read(file);
      assert.ok(messages >= before, `${messages} after the kill, ${before} before it`);
      assert.notEqual(last, "Footer");
      assert.equal(index, undefined);
      await manager.exits(1);
      // Another run, to its end, in the same file.
      const second = await arms.start("--record", file, "--report", `${bench.folder}/simulation.json`);
      await arms.manager("second", ARMS, TARGETS, "--for", "2").exits(0);
      second.signal("SIGTERM");
      await second.exits(0);
      const whole = await reader.read(file);
      const { recording } = bench.report("simulation");
      assert.equal(whole.last, "Footer");
      assert.deepEqual([recording.messages, recording.error], [whole.messages, ""]);
      const times = whole.index!.messages.map(([, , logNs]) => logNs / 1e6);
      assert.ok(times[0] > begin - 1000 && times.at(-1)! < Date.now() + 1000, `${times[0]} … ${times.at(-1)}`);
      assert.equal(whole.index!.metadata.uri.time, "UNIX");
      const states = whole.index!.messages.filter(([topic]) => topic === `${arms.names.bender}/state`);
      assert.ok(states.length > 500, `${states.length} States`);
    },
  },
  {
    name: "recording to a disk that becomes full: the robots are moved on, the file can be read, exit code 1",
    ignore: noDisk || noPython,
    async fn(bench) {
      const arms = new TwoArms(bench);
      const disk = `${bench.folder}/disk`;
      Deno.mkdirSync(disk);
      await run(["mount", "-t", "tmpfs", "-o", "size=600k", "none", disk]);
      bench.onClose(async () => void await run(["umount", "-l", disk]));
      const report = `${bench.folder}/simulation.json`;
      const simulation = await arms.start("--record", `${disk}/run.mcap`, "--report", report);
      const manager = arms.manager("manager", ARMS, TARGETS, "--for", "5");
      await simulation.line(
        /recording to '.*run\.mcap': No space left on device .*; the simulation goes on, and is not recorded from here on/,
      );
      await manager.exits(0);
      assert.equal(bench.report("manager").robots[arms.names.bender].lost, null);
      simulation.signal("SIGTERM");
      await simulation.exits(1);
      const { recording, error } = bench.report("simulation");
      assert.match(recording.error, /No space left on device/);
      assert.equal(error, recording.error);
      const { messages } = await (await PythonMcap.open(`${bench.folder}/python`)).read(`${disk}/run.mcap`);
      assert.ok(messages > 500, `${messages} messages`);
    },
  },
  {
    name: "recording: a folder that is missing, and a file that cannot be made, are told at the start",
    async fn(bench) {
      const arms = new TwoArms(bench);
      const refused = bench.uri(["simulate", "-c", arms.file, "--record", `${bench.folder}/nowhere/run.mcap`]);
      await refused.exits(2);
      assert.match(
        refused.text,
        /Cannot write the recording: the folder '.*nowhere\/' does not exist, .* make it first/,
      );
      const checked = bench.uri(["simulate", "-c", arms.file, "--check", "--record", `${bench.folder}/run.mcap`]);
      await checked.exits(2);
      assert.match(checked.text, /--check lets no time pass, which --record wants to record; leave out one of them/);
      // No user may write there, root included.
      const denied = bench.uri(["simulate", "-c", arms.file, "--record", "/proc/run.mcap"]);
      await denied.exits(1);
      assert.match(
        denied.text,
        /recording to '\/proc\/run\.mcap': .*; give --record a file in a folder that can be written/,
      );
      assert.doesNotMatch(refused.text + checked.text + denied.text, /^ +at /m);
    },
  },
]);
