import { ProcessKeeper } from "../../core/process_keeper.ts";
import type { RobotControllerFactory } from "../robot_controller.ts";
import { ControllerLibrary } from "./controller_library.ts";
import { NativeController } from "./native_controller.ts";

/** The factory of the controller `name` in the library at `path`. Errors: `ControllerError` when that cannot be loaded, with the reason. */
export function loadNativeController(name: string, path: string): RobotControllerFactory {
  const keeper = new ProcessKeeper();
  const source = { calls: ControllerLibrary.open(name, path).calls(), name };
  // deno-lint-ignore require-await -- what is thrown must become a rejection
  return async (context) => {
    try {
      return NativeController.create(source, context);
    } finally {
      for (const text of keeper.giveBack()) context.log?.("warning", `the controller '${name}' ${text}`);
    }
  };
}
