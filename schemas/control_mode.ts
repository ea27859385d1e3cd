/** What a Command asks of the joints: the one vector that it fills. Spelled as in `controller.mode`. */
export type ControlMode = "position" | "velocity" | "torque";

/** The modes in the order in which they are documented, and in which a mode is sent to the control worker as a number. */
export const CONTROL_MODES: readonly ControlMode[] = ["position", "velocity", "torque"];
