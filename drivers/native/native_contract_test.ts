import { buildPlugin } from "../../tests/kit/build_plugin.ts";
import { hasProgram } from "../../tests/kit/has_program.ts";
import { skipUnless } from "../../tests/skip_unless.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import type { RobotDriver, RobotDriverFactory } from "../robot_driver.ts";
import { testRobotDriver } from "../test_robot_driver.ts";
import { loadNativeDriver } from "./load_native_driver.ts";

const MODULE: RobotModule = {
  name: "M",
  joints: ["pan", "lift", "elbow"].map((name) => ({
    name,
    type: "revolute",
    lower: -3,
    upper: 3,
    velocity: 2,
    acceleration: 4,
    effort: 150,
  })),
  grippers: [],
  bodySensors: ["imu"],
  forceSensors: ["wrist"],
  posture: [0.1, -0.2, 0.3],
};
// A cycle of the suite is 2 ms of the robot's time; the library does not wait for it, see below.
const SCRIPT = "joints: 3\ninitial: 0.1 -0.2 0.3\nperiod_us: 0\nstep_us: 2000\nimu: imu\nforce_sensor: wrist\n";

/**
 * The factory of a probe. The library waits by the system's clock and not by that of the suite, so its wait is off here, and sync() passes
 * the suite's time; that a library's own wait is waited for is in native_driver_test.ts.
 */
function factoryOf(className: string, file: string): RobotDriverFactory {
  return async (context) => {
    const prefix = Deno.makeTempDirSync();
    try {
      const folder = `${prefix}/lib/robot_interface`;
      Deno.mkdirSync(folder, { recursive: true });
      const source = new URL(`../../tests/plugins/${file}`, import.meta.url).pathname;
      Deno.copyFileSync(await buildPlugin(source), `${folder}/libprobe.so`);
      const script = `${prefix}/script`;
      if (context.configPath === "") Deno.writeTextFileSync(script, SCRIPT);
      const load = await loadNativeDriver(className, {
        installation: { prefix, reason: "" },
        builtIn: [],
        warn: () => {},
      });
      const driver = await load({ ...context, configPath: context.configPath || script });
      let dueNs = context.clock.now();
      const sync = () => {
        context.clock.sleepUntil(dueNs += context.periodNs);
        return driver.sync();
      };
      return { ...bound(driver), sync };
    } finally {
      // What is loaded needs its file no longer.
      Deno.removeSync(prefix, { recursive: true });
    }
  };
}

/** The methods, for an object that stands before the driver. */
function bound(driver: RobotDriver): Omit<RobotDriver, "sync"> {
  return {
    readState: (into) => driver.readState(into),
    servoJ: (q) => driver.servoJ(q),
    speedJ: (qd) => driver.speedJ(qd),
    tauJ: (tau) => driver.tauJ(tau),
    lastError: () => driver.lastError(),
    close: () => driver.close(),
  };
}

for (
  const [name, file, compiler] of [["RobotDriverProbe", "probe.cpp", "g++"], ["RobotDriverProbeC", "probe_c.c", "gcc"]]
) {
  testRobotDriver({
    name,
    module: MODULE,
    create: factoryOf(name, file),
    configPath: "",
    brokenPath: "/nonexistent/script",
    tolerance: 1e-12,
    ignore: skipUnless(hasProgram(compiler), `${compiler} is not installed`),
    keepsLibrary: true,
  });
}
