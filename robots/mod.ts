export * from "./arm7_gripper.ts";
export * from "./built_in_robot_modules.ts";
export * from "./load_robot_module.ts";
export * from "./ur5e.ts";
