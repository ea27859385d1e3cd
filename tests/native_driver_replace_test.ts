import assert from "node:assert/strict";
import { hasProgram } from "./kit/has_program.ts";
import { pause } from "./kit/pause.ts";
import { brokenPlugin } from "./kit/broken_plugin.ts";
import { ProbeScene } from "./kit/probe_scene.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";
import { uriCommands } from "./uri_command.ts";

const ignore = skipUnless(hasProgram("g++"), "g++ is not installed");
const noExecutable = skipUnless(
  uriCommands().some(({ label }) => label === "executable"),
  "there is no current dist/uri (./dev build makes it)",
);
const POSE = [0.52, -0.3, 0.9, 0, 0, 0];
const INITIAL = `initial: ${POSE.join(" ")}`;

/** How a library that is in use is changed on disk. */
const CHANGES: [what: string, change: (path: string, other: string) => Promise<void> | void][] = [
  ["overwritten in place by another library", async (path, other) => {
    const { success } = await new Deno.Command("cp", { args: [other, path] }).output();
    assert.ok(success);
  }],
  ["cut to nothing", (path) => Deno.truncateSync(path, 0)],
  ["replaced by a rename", (path, other) => {
    Deno.copyFileSync(other, `${path}.new`);
    Deno.renameSync(`${path}.new`, path);
  }],
  ["removed", (path) => Deno.removeSync(path)],
];

together(4, [
  ...CHANGES.map(([what, change], index) => ({
    name:
      `a driver's library is ${what} while it runs: nothing happens for five seconds, the hold is sent at the end, exit code 0`,
    ignore,
    both: index === 0,
    async fn(bench: Workbench) {
      const scene = await ProbeScene.open(bench);
      const probed = scene.robot("cp", [INITIAL]);
      const { robot, manager } = scene.pair(probed);
      await manager.line(/robot initialized/);
      const other = await brokenPlugin("other_header.cpp", "-DABI=2");
      await change(`${scene.prefix.drivers}/libprobe.so`, other);
      const before = probed.probe.commands().length;
      await pause(5000);
      const after = probed.probe.commands().length;
      assert.ok(after > before + 1000, `${after - before} commands`);
      manager.signal("SIGTERM");
      await manager.exits(0);
      await robot.line(/holding the robot/);
      robot.signal("SIGTERM");
      await robot.exits(0);
      const [last, closed] = probed.probe.events().slice(-2);
      assert.deepEqual([last.kind, last.words.map(Number), closed.kind], ["servoJ", POSE, "destroy"]);
      assert.match(robot.text, /exited cleanly$/m);
    },
  })),
  {
    name:
      "the executable is replaced, then a manager that runs already starts a robot: it is found, and its drivers too",
    ignore: ignore || noExecutable,
    async fn() {
      const command = uriCommands().find(({ label }) => label === "executable")!;
      const { Workbench } = await import("./kit/workbench.ts");
      await using bench = new Workbench(command);
      const scene = await ProbeScene.open(bench);
      const uri = `${scene.prefix.folder}/bin/uri`;
      const probed = scene.robot("exe", [INITIAL], { autostart: true });
      const config = bench.config({ [probed.name]: probed.robot });
      const text = Deno.readTextFileSync(config);
      Deno.removeSync(config);
      // A pipe as configuration stops the manager at its start, until something is written.
      await new Deno.Command("mkfifo", { args: [config] }).output();
      const manager = bench.start([uri, "manager", "-c", config, "--for", "1"]);
      await until(
        "the manager to be waiting",
        () => Deno.readTextFileSync(`/proc/${manager.pid}/comm`).trim() === "uri",
      );
      using pipe = await Deno.open(config, { write: true });
      Deno.copyFileSync(command.argv[0], `${uri}.new`);
      Deno.renameSync(`${uri}.new`, uri);
      await pipe.write(new TextEncoder().encode(text));
      pipe.close();
      await manager.exits(0);
      assert.equal(manager.count(/robot initialized/), 1, manager.text);
      assert.ok(probed.probe.commands().length > 100);
    },
  },
]);
