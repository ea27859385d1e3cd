import type { DriverNames } from "./driver_names.ts";
import { shellQuote } from "../core/shell_quote.ts";

/** Words that other readers of YAML take for something else than a text. */
const YAML_WORDS = /^(true|false|null|yes|no|on|off|y|n)$/;

/** What the placeholders of the templates stand for, in every language. `prefix`: where uri is installed. */
export function templateValues(names: DriverNames, prefix: string): Record<string, string> {
  const { name, className, snake, project } = names;
  const quotedPrefix = shellQuote([prefix]);
  return {
    NAME: name,
    CLASS: className,
    SNAKE: snake,
    PROJECT: project,
    ROBOT: YAML_WORDS.test(snake) ? `"${snake}"` : snake,
    PREFIX: quotedPrefix,
    PREFIX_TEXT: prefix,
    // pkg-config puts a \ before blanks, which only a shell that reads the line once more takes away.
    EVAL: quotedPrefix === prefix ? "" : "eval ",
  };
}
