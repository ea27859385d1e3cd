import type { ControlMode } from "../schemas/control_mode.ts";
import type { ManagerConfig, RobotConfig } from "../schemas/manager_config.ts";
import type { RobotModule } from "../schemas/robot_module.ts";

/** A robot module with two joints, one turning and one sliding, an IMU and a force sensor. */
const MODULE: RobotModule = {
  name: "Arm",
  joints: [
    { name: "pan", type: "revolute", lower: -3, upper: 3, velocity: 2, acceleration: 10, effort: 50 },
    { name: "slide", type: "prismatic", lower: 0, upper: 1, velocity: 1, acceleration: 10, effort: 50 },
  ],
  grippers: [],
  bodySensors: ["imu"],
  forceSensors: ["wrist"],
  posture: [0, 0],
};

/** Configurations of robots for tests of the manager, as they come from a checked file. */
export const testRobots = {
  /** Two joints (`pan`, `slide`), the IMU `imu` and the force sensor `wrist`. */
  module: MODULE,
  /** One robot. */
  robot(name: string, mode: ControlMode = "position"): RobotConfig {
    const network = { protocol: "shm", backend: "flatbuffer", latencyStats: false, connectionTimeoutMs: 100 };
    const driver = {
      driver: "RobotDriverMock",
      ip: "127.0.0.1",
      port: 0,
      configPath: "",
      autostart: false,
      syncTimeoutMs: 2000,
    };
    return {
      name,
      module: MODULE,
      moduleName: "Arm",
      interface: "interface_template",
      mode,
      timeStepNs: 1e6,
      ticksPerCycle: 1,
      network,
      driver,
      entry: {
        module: "Arm",
        network_interface: { protocol: "shm" },
        robot_interface: { driver: "RobotDriverMock", ip: "127.0.0.1", port: 0 },
        controller: { mode, time_step: 0.001 },
      },
    };
  },
  /** A whole configuration with those robots. */
  config(...names: string[]): ManagerConfig {
    return {
      file: "mc_rtc.yaml",
      controller: "hold",
      timeStepNs: 5e6,
      tickNs: 1e6,
      stepsPerRun: 5,
      raw: {},
      robots: names.map((name) => testRobots.robot(name)),
    };
  },
};
