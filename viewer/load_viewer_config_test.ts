import assert from "node:assert/strict";
import { readViewedRobot } from "../cli/read_viewed_robot.ts";
import { ConfigError } from "../core/config_error.ts";
import { loadViewerConfig } from "./load_viewer_config.ts";
import type { ViewerConfig } from "./viewer_config.ts";

/** Reads `text` as the file `v.yaml` of a folder that has `files`. */
async function load(text: string, name?: string, files: Record<string, string> = {}): Promise<ViewerConfig> {
  const folder = await Deno.makeTempDir({ prefix: "uri-view-" });
  try {
    await Deno.writeTextFile(`${folder}/v.yaml`, text);
    for (const [file, content] of Object.entries(files)) await Deno.writeTextFile(`${folder}/${file}`, content);
    const config = await loadViewerConfig({
      file: `${folder}/v.yaml`,
      name,
      readRobot: readViewedRobot,
      installation: { reason: "none in a test" },
    });
    const here = (path: string) => path.replace(folder, "DIR");
    const { driver } = config;
    return {
      ...config,
      file: here(config.file),
      driver: { ...driver, driver: here(driver.driver), configPath: here(driver.configPath) },
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(
      error.problems.map((problem) => ({
        ...problem,
        file: problem.file.replaceAll(folder, "DIR"),
        message: problem.message.replaceAll(folder, "DIR"),
        ...(problem.hint === undefined ? {} : { hint: problem.hint.replaceAll(folder, "DIR") }),
      })),
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function refuses(text: string, expected: string, name?: string): Promise<void> {
  await assert.rejects(load(text, name), (error: Error) => {
    assert.equal(error.name, "ConfigError");
    assert.equal(error.message, expected.replaceAll("FILE", "DIR/v.yaml"));
    return true;
  });
}

const MANAGER = `
Controller: mc_rtc
Timestep: 0.004
MainRobot: left
Robots:
  left:
    module: UR5e
    network_interface: { protocol: zenoh }
    robot_interface: { driver: RobotDriverFoo, ip: 10.0.0.1, port: 3, config_path: left.txt }
  right:
    base: left
    controller: { mode: velocity, time_step: 0.002 }
    robot_interface: { ip: 10.0.0.2 }
`;

Deno.test("a file with robot_interface at its top: defaults, and paths from its folder", async () => {
  const config = await load("robot_interface: {driver: RobotDriverFoo, config_path: foo.txt}", undefined, {
    "foo.txt": "",
  });
  assert.deepEqual(config, {
    file: "DIR/v.yaml",
    robot: "",
    driver: {
      driver: "RobotDriverFoo",
      ip: "127.0.0.1",
      port: 0,
      configPath: "DIR/foo.txt",
      autostart: false,
      syncTimeoutMs: 2000,
    },
    mode: "position",
    periodNs: 2e6,
    notes: [],
  });
});

Deno.test("name, module and controller may stand beside it; --name goes before the name", async () => {
  const text = `
name: 007
module: UR5e
controller: { mode: torque, time_step: 0.001 }
network_interface: { protocol: zenoh }
robot_interface: { driver: ./d.js, ip: /dev/ttyUSB0, port: 9 }
`;
  const config = await load(text, undefined, { "d.js": "" });
  assert.equal(config.robot, "007");
  assert.equal(config.module?.joints.length, 6);
  assert.deepEqual([config.mode, config.periodNs], ["torque", 1e6]);
  assert.deepEqual([config.driver.driver, config.driver.ip, config.driver.port], ["DIR/d.js", "/dev/ttyUSB0", 9]);
  assert.equal((await load(text, "arm", { "d.js": "" })).robot, "arm");
});

Deno.test("a manager's file: base resolved, paths of this computer, whatever controller it names", async () => {
  const config = await load(MANAGER, "right", { "left.txt": "" });
  assert.equal(config.robot, "right");
  assert.equal(config.module?.name, "UR5e");
  assert.deepEqual([config.mode, config.periodNs], ["velocity", 2e6]);
  const { driver, ip, port, configPath } = config.driver;
  assert.deepEqual([driver, ip, port, configPath], ["RobotDriverFoo", "10.0.0.2", 3, "DIR/left.txt"]);
  assert.equal((await load(MANAGER, "left", { "left.txt": "" })).periodNs, 4e6, "Timestep");
});

Deno.test("the only robot of a file needs no name; another robot's mistakes are not this one's", async () => {
  const one = MANAGER.slice(0, MANAGER.indexOf("  right:"));
  assert.equal((await load(one, undefined, { "left.txt": "" })).robot, "left");
  const broken = MANAGER.replace("mode: velocity", "mode: sideways");
  assert.equal((await load(broken, "left", { "left.txt": "" })).robot, "left");
});

Deno.test("which robot: several, or none of that name", async () => {
  await refuses(
    MANAGER,
    "FILE:5:1: Robots: 'FILE' defines 2 robots under 'Robots', select one with --name (left, right)",
  );
  await refuses(
    MANAGER,
    "FILE:5:1: Robots: No robot named 'rihgt' under 'Robots' in 'FILE'; wanted one of left, right (did you mean 'right'?)",
    "rihgt",
  );
});

Deno.test("no section, no driver, no robot", async () => {
  const none = "No 'robot_interface' section in 'FILE' (expected at top level or under 'Robots')";
  await refuses("name: arm", `FILE:1:1: ${none}`);
  await refuses("Robot:\n  a: {}", `FILE:1:1: Robot: ${none} (did you mean 'Robots'?)`);
  await refuses(
    "robot_interface: {ip: a}",
    "FILE:1:1: robot_interface.driver: 'driver' key missing from config 'FILE'; wanted the class name of a driver, e.g. RobotDriverMock",
  );
  await refuses(
    "Robots: {}",
    "FILE:1:9: Robots: has no robot; wanted a map of robot names, each with module and robot_interface",
  );
});

Deno.test("unknown keys are reported as elsewhere, also those of a manager's file", async () => {
  await refuses(
    "modul: x\nrobot_interface: {driver: RobotDriverFoo, prt: 3}",
    "FILE:1:1: modul: 'modul' is not known here; wanted name, module, controller, network_interface, robot_interface or " +
      "module_path (did you mean 'module'?)\n" +
      "FILE:2:43: robot_interface.prt: 'prt' is not known here; wanted driver, ip, port, config_path, autostart or " +
      "sync_timeout_ms (did you mean 'port'?)",
  );
  const slip = MANAGER.replace("Timestep", "Timstep").replace("time_step", "timestep").replace(
    ", config_path: left.txt",
    "",
  );
  await refuses(
    slip,
    "FILE:3:1: Timstep: 'Timstep' is not known; wanted Timestep (did you mean 'Timestep'?)\n" +
      "FILE:12:35: Robots.right.controller.timestep: 'timestep' is not known here; wanted mode or time_step (did you mean 'time_step'?)",
    "right",
  );
});

Deno.test("the drivers of the program itself need a robot module", async () => {
  await refuses(
    "robot_interface: {driver: RobotDriverMock}",
    "FILE:1:27: robot_interface.driver: 'RobotDriverMock' simulates a robot, and no robot module is named; wanted the key " +
      "'module' beside robot_interface (write for example 'module: UR5e')",
  );
  await refuses(
    "module: UR5\nrobot_interface: {driver: RobotDriverMock}",
    "FILE:1:9: module: 'UR5' is not a robot module; wanted UR5e, Arm7Gripper, or a file (./my_robot.yaml, my_robot.urdf) " +
      "(did you mean 'UR5e'?)",
  );
});
