export * from "./mujoco_world.ts";
export * from "./open_world.ts";
export * from "./world_robot.ts";
export * from "./world_scene.ts";
