import { projectRoot } from "../../tools/project_root.ts";

/** How {@link buildPlugin} compiles. */
export interface BuildPluginOptions {
  /** Compiler; by default the one that the ending asks for: g++, gcc or rustc. */
  readonly compiler?: string;
  /** More arguments, e.g. `-DABI=2`, or libraries to link. */
  readonly flags?: readonly string[];
}

const C_FLAGS = "-O2 -fPIC -shared -Wall -Wextra -Werror";
/** By the ending of the source: compiler, version of the language, other arguments. */
const LANGUAGES: Readonly<Record<string, { usual: string; standard: string; general: string }>> = {
  cpp: { usual: "g++", standard: "-std=c++17", general: C_FLAGS },
  c: { usual: "gcc", standard: "-std=c11", general: C_FLAGS },
  rs: { usual: "rustc", standard: "--edition 2021", general: "--crate-type cdylib -O -D warnings" },
};
const INCLUDES = ["drivers/include", "controller/include"];

/**
 * Compiles a C++, C or Rust source of the tests to a shared library, with the project's own headers, and returns the library's path. What was compiled once
 * is taken again while sources, headers, compiler and arguments are the same.
 */
export async function buildPlugin(source: string, options: BuildPluginOptions = {}): Promise<string> {
  const root = projectRoot();
  const { usual, standard, general } = LANGUAGES[source.replace(/.*\./, "")];
  const { compiler = usual, flags = [] } = options;
  const includes = INCLUDES.map((folder) => `${root}/${folder}`);
  const argv = [compiler, ...standard.split(" "), ...general.split(" "), ...flags];
  const version = await run([compiler, "--version"]);
  const parts = [
    version,
    ...argv,
    ...flags.flatMap(contentOf),
    Deno.readTextFileSync(source),
    ...includes.flatMap(textsBelow),
  ];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(parts.join("\0")));
  const name = [...new Uint8Array(digest)].slice(0, 16).map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const cache = `${Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`}/uri-dev/plugins`;
  const path = `${cache}/${name}.so`;
  try {
    if (Deno.statSync(path).isFile) return path;
  } catch {
    // Not yet.
  }
  Deno.mkdirSync(cache, { recursive: true });
  const made = Deno.makeTempFileSync({ dir: cache });
  const found = source.endsWith(".rs") ? [] : includes.map((folder) => `-I${folder}`);
  await run([...argv.slice(0, 1), ...found, source, ...argv.slice(1), "-o", made]);
  Deno.renameSync(made, path);
  return path;
}

/** A library that is linked counts with its content. */
function contentOf(flag: string): string[] {
  return !flag.startsWith("-") && flag.endsWith(".so") ? [String(Deno.statSync(flag).mtime?.getTime())] : [];
}

function textsBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1).flatMap(({ name, isDirectory }) =>
    isDirectory ? textsBelow(`${folder}/${name}`) : [Deno.readTextFileSync(`${folder}/${name}`)]
  );
}

async function run([program, ...args]: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  if (!success) throw new Error(`${program} ${args.join(" ")}: failed:\n${text}`);
  return text;
}
