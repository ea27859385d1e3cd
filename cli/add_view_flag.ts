import { type Command, Option } from "commander";
import { parseView } from "./parse_view.ts";

/** Adds the flag of all commands whose robots can be looked at in a browser, and returns the command; the option is a `ViewFlag`. */
export function addViewFlag(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--view [port]",
        "show the robots in a browser: a port, or HOST:PORT (alone: this computer, the first free port from 8765)",
      )
        .argParser(parseView),
    )
    .hook("preAction", (_this, action) => {
      if (action.getOptionValue("view") === true) action.setOptionValue("view", parseView("127.0.0.1"));
    });
}
