import type { ActuatorInput } from "./actuator_input.ts";

/** Which actuators serve the module's joints in one mode. */
export interface ActuatorMap {
  /** Actuators in use. */
  readonly inputs: readonly ActuatorInput[];
  /** One entry per module joint: 1 when no actuator serves it, so that the driver acts on the joint itself. */
  readonly unserved: Uint8Array;
  /** Actuators on module joints that this mode does not use; they have to be switched off. */
  readonly others: readonly number[];
}
