import type { RobotDriverFactory } from "./robot_driver.ts";

/** Fetches the code of a driver when it is needed: a robot does not pay for the drivers of others. */
export type DriverLoader = () => Promise<RobotDriverFactory>;

/** The drivers that are part of the program, by their class name. */
export const builtInDrivers: Readonly<Record<string, DriverLoader>> = {
  RobotDriverMock: async () => (await import("./mock/create_robot_driver_mock.ts")).createRobotDriverMock,
  RobotDriverMuJoCo: async () => (await import("./mujoco/create_robot_driver_mujoco.ts")).createRobotDriverMuJoCo,
};
