export * from "./create_robot_driver_mujoco.ts";
