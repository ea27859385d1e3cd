import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { together } from "./kit/together.ts";
import type { Workbench } from "./kit/workbench.ts";

/** Writes the files that docs/modules.md shows, those whose first line names them, and returns the robot's name in them. */
function writeFiles(bench: Workbench, changes: Record<string, string> = {}): string {
  const name = bench.name("my_robot");
  const page = Deno.readTextFileSync(`${projectRoot()}/docs/modules.md`);
  Deno.mkdirSync(`${bench.folder}/my_robot`, { recursive: true });
  const files = [...page.matchAll(/^```(?:js|yaml)\n(?:\/\/|#) (my_robot\/\S+)\n(.*?)^```$/gms)];
  assert.equal(files.length, 5, "files of the page");
  for (const [, path, written] of files) {
    let text = written;
    if (path.endsWith("mc_rtc.yaml")) {
      text = text.replaceAll("my_robot:", `${name}:`)
        .replace("protocol: shm", "protocol: shm, connection_timeout_ms: 3000"); // this computer may be busy
      for (const [from, to] of Object.entries(changes)) {
        assert.ok(text.includes(from), from);
        text = text.replace(from, to);
      }
    }
    bench.file(path, text);
  }
  return name;
}

const CONTROLLER = { "Controller: posture": "Controller: ./controller.js" };
const PROXY = { "    module: two_joints.yaml": "    module: two_joints.yaml\n    interface: ./proxy.js" };

together(2, [
  {
    name: "docs/modules.md: the robot moves between its targets",
    both: true,
    async fn(bench) {
      const name = writeFiles(bench);
      await bench.manager(`${bench.folder}/my_robot/mc_rtc.yaml`, "--for", "8").exits(0);
      const { postures, states_refused } = bench.report("manager").robots[name];
      assert.equal(states_refused, 0);
      const targets: number[][] = postures.map(({ target }: { target: number[] }) => target);
      assert.ok(targets.some(([q]) => q === 0.5) && targets.some(([q]) => q === -0.5), JSON.stringify(postures));
    },
  },
  {
    name: "docs/modules.md: the controller and the proxy, which ends the run with its own reason",
    async fn(bench) {
      const name = writeFiles(bench, { ...CONTROLLER, ...PROXY });
      const manager = bench.manager(`${bench.folder}/my_robot/mc_rtc.yaml`, "--for", "30");
      await manager.exits(1);
      assert.match(
        manager.text,
        new RegExp(`^\\[error\\] Lost connection to robot '${name}': three seconds are enough$`, "m"),
      );
      const { runs } = bench.report("manager").controller;
      assert.ok(runs > 1000, `${runs} runs`);
    },
  },
]);
