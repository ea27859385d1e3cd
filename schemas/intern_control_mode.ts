import { CONTROL_MODES, type ControlMode } from "./control_mode.ts";

/**
 * The same mode, as the very string of this program's source. A string that came by `postMessage` is another object of the same letters; code that
 * was compiled for the source's strings is thrown away when it meets one.
 */
export function internControlMode(mode: ControlMode): ControlMode {
  return CONTROL_MODES[CONTROL_MODES.indexOf(mode)];
}
