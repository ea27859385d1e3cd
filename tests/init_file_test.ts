import assert from "node:assert/strict";
import { together } from "./kit/together.ts";
import { run } from "./kit/run.ts";
import { WireManager } from "./kit/wire_manager.ts";
import type { Workbench } from "./kit/workbench.ts";

/** Starts an interface, and has an init query from outside name a file for its driver. */
async function ask(bench: Workbench, driver: string, configPath: string) {
  const name = bench.name("file");
  const robot = bench.interface(name);
  await robot.line(/waiting for init query/);
  const manager = await WireManager.take(bench, name);
  const answer = await manager.init(bench.initEntry(name, { driver, more: { config_path: configPath } }), 20_000);
  await robot.exits(1);
  return { answer, robot };
}

together(3, [
  {
    name: "init query: the answer tells nothing of what is in the file that it names; the log here does",
    async fn(bench) {
      const file = bench.file("secret", "root: hunter2\nnetwork={\n  psk: letmein\n}\n[token]\nkey = s3cret\n");
      const { answer, robot } = await ask(bench, "RobotDriverMock", file);
      assert.match(
        answer,
        /^ERROR: Driver load failed: Cannot read the settings of the mock robot: .*secret is wrong in \d+ place/,
      );
      assert.doesNotMatch(answer, /hunter2|root|letmein|psk|s3cret|token/);
      assert.match(robot.text, /secret:\d+:\d+/);
    },
  },
  {
    name: "init query: a pipe or a device is no file, and is not waited for",
    async fn(bench) {
      const pipe = `${bench.folder}/pipe`;
      await run(["mkfifo", pipe]);
      for (
        const [driver, path] of [["RobotDriverMock", pipe], ["RobotDriverMock", "/dev/zero"], [
          "RobotDriverMuJoCo",
          pipe,
        ], ["RobotDriverMuJoCo", "/dev/zero"]]
      ) {
        const { answer } = await ask(bench, driver, path);
        assert.match(answer, /^ERROR: Driver load failed: .*no regular file/, `${driver} ${path}`);
      }
    },
  },
]);
