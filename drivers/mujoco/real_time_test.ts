import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { ARM7_GRIPPER } from "../../robots/arm7_gripper.ts";
import { UR5E } from "../../robots/ur5e.ts";
import { TestRobot } from "./test_robot.ts";

const ROOT = fileURLToPath(new URL("../../examples/", import.meta.url));
const UR5E_MODEL = `${ROOT}ur5e/ur5e.xml`;

Deno.test("each period ends at an absolute deadline", async () => {
  using robot = await TestRobot.open({ path: UR5E_MODEL, module: UR5E });
  const startNs = robot.clock.timeNs;
  for (let period = 1; period <= 100; period++) {
    robot.driver.sync();
    assert.equal(robot.clock.timeNs, startNs + period * 1e6);
    robot.clock.timeNs += period % 7 * 1e5;
  }
  assert.equal(robot.driver.periods, 100);
});

Deno.test("a cycle that comes late is followed by one of at least half a period, on the same grid", async () => {
  using robot = await TestRobot.open({ path: UR5E_MODEL, module: UR5E });
  robot.run(0.01);
  const startNs = robot.clock.timeNs;
  robot.clock.timeNs += 1.4e6;
  robot.driver.sync();
  assert.equal(robot.clock.timeNs, startNs + 1.4e6);
  robot.driver.sync();
  assert.equal(robot.clock.timeNs, startNs + 2e6);
  robot.clock.timeNs += 1.7e6;
  robot.driver.sync();
  assert.equal(robot.clock.timeNs, startNs + 4e6);
  assert.equal(robot.driver.periods, 14);

  robot.clock.lateNs = 0.4e6;
  robot.driver.sync();
  assert.equal(robot.clock.timeNs, startNs + 5.4e6);
  robot.clock.lateNs = 2.6e6;
  robot.driver.sync();
  assert.equal(robot.clock.timeNs, startNs + 9e6);
  assert.equal(robot.driver.periods, 19);
});

Deno.test("a stall of 200 ms is made up at once, so that simulated time stays with the clock", async () => {
  using robot = await TestRobot.open({ path: UR5E_MODEL, module: UR5E });
  const startNs = robot.clock.timeNs;
  robot.run(5);
  robot.clock.timeNs += 200e6;
  robot.run(4.8);
  assert.equal(robot.driver.periods, 10_000);
  assert.equal(robot.driver.madeUpPeriods, 199);
  assert.equal(robot.driver.lostPeriods, 0);
  assert.equal(robot.clock.timeNs, startNs + 10e9);
});

Deno.test("a pause of more than a second is not made up but counted, and told at the end", async () => {
  const robot = await TestRobot.open({ path: UR5E_MODEL, module: UR5E });
  robot.run(1);
  robot.clock.timeNs += 3e9;
  robot.run(1);
  assert.equal(robot.driver.lostPeriods, 2999);
  assert.equal(robot.driver.periods, 2001);
  robot[Symbol.dispose]();
  assert.match(robot.warnings.join(), /simulated time is 2\.999 s behind the wall clock: 2999 periods were missed/);
});

Deno.test("a cycle that is compiled allocates nothing, and the WebAssembly memory does not grow", async () => {
  for (const [path, module] of [[UR5E_MODEL, UR5E], [`${ROOT}arm7_gripper/arm7_gripper.xml`, ARM7_GRIPPER]] as const) {
    const script = `
      import { TestRobot } from ${JSON.stringify(new URL("test_robot.ts", import.meta.url).href)};
      const robot = await TestRobot.open(${JSON.stringify({ path, module })});
      const command = Float64Array.from(robot.module.posture);
      const { driver, state } = robot;
      const cycles = (count) => {
        for (let i = 0; i < count; i++) if (driver.sync() + driver.readState(state) + driver.servoJ(command) < 0) throw 1;
      };
      cycles(30_000);
      gc();
      const growth = [];
      for (let round = 0; round < 3; round++) {
        const before = Deno.memoryUsage();
        cycles(10_000);
        const after = Deno.memoryUsage();
        growth.push([after.heapUsed - before.heapUsed, after.external - before.external]);
      }
      console.log(JSON.stringify(growth));
      robot[Symbol.dispose]();`;
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-check",
        "--quiet",
        "--v8-flags=--expose-gc",
        `--config=${fileURLToPath(new URL("../../deno.json", import.meta.url))}`,
        `data:text/javascript,${encodeURIComponent(script)}`,
      ],
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    const growth: [number, number][] = JSON.parse(new TextDecoder().decode(stdout));
    // V8 may still compile now and then; 16 kB are one number of 16 bytes in every tenth cycle.
    const heap = Math.min(...growth.map(([bytes]) => bytes));
    assert.ok(heap < 16_384, `the heap grew by ${growth} bytes in 10,000 cycles`);
    for (const [, external] of growth) assert.equal(external, 0);
  }
});
