import type { Command } from "commander";
import type { RunOptions } from "../core/run_options.ts";
import { UsageError } from "../core/usage_error.ts";

/** Adds the flag of all commands that can run in lock step, and returns the command. Lock step asks for no real-time scheduling. */
export function addLockstepFlag(command: Command): Command {
  return command
    .option("--lockstep", "time is simulated: it passes when every controller has answered, as fast as that goes")
    .hook("preAction", (_this, action) => {
      const { lockstep, realtime } = action.opts<RunOptions>();
      if (lockstep !== true) return;
      if (realtime === "enforce") {
        throw new UsageError(
          `Cannot run uri ${action.name()}: --lockstep has no real time, which --realtime enforce wants; leave out one of them`,
        );
      }
      action.setOptionValue("realtime", "off");
    });
}
