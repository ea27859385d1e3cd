import assert from "node:assert/strict";
import { pause } from "./kit/pause.ts";
import { together } from "./kit/together.ts";
import { WireManager } from "./kit/wire_manager.ts";
import type { Workbench } from "./kit/workbench.ts";

const JOINTS = 6;
const POSE = [0.5, -0.4, 0.3, -0.2, 0.1, 0];

/** A driver that stands still; each part may be replaced by a test. */
function driver(parts: { sync?: string; servoJ?: string; before?: string; readState?: string } = {}): string {
  const { sync = "return 0;", servoJ = "return 0;", before = "", readState = "" } = parts;
  return `export default async function ({ clock, periodNs }) {
  ${before}
  let due = clock.now(), cycle = 0;
  return {
    sync() {
      due = Math.max(due + periodNs, clock.now() - periodNs);
      clock.sleepUntil(due);
      cycle++;
      ${sync}
    },
    readState(into) {
      ${readState}
      into.position.set(${JSON.stringify(POSE)});
      into.positionCount = ${JOINTS};
      into.velocityCount = into.torqueCount = 0;
      return 0;
    },
    servoJ(q) {
      ${servoJ}
    },
    lastError: () => "the driver's own words",
    close() {},
  };
}
`;
}

/** A controller that holds; each part may be replaced by a test. */
function controller(parts: Record<string, string> = {}): string {
  const { run = "return 0;", initializeRobot = "", more = "" } = parts;
  return `export default ({ robots }) => {
  const q = robots.map(() => new Float64Array(${JOINTS}));
  let runs = 0;
  return {
    setEncoderValues() {},
    initializeRobot(robot, at) {
      ${initializeRobot}
      q[robot].set(at);
      return 0;
    },
    run() {
      runs++;
      ${run}
    },
    command(robot, mode, into) {
      into.set(q[robot]);
      return 0;
    },
    lastError: () => "the controller's own words",
    ${more}
  };
};
`;
}

/** Writes modules, and starts a manager with an autostarted robot. */
function start(bench: Workbench, modules: { driver?: string; controller?: string; proxy?: string }, ...more: string[]) {
  const name = bench.name("m");
  bench.file("driver.js", modules.driver ?? driver());
  if (modules.controller !== undefined) bench.file("controller.js", modules.controller);
  if (modules.proxy !== undefined) bench.file("proxy.js", modules.proxy);
  const config = bench.config({ [name]: { driver: "./driver.js", autostart: true } }, {
    ...(modules.controller === undefined ? {} : { Controller: "./controller.js" }),
  });
  if (modules.proxy !== undefined) {
    Deno.writeTextFileSync(
      config,
      Deno.readTextFileSync(config).replace("module: UR5e", "module: UR5e\n    interface: ./proxy.js"),
    );
  }
  return { name, manager: bench.manager(config, ...more) };
}

/** Runs until the end by itself, which must be a failure with a line like `pattern` and without a stack. */
async function fails(bench: Workbench, modules: Parameters<typeof start>[1], pattern: RegExp) {
  const { name, manager } = start(bench, modules, "--for", "30");
  await manager.exits(1);
  assert.match(manager.text, pattern);
  assert.doesNotMatch(manager.text, /^\s+at |Uncaught|this is a defect/m);
  return { name, manager };
}

together(3, [
  {
    name: "a driver that throws in a cycle: its file and line are told, the robot counts as lost",
    both: true,
    async fn(bench) {
      const throwing = driver({ sync: "if (cycle === 200) throw new RangeError('the arm is gone');\n      return 0;" });
      const { manager } = await fails(
        bench,
        { driver: throwing },
        /\[error\] \[RobotInterface\] '.*' driver '.*driver\.js' sync\(\): sync\(\) threw: RangeError: the arm is gone \(driver\.js:9:\d+\)/,
      );
      assert.match(manager.text, /Lost connection to robot '.*'/);
    },
  },
  {
    name: "a driver that fails, throws at a command, returns nothing, or replaces a vector: each with its own words",
    async fn(bench) {
      for (
        const [parts, pattern] of [
          [{ sync: "return -3;" }, /sync\(\): the driver's own words/],
          [{ servoJ: "throw new Error('no power');" }, /command: servoJ\(\) threw: no power \(driver\.js:\d+:\d+\)/],
          [{ servoJ: "" }, /command: servoJ\(\) returned nothing; wanted 0, or a negative number on a fault/],
          [
            { sync: "return Promise.reject(new Error('late'));" },
            /sync\(\): sync\(\) returned a promise; wanted a number at once/,
          ],
          [
            { readState: "Object.defineProperty(into, 'position', { value: Float64Array.of(1, 2, 3, 4, 5, 6) });" },
            /readState\(\): readState\(\): a vector of the State was replaced/,
          ],
        ] as const
      ) await fails(bench, { driver: driver(parts) }, pattern);
    },
  },
  {
    name:
      "what a driver's file throws where nobody waits for it is told, at its creation and later, and never leaves a dead interface",
    both: true,
    async fn(bench) {
      await fails(
        bench,
        { driver: driver({ before: "Promise.reject(new Error('nobody waits'));" }) },
        /Driver load failed: nobody has caught what was thrown: nobody waits \(.*driver\.js:2:\d+\)/,
      );
      await fails(
        bench,
        { driver: driver({ before: "queueMicrotask(() => { throw new TypeError('far away'); });" }) },
        /nobody has caught what was thrown: TypeError: far away \(.*driver\.js:2:\d+\)/,
      );
    },
  },
  {
    name: "modules that take a worker's names for messages for themselves, or send some, do not disturb the program",
    both: true,
    async fn(bench) {
      const taking =
        "self.onmessage = () => {}; self.postMessage(null); self.postMessage('ended'); self.postMessage({ a: 1 });";
      const { manager } = start(bench, { driver: driver({ before: taking }), controller: controller() }, "--for", "1");
      await manager.exits(0);
      assert.match(manager.text, /robot initialized/);
      assert.doesNotMatch(manager.text, /this is a defect/);
    },
  },
  {
    name: "a driver that cannot be made: the manager is told why, and where",
    both: true,
    async fn(bench) {
      for (
        const [text, pattern] of [
          [
            driver({ before: "throw new Error('no answer from 1.2.3.4');" }),
            /Cannot create the driver of the module .*driver\.js: no answer from 1\.2\.3\.4 \(driver\.js:2:\d+\)/,
          ],
          [
            driver().replace("    sync()", "    async sync()"),
            /Cannot use the driver of the module .*driver\.js: sync\(\) is an async function/,
          ],
          [
            driver().replace("servoJ", "servo"),
            /servoJ\(\) is missing, which sends joint positions; see docs\/modules\.md/,
          ],
          ["export default (x: => x;", /Cannot load the module .*driver\.js: .*driver\.js:1:18/],
          ["module.exports = 5;", /Cannot load the module .*driver\.js: .*it is written as CommonJS/],
        ] as const
      ) {
        const { name, manager } = await fails(bench, { driver: text }, pattern);
        assert.match(
          manager.text,
          new RegExp(`Robot '${name}'.*Driver load failed: Cannot`),
          "it is the manager who tells",
        );
      }
    },
  },
  {
    name: "a driver that never settles, at its top level or in its function, is told, and Ctrl-C ends both sides",
    both: true,
    async fn(bench) {
      for (
        const text of [
          "await new Promise(() => {}); export default () => 1;",
          driver({ before: "await new Promise(() => {});" }),
        ]
      ) {
        const { manager } = start(bench, { driver: text });
        await manager.line(/loading driver/);
        await manager.line(/driver .*driver\.js is not ready after 5 s; it is waited for, Ctrl-C ends that/);
        manager.signal("SIGINT");
        await manager.exits(0);
        assert.match(manager.text, /interrupted before init/);
      }
    },
  },
  {
    name: "a controller that throws: in run(), while robots are being initialised, or in start()",
    both: true,
    async fn(bench) {
      for (
        const [text, pattern] of [
          [
            controller({ run: "if (runs === 100) null.x;\n return 0;" }),
            /the controller '.*controller\.js' failed: run\(\) threw: TypeError: .* \(controller\.js:\d+:\d+\)/,
          ],
          [
            controller({ initializeRobot: "throw new Error('no model');" }),
            /failed: initializeRobot\(\) threw: no model \(controller\.js:7:\d+\)/,
          ],
          [
            controller({ more: "start() { throw new Error('not today'); }" }),
            /failed: start\(\) threw: not today \(controller\.js:\d+:\d+\)/,
          ],
          [controller({ run: "return -1;" }), /failed: the controller's own words/],
          [controller({ run: "" }), /failed: run\(\) returned nothing; wanted 0/],
        ] as const
      ) await fails(bench, { controller: text }, pattern);
    },
  },
  {
    name: "a controller that cannot be made, or that is waited for",
    both: true,
    async fn(bench) {
      await fails(
        bench,
        { controller: controller().replace("run()", "walk()") },
        /starting the controller '.*controller\.js': Cannot use the controller of the module .*: run\(\) is missing, which computes one step/,
      );
      const { manager } = start(bench, { controller: `await new Promise(() => {});\n${controller()}` });
      await manager.line(/the controller '.*controller\.js' is not ready after 5 s, still waiting; Ctrl-C ends that/);
      manager.signal("SIGINT");
      await manager.exits(0);
    },
  },
  {
    name: "a controller that stops by itself ends the run, which is no failure",
    async fn(bench) {
      const { manager } = start(
        bench,
        { controller: controller({ more: "isRunning: () => runs < 100," }) },
        "--for",
        "30",
      );
      await manager.exits(0);
      assert.match(manager.text, /the controller '.*controller\.js' has stopped by itself/);
    },
  },
  {
    name: "a proxy that throws: the robot counts as lost, with the proxy's file and line",
    both: true,
    async fn(bench) {
      const proxy = `export default (context, { InterfaceTemplate }) => new (class extends InterfaceTemplate {
  #ticks = 0;
  updateControl(controller, now) {
    if (++this.#ticks === 100) throw new Error("no map");
    super.updateControl(controller, now);
  }
})(context);
`;
      const { name, manager } = await fails(
        bench,
        { proxy },
        /^\[error\] Lost connection to robot '.*': its proxy .*proxy\.js failed: updateControl\(\) threw: no map \(proxy\.js:4:\d+\)$/m,
      );
      assert.match(bench.report("manager").robots[name].lost, /updateControl\(\) threw/);
      assert.match(manager.text, /exited cleanly/);
    },
  },
  {
    name: "a proxy that cannot be loaded ends the start before a robot is commanded",
    async fn(bench) {
      await fails(
        bench,
        { proxy: "export default 5;" },
        /its default export is of type number; a function was wanted, which makes the proxy/,
      );
      await fails(bench, { proxy: "export default () => ({ stop() {} });" }, /updateSensors\(\) is missing/);
    },
  },
  {
    name: "TypeScript: from source it is loaded, and the executable says how to make JavaScript of it",
    both: true,
    async fn(bench) {
      const name = bench.name("ts");
      bench.file("driver.ts", driver().replace("sync() {", "sync(): number {"));
      const manager = bench.manager(bench.config({ [name]: { driver: "driver.ts", autostart: true } }), "--for", "1");
      if (bench.argv.length > 1) return await manager.exits(0);
      await manager.exits(1);
      const path = `${bench.folder}/driver`;
      assert.ok(manager.text.includes(`deno bundle --platform deno -o '${path}.js' '${path}.ts'`), manager.text);
      assert.ok(manager.text.includes(`npx esbuild '${path}.ts' --bundle --format=esm`), manager.text);
    },
  },
  {
    name: "a module that waits for the robot does not keep a second query from being answered, nor a signal",
    async fn(bench) {
      const name = bench.name("slow");
      const path = bench.file("driver.js", driver({ before: "await new Promise((done) => setTimeout(done, 1500));" }));
      bench.file(`${name}.yaml`, `name: ${name}\nnetwork_interface: {protocol: shm}\nmodule_path: .\n`);
      const robot = bench.uri(["interface", "-c", `${bench.folder}/${name}.yaml`]);
      await robot.line(/waiting for init query/);
      const manager = await WireManager.take(bench, name);
      const entry = bench.initEntry(name, { driver: path });
      const first = manager.init(entry);
      await pause(300);
      const other = await manager.init({ ...entry, controller: { mode: "torque", time_step: 0.001 } });
      assert.match(other, /^ERROR: the interface runs with driver/);
      assert.equal(await first, "OK");
      robot.signal("SIGTERM");
      await robot.exits(0);
    },
  },
]);
