import assert from "node:assert/strict";
import { managerConfigCase } from "../../tests/manager_config_case.ts";

const { GOOD, load, refuses } = managerConfigCase;

Deno.test("periods: Timestep and time_step", async (t) => {
  const accepted = [["0.005", "0.001", 5], ["0.009", "0.003", 3], ["0.3", "0.1", 3], ["5e-3", ".001", 5], [
    "0.0157",
    "1.57e-3",
    10,
  ]];
  for (const [whole, part, steps] of accepted) {
    await t.step(`${whole} / ${part}`, async () => {
      const config = await load(withPeriods(String(whole), String(part)));
      assert.equal(config.stepsPerRun, steps);
    });
  }
  const path = "Robots.arm.controller.time_step:";
  const refused = [
    [
      "0.0025",
      "0.001",
      `6:29: ${path} Timestep 0.0025 is no exact multiple of time_step 0.001; wanted an exact multiple of it (nearest allowed: time_step: 0.00125 or Timestep: 0.003)`,
    ],
    [
      "0.001",
      "0.002",
      `6:29: ${path} Timestep 0.001 is shorter than time_step 0.002; wanted an exact multiple of it (nearest allowed: time_step: 0.001 or Timestep: 0.002)`,
    ],
    [
      "0.002",
      "0.0001",
      `6:29: ${path} time_step 0.0001 is too short; wanted at least 0.0002 (write time_step: 0.0002 or more)`,
    ],
    ["0.002", "0", `6:29: ${path} '0' is zero; wanted a period > 0`],
    ["0.002", "-0.002", `6:29: ${path} '-0.002' is negative; wanted a period > 0`],
    ["0.002", ".nan", `6:29: ${path} '.nan' is not a period; wanted seconds as a decimal number, e.g. 0.005`],
    ["0.002", ".inf", `6:29: ${path} '.inf' is not a period; wanted seconds as a decimal number, e.g. 0.005`],
    [
      "0.002",
      "'0.002'",
      `6:29: ${path} '0.002' is text; wanted seconds as a decimal number, e.g. 0.005 (write it without quotes)`,
    ],
    ["0.002", "2ms", `6:29: ${path} '2ms' is not a period; wanted seconds as a decimal number, e.g. 0.005`],
    ["0.002", "", `6:29: ${path} is empty; wanted seconds as a decimal number, e.g. 0.005`],
    ["0.002", "[1]", `6:29: ${path} is a list; wanted seconds as a decimal number, e.g. 0.005`],
    [
      "0.002",
      "0.0005000000001",
      `6:29: ${path} '0.0005000000001' is not a whole number of nanoseconds; wanted a multiple of 0.000000001`,
    ],
    ["11", "0.001", "1:11: Timestep: '11' is longer than 10 s; wanted a period of at most 10 s"],
    ["0.0", "0.001", "1:11: Timestep: '0.0' is zero; wanted a period > 0"],
  ];
  for (const [whole, part, expected] of refused) {
    await t.step(`${whole} / ${part}`, () => refuses(withPeriods(whole, part, false), expected));
  }
});

Deno.test("a connection timeout that is not given is 100 ms, or three periods of a slow robot", async () => {
  const timeoutOf = async (step: string) =>
    (await load(withPeriods("0.3", step, false))).robots[0].network.connectionTimeoutMs;
  assert.equal(await timeoutOf("0.001"), 100);
  assert.equal(await timeoutOf("0.03"), 100);
  assert.equal(await timeoutOf("0.1"), 300);
  assert.equal(await timeoutOf("0.3"), 900);
});

Deno.test("robots of different periods mesh, or are refused as a pair", async () => {
  const two = (a: string, b: string) =>
    `Timestep: 0.012\n${
      GOOD.replace("Robots:", `Robots:\n  b: {base: arm, controller: {time_step: ${b}}}`)
    }    controller: {time_step: ${a}}\n`;
  const config = await load(two("0.002", "0.003"));
  assert.deepEqual([config.tickNs, config.stepsPerRun], [1_000_000, 12]);
  assert.deepEqual(config.robots.map(({ ticksPerCycle }) => ticksPerCycle), [3, 2]);
  await refuses(
    two("0.0005", "0.00048"),
    "9:29: Robots.arm.controller.time_step: time_step 0.0005 and 0.00048 of 'b' have only 0.00002 as a common period; wanted at least 0.0002 (make them equal, or multiples of one another)",
  );
});

function withPeriods(whole: string, part: string, isLongEnough = true): string {
  const timeout = isLongEnough ? ", connection_timeout_ms: 10000" : "";
  return `Timestep: ${whole}\n` + GOOD.replace("shm", `shm${timeout}`)
    .replace("    network", `    controller: {time_step: ${part}}\n    network`)
    .replace("    module: Arm\n    controller", "    module: Arm\n    controller");
}
