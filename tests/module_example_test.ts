import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { together } from "./kit/together.ts";
import type { Workbench } from "./kit/workbench.ts";

const EXAMPLE = `${projectRoot()}/examples/modules`;
/** Where the simulated robot stands at the beginning, by its own counting. */
const START = 0.2;

/** What `recorded_driver.js` has seen. */
interface Seen {
  readonly commands: readonly (readonly number[])[];
  readonly positions: readonly (readonly number[])[];
}

/** A driver around that of the example, which also writes down what goes through it. */
const RECORDED = `import createUdpDriver from "./udp_driver.js";
export default async function (context) {
  const driver = await createUdpDriver(context);
  const seen = { commands: [], positions: [] };
  return {
    sync: () => driver.sync(),
    readState(into) {
      const code = driver.readState(into);
      seen.positions.push([...into.position]);
      return code;
    },
    servoJ(q) {
      seen.commands.push([...q]);
      return driver.servoJ(q);
    },
    lastError: () => driver.lastError(),
    close() {
      driver.close();
      Deno.writeTextFileSync(new URL("./seen.json", import.meta.url), JSON.stringify(seen));
    },
  };
}
`;

/** Copies the example to the bench, with a robot name of this test alone and with changes; returns the configuration and the name. */
function copy(bench: Workbench, changes: Record<string, string> = {}): { config: string; name: string } {
  const name = bench.name("two_joints");
  const folder = `${bench.folder}/modules`;
  Deno.mkdirSync(folder);
  for (const { name: file } of Deno.readDirSync(EXAMPLE)) {
    let text = Deno.readTextFileSync(`${EXAMPLE}/${file}`);
    if (file === "mc_rtc.yaml") {
      text = text.replaceAll("two_joints:", `${name}:`)
        .replace("protocol: shm", "protocol: shm\n      connection_timeout_ms: 3000"); // this computer may be busy
      for (const [from, to] of Object.entries(changes)) {
        assert.ok(text.includes(from), from);
        text = text.replace(from, to);
      }
    }
    Deno.writeTextFileSync(`${folder}/${file}`, text);
  }
  Deno.writeTextFileSync(`${folder}/recorded_driver.js`, RECORDED);
  return { config: `${folder}/mc_rtc.yaml`, name };
}

const RECORD = { "driver: ./udp_driver.js": "driver: ./recorded_driver.js", "period: 4": "period: 2" };

together(2, [
  {
    name: "examples/modules: driver, controller and proxy move the simulated robot, each joint by its calibration",
    both: true,
    async fn(bench) {
      const { config, name } = copy(bench, RECORD);
      const manager = bench.manager(config, "--for", "3");
      await manager.exits(0);
      assert.match(manager.text, /loading driver '.*\/modules\/recorded_driver\.js' \(127\.0\.0\.1:0\)/);
      assert.match(manager.text, /\[udp_driver\] '.*' is simulated, at 127\.0\.0\.1:\d+/);
      assert.doesNotMatch(manager.text, /\[error\]|^\s+at /m);
      const report = bench.report("manager");
      assert.equal(report.error, "");
      assert.match(report.controller.name, /\/modules\/wave_controller\.js$/);
      assert.equal(report.robots[name].states_refused, 0);

      const seen: Seen = JSON.parse(Deno.readTextFileSync(`${bench.folder}/modules/seen.json`));
      assert.deepEqual(seen.commands[0].map((q) => q.toFixed(9)), [START, START].map((q) => q.toFixed(9)));
      const most = (of: Seen["commands"], joint: number, sign: number) =>
        Math.max(...of.map((q) => sign * (q[joint] - START)));
      // Half a period after the start both are 0.4 further by the controller's counting: the elbow goes down by the robot's.
      for (const [joint, sign] of [[0, 1], [1, -1]]) {
        assert.ok(Math.abs(most(seen.commands, joint, sign) - 0.4) < 1e-3, `${most(seen.commands, joint, sign)}`);
        assert.ok(Math.abs(most(seen.commands, joint, -sign)) < 1e-9);
        assert.ok(most(seen.positions, joint, sign) > 0.35, `${most(seen.positions, joint, sign)}`);
      }
    },
  },
  {
    name: "examples/modules: the proxy's own reason of a lost connection is in the log and in the report",
    both: true,
    async fn(bench) {
      const { config, name } = copy(bench, { "zero: [0, 0.5]": "zero: [0, 9]" });
      const manager = bench.manager(config, "--for", "20");
      await manager.exits(1);
      const reason = "a joint is at 8.80 rad, beyond half a turn; check the calibration";
      assert.equal(manager.count(new RegExp(`^\\[error\\] Lost connection to robot '${name}': ${reason}$`)), 1);
      assert.equal(bench.report("manager").robots[name].lost, reason);
    },
  },
  {
    name: "examples/modules: what is wrong in a section is told by the module that reads it, and no robot is moved",
    async fn(bench) {
      for (
        const [change, pattern] of [
          [
            { "period: 4": "period: -4" },
            /wave\.period: -4 is no number above 0; wanted one, e\.g\. 5 \(wave_controller\.js:\d+:\d+\)/,
          ],
          [
            { "sign: [1, -1]": "sign: [1]" },
            /calibration\..*\.sign: it is no list of 2 numbers.* \(calibrated_proxy\.js:\d+:\d+\)/,
          ],
        ] as [Record<string, string>, RegExp][]
      ) {
        const { config } = copy(bench, change);
        const manager = bench.manager(config, "--for", "20");
        await manager.exits(1);
        assert.match(manager.text, pattern);
        assert.doesNotMatch(manager.text, /^\s+at /m);
        Deno.removeSync(`${bench.folder}/modules`, { recursive: true });
      }
    },
  },
  {
    name: "examples/modules: a robot that does not answer is told, with the address",
    async fn(bench) {
      const { config, name } = copy(bench, { "port: 0 #": "port: 9 #" });
      const manager = bench.manager(config);
      await manager.exits(1);
      assert.match(
        manager.text,
        new RegExp(
          `'${name}'.*Cannot create the driver of the module .*udp_driver\\.js: .*127\\.0\\.0\\.1:9 is silent: no answer`,
        ),
      );
    },
  },
]);
