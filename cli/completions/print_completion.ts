import type { Command } from "commander";
import { writeOut } from "../write_out.ts";
import { bashCompletion } from "./bash_completion.ts";
import { commandShape } from "./command_shape.ts";
import { fishCompletion } from "./fish_completion.ts";
import { zshCompletion } from "./zsh_completion.ts";

/** Prints the completion of `program` for a shell. */
export function printCompletion(program: Command, shell: "bash" | "zsh" | "fish"): void {
  const make = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }[shell];
  writeOut(make(commandShape(program)));
}
