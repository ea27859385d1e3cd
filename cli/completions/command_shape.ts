import type { Argument, Command, Option } from "commander";

/** What can stand for a value on the command line. */
export interface ValueShape {
  /** As the help calls it, e.g. `file`. */
  readonly name: string;
  /** `words`: one of `words`; `file` and `folder`: a path; `text`: anything. */
  readonly kind: "words" | "file" | "folder" | "text";
  /** The words that are accepted; empty for other kinds. */
  readonly words: readonly string[];
}

/** A flag. */
export interface OptionShape {
  /** `-c`; absent: it has only a long form. */
  readonly short?: string;
  /** `--config`. */
  readonly long: string;
  /** What the help says. */
  readonly description: string;
  /** Its value; absent: it has none. */
  readonly value?: ValueShape;
}

/** A command, or the program itself. */
export interface CommandShape {
  /** `manager`; of the program `uri`. */
  readonly name: string;
  /** What the help says. */
  readonly description: string;
  /** `[options] [names...]`. */
  readonly usage: string;
  /** Its flags, without hidden ones, in the order of the help. */
  readonly options: readonly OptionShape[];
  /** Its arguments, and whether the last one can be repeated. */
  readonly values: readonly (ValueShape & { readonly description: string; readonly repeated: boolean })[];
  /** What the help says at its end; may be empty. */
  readonly notes: string;
  /** Its commands, without hidden ones. */
  readonly commands: readonly CommandShape[];
}

/** What a command line parser knows, for whatever is generated from it. */
export function commandShape(command: Command): CommandShape {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  return {
    name: command.name(),
    description: command.description(),
    usage: command.usage(),
    options: help.visibleOptions(command).map(optionShape),
    values: command.registeredArguments.map(argumentShape),
    notes: notesOf(command),
    commands: commands.map((each) => {
      const shape = commandShape(each);
      // The command that prints the help of another one.
      const isHelp = each.name() === "help" && shape.values.length === 1;
      const words = commands.map((other) => other.name()).filter((name) => name !== "help");
      return isHelp ? { ...shape, values: [{ ...shape.values[0], kind: "words", words }] } : shape;
    }),
  };
}

function optionShape(option: Option): OptionShape {
  const name = /[<[]([^>\]]+?)(?:\.\.\.)?[>\]]/.exec(option.flags)?.[1];
  const preset = option.defaultValue === undefined ? "" : ` (default: ${option.defaultValue})`;
  return {
    ...(option.short === undefined ? {} : { short: option.short }),
    long: option.long ?? option.short!,
    description: `${option.description}${preset}`,
    ...(name === undefined ? {} : { value: valueShape(name, option.argChoices) }),
  };
}

function argumentShape(argument: Argument): CommandShape["values"][number] {
  return {
    ...valueShape(argument.name(), argument.argChoices),
    description: argument.description,
    repeated: argument.variadic,
  };
}

function valueShape(name: string, words: readonly string[] | undefined): ValueShape {
  if (words !== undefined) return { name, kind: "words", words };
  const kind = /\bfile\b/i.test(name) ? "file" : /\b(folder|dir)\b/i.test(name) ? "folder" : "text";
  return { name, kind, words: [] };
}

/** What `addHelpText("after", …)` adds. */
function notesOf(command: Command): string {
  let text = "";
  const before = command.configureOutput();
  command.configureOutput({ ...before, writeOut: (part) => text += part });
  command.outputHelp();
  command.configureOutput(before);
  const help = command.helpInformation();
  return text.slice(text.indexOf(help) + help.length).trim();
}
