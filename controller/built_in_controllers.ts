import type { RobotControllerFactory } from "./robot_controller.ts";

/** Fetches the code of a controller when it is needed. */
export type ControllerLoader = () => Promise<RobotControllerFactory>;

/** The controllers that are part of the program, by the name under `Controller:`. */
export const builtInControllers: Readonly<Record<string, ControllerLoader>> = {
  hold: async () => (await import("./hold/create_hold_controller.ts")).createHoldController,
  posture: async () => (await import("./posture/create_posture_controller.ts")).createPostureController,
};
