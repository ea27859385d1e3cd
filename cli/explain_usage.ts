import type { Command, CommanderError } from "commander";
import { nearestWord } from "../core/nearest_word.ts";

/** `uri manager` for a command, `uri` for the program. */
function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

/** One line that tells what is wrong with the command line, the nearest right word, and where to look. */
export function explainUsage(error: CommanderError, command: Command): string {
  const name = nameOf(command);
  const subject = /'([^']*)'/.exec(error.message)?.[1] ?? "";
  const see = `'${name} -h' tells more`;
  switch (error.code) {
    case "commander.unknownOption": {
      const flag = subject.split("=")[0];
      const flags = command.options.concat(command.createHelp().visibleOptions(command))
        .flatMap((option) => [option.long, option.short]).filter((each) => typeof each === "string");
      return `Cannot run ${name}: it has no flag '${flag}'${suggestion(flag, flags)}; ${see}`;
    }
    case "commander.unknownCommand": {
      const commands = command.commands.map((each) => each.name());
      return `Cannot run ${name}: there is no command '${subject}'${suggestion(subject, commands)}; ${see}`;
    }
    case "commander.optionMissingArgument": {
      const flag = subject.replace(/\s*<.*/, "").split(", ").pop();
      const value = /<(.*)>/.exec(subject)?.[1] ?? "value";
      return `Cannot run ${name}: ${flag} has no ${value}, one was wanted; ${see}`;
    }
    case "commander.excessArguments": {
      const extra = command.args[command.registeredArguments.length];
      const takesFile = command.options.some(({ long }) => long === "--config") && command.opts().config === undefined;
      return `Cannot run ${name}: the argument '${extra}' is one too many${
        suggestion(extra, command.options.map((option) => option.long ?? ""))
      }${takesFile ? `; if it is the file, write -c ${extra}` : ""}; ${see}`;
    }
    default:
      return `Cannot run ${name}: ${error.message.replace(/^error: /, "")}; ${see}`;
  }
}

function suggestion(word: string, candidates: readonly string[]): string {
  // Two short flags are always one letter apart: that is no likeness.
  if (word.length <= 2) return "";
  const nearest = nearestWord(word, candidates);
  return nearest === undefined ? "" : `, the nearest is '${nearest}'`;
}
