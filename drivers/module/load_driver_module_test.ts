import assert from "node:assert/strict";
import { DriverError } from "../../core/driver_error.ts";
import { TestModules } from "../../core/module/test_modules.ts";
import { TestClock } from "../../core/test_clock.ts";
import type { ControlMode } from "../../schemas/control_mode.ts";
import { DriverRegistry } from "../driver_registry.ts";
import type { RobotDriverContext } from "../robot_driver.ts";
import { loadDriverModule } from "./load_driver_module.ts";

const GOOD = "sync: () => 0, readState: () => 0, lastError: () => ''";

function contextOf(mode: ControlMode = "position", lines: string[] = []): RobotDriverContext {
  return {
    robot: "r",
    ip: "127.0.0.1",
    port: 7,
    configPath: "/etc/r.yaml",
    mode,
    periodNs: 1e6,
    module: { name: "M", joints: [], grippers: [], bodySensors: [], forceSensors: [], posture: [] },
    clock: new TestClock(),
    log: (level, text) => lines.push(`[${level}] ${text}`),
  };
}

Deno.test("driver module: the factory gets the context, and may log", async () => {
  using modules = new TestModules();
  const path = modules.write(`export default ({ robot, port, configPath, log }) => {
    log("info", robot + port + configPath);
    return { ${GOOD}, servoJ: () => 5 };
  }`);
  const lines: string[] = [];
  const driver = await (await loadDriverModule(path))(contextOf("position", lines));
  assert.deepEqual(lines, ["[info] r7/etc/r.yaml"]);
  assert.equal(driver.servoJ(new Float64Array()), 5);
});

Deno.test("driver module: found by the registry, by its path", async () => {
  using modules = new TestModules();
  const path = modules.write(`export default () => ({ ${GOOD}, servoJ: () => 5 })`);
  const places = { installation: { reason: "no installation is wanted here" } };
  const driver = await new DriverRegistry().create(path, contextOf(), places);
  assert.equal(driver.servoJ(new Float64Array()), 5);
});

Deno.test("driver module: the command of the robot's mode is needed, and no other", async () => {
  using modules = new TestModules();
  for (const [mode, method] of [["position", "servoJ"], ["velocity", "speedJ"], ["torque", "tauJ"]] as const) {
    const good = modules.write(`export default () => ({ ${GOOD}, ${method}: () => 0 })`);
    assert.equal((await (await loadDriverModule(good))(contextOf(mode)))[method](new Float64Array()), 0);
    const bad = modules.write(`export default () => ({ ${GOOD} })`);
    await assert.rejects((await loadDriverModule(bad))(contextOf(mode)), (error) => {
      assert.ok(error instanceof DriverError);
      assert.equal(error.driver, bad);
      assert.match(
        error.message,
        new RegExp(`: ${method}\\(\\) is missing, which sends joint .*; see docs/modules\\.md$`),
      );
      return true;
    });
  }
});

Deno.test("driver module: what goes wrong is a DriverError with the whole story", async () => {
  using modules = new TestModules();
  for (
    const [text, message] of [
      [
        "export default () => ({ async sync() {}, readState() {}, servoJ() {}, lastError() {} })",
        /sync\(\) is an async function/,
      ],
      [
        "export default async () => { throw new Error('no robot at 1.2.3.4'); }",
        /^Cannot create the driver of the module .*: no robot at 1\.2\.3\.4 \(m\d\.js:1:36\)$/,
      ],
      ["export const x = 1", /^Cannot load the module .*: it exports x, and no default/],
    ] as const
  ) {
    const path = modules.write(text);
    await assert.rejects((await loadDriverModule(path))(contextOf()), { name: "DriverError", driver: path, message });
  }
});
