import assert from "node:assert/strict";
import { together } from "./kit/together.ts";
import { WireManager } from "./kit/wire_manager.ts";
import type { Workbench } from "./kit/workbench.ts";

/** A driver that leaves a mark when its file is run. */
const DRIVER = `Deno.writeTextFileSync(new URL("./ran", import.meta.url), "");
export default ({ clock, periodNs, module }) => {
  const n = module.joints.length;
  return {
    sync: () => (clock.sleepUntil(clock.now() + periodNs), 0),
    readState(into) {
      into.position.fill(0.1);
      into.positionCount = n;
      into.velocityCount = into.torqueCount = 0;
      return 0;
    },
    servoJ: () => 0,
    lastError: () => "",
  };
};
`;

/** A folder `allowed` and a folder `allowed-evil`, each with the driver, and a link from the first to the second. */
function folders(bench: Workbench): void {
  for (const folder of ["allowed", "allowed-evil"]) {
    Deno.mkdirSync(`${bench.folder}/${folder}`);
    bench.file(`${folder}/d.js`, DRIVER);
  }
  Deno.symlinkSync("../allowed-evil/d.js", `${bench.folder}/allowed/link.js`);
}

/** True when a driver's file was run. */
function ran(bench: Workbench): boolean {
  return ["allowed", "allowed/deep", "allowed-evil", "."].some((folder) => {
    try {
      return Deno.statSync(`${bench.folder}/${folder}/ran`).isFile;
    } catch {
      return false;
    }
  });
}

/** Starts an interface by hand, with more lines in its file, and asks it for `driver`; gives its answer. */
async function ask(bench: Workbench, driver: string, lines: string) {
  const name = bench.name("p");
  const config = bench.file(`${name}.yaml`, `name: ${name}\nnetwork_interface: {protocol: shm}\n${lines}\n`);
  // The working directory has modules as well: they are no way in.
  const robot = bench.uri(["interface", "-c", config], { cwd: `${bench.folder}/allowed` });
  await robot.line(/waiting for init query/);
  const manager = await WireManager.take(bench, name);
  const answer = await manager.init(bench.initEntry(name, { driver }));
  return { robot, manager, answer, config };
}

together(3, [
  {
    name:
      "by default an interface loads no module that a query names: the answer says what to write where, nothing is run",
    both: true,
    async fn(bench) {
      folders(bench);
      for (const driver of [`${bench.folder}/allowed/d.js`, "d.js", "./d.js"]) {
        const { robot, answer, config } = await ask(bench, driver, "");
        assert.match(answer, /^ERROR: Driver load failed: this interface loads no module that an init query names/);
        assert.ok(answer.includes(`write 'module_path: FOLDER' in ${config}`), answer);
        await robot.exits(1);
        assert.doesNotMatch(robot.text, /^\s+at /m);
      }
      assert.ok(!ran(bench));
    },
  },
  {
    name: "with module_path: an absolute path in the folder, and one that is relative to it",
    both: true,
    async fn(bench) {
      folders(bench);
      for (const driver of [`${bench.folder}/allowed/../allowed/d.js`, "d.js"]) {
        const { robot, answer } = await ask(bench, driver, "module_path: [./allowed]");
        assert.equal(answer, "OK");
        robot.signal("SIGTERM");
        await robot.exits(0);
      }
      assert.ok(ran(bench));
    },
  },
  {
    name:
      "with module_path: what leads elsewhere is refused, by a prefix, by dots, by a link, and class names are no paths",
    both: true,
    async fn(bench) {
      folders(bench);
      for (
        const [driver, pattern] of [
          [
            `${bench.folder}/allowed-evil/d.js`,
            /is not among those that this interface loads: what is in .*\/allowed; put it there/,
          ],
          ["../allowed-evil/d.js", /is not among those that this interface loads/],
          ["link.js", /is not among those that this interface loads/],
          ["/etc/passwd", /the driver name '\/etc\/passwd' has a slash: a path is taken for a module only/],
          ["../../lib/libx.so", /the driver name '.*' has a slash/],
        ] as const
      ) {
        const { robot, answer } = await ask(bench, driver, "module_path: ./allowed");
        assert.match(answer, /^ERROR: Driver load failed: /);
        assert.match(answer, pattern);
        await robot.exits(1);
      }
      assert.ok(!ran(bench));
    },
  },
  {
    name:
      "with module_path and shared memory: the manager's file names a module that is there only, and one beside itself",
    both: true,
    async fn(bench) {
      folders(bench);
      Deno.mkdirSync(`${bench.folder}/manager`);
      bench.file("manager/own.js", DRIVER);
      for (const [driver, allowed] of [["d.js", "./allowed"], ["./own.js", "./manager"]]) {
        const name = bench.name("q");
        const own = bench.file(
          `${name}.yaml`,
          `name: ${name}\nnetwork_interface: {protocol: shm}\nmodule_path: ${allowed}\n`,
        );
        const robot = bench.uri(["interface", "-c", own]);
        await robot.line(/waiting for init query/);
        const text = Deno.readTextFileSync(bench.config({ [name]: { driver: "RobotDriverMock" } }));
        const config = bench.file("manager/m.yaml", text.replace("RobotDriverMock", driver));
        const manager = bench.manager(config, "--for", "1");
        await manager.line(/robot initialized/);
        await manager.exits(0);
        robot.signal("SIGTERM");
        await robot.exits(0);
      }
      const name = bench.name("none");
      const text = Deno.readTextFileSync(bench.config({ [name]: { driver: "RobotDriverMock", autostart: true } }));
      const manager = bench.manager(bench.file("manager/m.yaml", text.replace("RobotDriverMock", "d.js")));
      await manager.exits(2);
      assert.match(manager.text, /robot_interface\.driver: 'd\.js' does not exist; wanted an existing file/);
    },
  },
  {
    name: "with module_path: a module that somebody else can change, by its file, its folder or one above, is refused",
    both: true,
    async fn(bench) {
      folders(bench);
      Deno.mkdirSync(`${bench.folder}/allowed/deep`);
      bench.file("allowed/deep/d.js", DRIVER);
      for (const [part, mode, kept] of [["deep/d.js", 0o666, 0o644], ["deep", 0o777, 0o755]] as const) {
        const path = `${bench.folder}/allowed/${part}`;
        Deno.chmodSync(path, mode);
        const { robot, answer } = await ask(bench, "deep/d.js", "module_path: ./allowed");
        assert.match(answer, /^ERROR: Driver load failed: the module 'deep\/d\.js' can be changed by somebody else: /);
        assert.ok(
          answer.includes(`can be written by everybody; do chmod o-w '${path}', on the robot's computer`),
          answer,
        );
        await robot.exits(1);
        Deno.chmodSync(path, kept);
      }
      assert.ok(!ran(bench));
    },
  },
  {
    name:
      "an autostarted robot loads the module that its manager's file names, and no other that somebody else asks for",
    both: true,
    async fn(bench) {
      folders(bench);
      const name = bench.name("auto");
      const config = bench.config({ [name]: { driver: "./allowed/d.js", autostart: true } });
      await bench.manager(config, "--for", "1").exits(0);
      assert.ok(ran(bench));
      Deno.removeSync(`${bench.folder}/allowed/ran`);
      // The command that the manager prints does the same by hand; here somebody else is faster than the manager.
      const file = `/tmp/robot_manager_${name}_interface.yaml`;
      const robot = bench.uri(["interface", "-c", file, "-n", name]);
      await robot.line(/waiting for init query/);
      const intruder = await WireManager.take(bench, name);
      const answer = await intruder.init(bench.initEntry(name, { driver: `${bench.folder}/allowed-evil/d.js` }));
      assert.match(
        answer,
        /^ERROR: Driver load failed: the module '.*' is not among those .*: .*\/allowed\/d\.js; put it there/,
      );
      await robot.exits(1);
      assert.ok(!ran(bench));
    },
  },
  {
    name: "module_path that is no folder, or one for everybody, is refused at the start, with exit code 2",
    async fn(bench) {
      Deno.mkdirSync(`${bench.folder}/open`);
      Deno.chmodSync(`${bench.folder}/open`, 0o777);
      for (
        const [value, text] of [["nowhere", "does not exist"], [
          "open",
          "is no safe place for modules, .* can be written by everybody",
        ]]
      ) {
        const config = bench.file("i.yaml", `name: x\nnetwork_interface: {protocol: shm}\nmodule_path: ${value}\n`);
        const robot = bench.uri(["interface", "-c", config]);
        await robot.exits(2);
        assert.match(robot.text, new RegExp(`i\\.yaml:3:14: module_path: '${value}' ${text}`));
      }
    },
  },
]);
