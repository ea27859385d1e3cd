import type { Command } from "commander";
import { addViewFlag } from "./add_view_flag.ts";
import { parseView } from "./parse_view.ts";

/**
 * Adds the flags of a command whose robots can be looked at in a browser unless somebody wants to do without, and returns the command; the option is a
 * `ViewFlag`, absent with `--no-view`, and in lock step unless it is asked for: that is over too soon.
 */
export function addDefaultViewFlag(command: Command): Command {
  return addViewFlag(command)
    .option("--no-view", "show nothing in a browser")
    .hook("preAction", (_this, action) => {
      const isGiven = action.getOptionValueSource("view") === "cli";
      const flag = action.getOptionValue("view");
      if (flag === false) action.setOptionValue("view", undefined);
      else if (!isGiven && action.getOptionValue("lockstep") !== true) {
        action.setOptionValue("view", { ...parseView("127.0.0.1"), isDefault: true });
      }
    });
}
