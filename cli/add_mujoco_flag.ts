import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { MujocoChoice } from "../core/mujoco_choice.ts";
import type { RunOptions } from "../core/run_options.ts";
import { BUILT_IN_MUJOCO } from "../drivers/mujoco/built_in_mujoco.ts";
import { findMujocoLibrary } from "../drivers/mujoco/native/find_mujoco_library.ts";
import { MUJOCO_VERSIONS } from "../drivers/mujoco/native/mujoco_versions.ts";
import { parseText } from "./parse_text.ts";

/**
 * Adds the flag of all commands that may simulate, and returns the command: which MuJoCo computes. Without it, a native library of the version that is
 * built in is taken where one is found, see `findMujocoLibrary`.
 */
export function addMujocoFlag(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--mujoco <file>",
        `MuJoCo for simulated robots: file of a native library (${
          MUJOCO_VERSIONS.join(", ")
        }), or wasm for the built-in ` +
          `one (default: a native ${BUILT_IN_MUJOCO} where it is found)`,
      ).argParser((text): MujocoChoice => named(parseText("--mujoco", "library", text))),
    )
    .hook("preAction", (_this, action) => {
      if (action.opts<RunOptions>().mujoco === undefined) action.setOptionValue("mujoco", found());
    });
}

function named(text: string): MujocoChoice {
  return { ...(text === "wasm" ? {} : { library: resolve(text) }), isNamed: true, note: "" };
}

/** `undefined` when there is nothing to choose. */
function found(): MujocoChoice | undefined {
  const variable = (name: string) => Deno.env.get(name) || undefined;
  const library = findMujocoLibrary(BUILT_IN_MUJOCO, {
    home: variable("HOME"),
    virtualEnv: variable("VIRTUAL_ENV"),
    condaPrefix: variable("CONDA_PREFIX"),
    mujocoPath: variable("MUJOCO_PATH"),
  });
  return library === undefined ? undefined : { library, isNamed: false, note: "" };
}
