import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { buildPlugin } from "./kit/build_plugin.ts";
import { hasProgram } from "./kit/has_program.ts";
import { PluginPrefix } from "./kit/plugin_prefix.ts";
import { together } from "./kit/together.ts";
import { skipUnless } from "./skip_unless.ts";

const noTools = skipUnless(hasProgram("g++"), "g++ is needed to build a driver");

together(2, [
  {
    name: "a driver with 6 MB of local variables runs, started by hand, by the manager, and in the viewer",
    ignore: noTools,
    both: true,
    async fn(bench) {
      const prefix = new PluginPrefix(bench.folder);
      prefix.driver(await buildPlugin(`${projectRoot()}/tests/plugins/deep_stack.cpp`), "libDeepStack.so");
      const isExecutable = bench.argv.length === 1;
      const uri = isExecutable ? prefix.executable()! : [...bench.argv];
      const flags = isExecutable ? [] : prefix.flags;
      const module = bench.file("one.yaml", "name: one\njoints: [{name: a}]\n");
      const robot = { module, driver: "RobotDriverDeepStack", more: { ip: "0", port: 0 } };

      const view = bench.file("view.yaml", `robot_interface: {driver: RobotDriverDeepStack}\n`);
      const viewer = bench.start([...uri, "viewer", "-c", view, "--once", "--json", ...flags]);
      await viewer.exits(0);
      assert.match(viewer.text, /0\.5/);

      const [hand, own] = [bench.name("hand"), bench.name("own")];
      const config = bench.config({ [hand]: robot, [own]: { ...robot, autostart: true } });
      const byHand = bench.start([...uri, "interface", "-c", bench.interfaceConfig(hand), ...flags]);
      const manager = bench.start([...uri, "manager", "-c", config, "--for", "1", ...flags]);
      await manager.exits(0);
      assert.equal(manager.initialized().size, 2, manager.text);
      byHand.signal("SIGTERM");
      await byHand.exits(0);
    },
  },
]);
