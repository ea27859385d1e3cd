/** The controller that moves robots between joint postures. */
export { createPostureController } from "./create_posture_controller.ts";
export type { PostureConfiguration } from "./posture_configuration.ts";
export { PostureController } from "./posture_controller.ts";
export { type PostureGains, postureGains } from "./posture_gains.ts";
export { type PostureLimits, postureLimits } from "./posture_limits.ts";
export { PostureMotion, type PostureMotionOptions } from "./posture_motion.ts";
export { POSTURE_PHASES, PosturePhase } from "./posture_phase.ts";
export type { PostureProgress } from "./posture_progress.ts";
