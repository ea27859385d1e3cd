/** The controller that keeps every robot where it is. */
export { createHoldController } from "./create_hold_controller.ts";
export { HoldController } from "./hold_controller.ts";
