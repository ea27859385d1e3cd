import { StopSignalHandlers } from "../../core/posix/stop_signal_handlers.ts";
import type { RobotControllerFactory } from "../robot_controller.ts";
import { ControllerLibrary } from "./controller_library.ts";
import { NativeController } from "./native_controller.ts";

/** The factory of the controller `name` in the library at `path`. Errors: `ControllerError` when that cannot be loaded, with the reason. */
export function loadNativeController(name: string, path: string): RobotControllerFactory {
  const signals = new StopSignalHandlers();
  const source = { calls: ControllerLibrary.open(name, path).calls(), name };
  // deno-lint-ignore require-await -- what is thrown must become a rejection
  return async (context) => {
    try {
      return NativeController.create(source, context);
    } finally {
      for (const signal of signals.giveBack()) {
        context.log?.(
          "warning",
          `the controller '${name}' has taken the signal ${signal} for itself: given back, as it is what stops this program`,
        );
      }
    }
  };
}
