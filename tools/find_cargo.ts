import { isFile } from "./is_file.ts";
import { nativePlace } from "./native_place.ts";

/** The Rust tools that are used, or why there are none. */
export type CargoState = CargoFound | { readonly reason: string };

/** Rust tools that can build the native library. */
export interface CargoFound {
  /** Path of `cargo`. */
  readonly cargo: string;
  /** What `rustc` says of its version, all lines. */
  readonly compiler: string;
  /** Environment that the tools run in, beside that of this process. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Looks for `cargo`, in `PATH` and where rustup puts it, and whether its compiler is new enough for the crate.
 * Everything that is built goes to a folder outside the clone, so that another clone, or a change of our own few files,
 * need not build all packages again.
 */
export async function findCargo(): Promise<CargoState> {
  const home = Deno.env.get("CARGO_HOME") || `${Deno.env.get("HOME")}/.cargo`;
  const search = `${Deno.env.get("PATH") ?? ""}:${home}/bin`;
  const cargo = search.split(":").map((folder) => `${folder}/cargo`).find(isFile);
  if (cargo === undefined) return { reason: "cargo is not installed" };
  const { sources, cache } = nativePlace();
  const env = {
    PATH: search,
    CARGO_TARGET_DIR: `${cache}/zenoh-target`,
    CARGO_TERM_COLOR: "never",
    // The library names source files in its messages: not those of the home of who built it.
    RUSTFLAGS: `--remap-path-prefix=${home}=/cargo`,
  };
  const wanted = /^rust-version = "([\d.]+)"$/m.exec(Deno.readTextFileSync(`${sources}/Cargo.toml`))?.[1] ?? "1.0";
  try {
    const { success, stdout, stderr } = await new Deno.Command("rustc", { args: ["-vV"], cwd: sources, env }).output();
    const compiler = new TextDecoder().decode(stdout);
    if (!success) return { reason: `rustc does not work: ${new TextDecoder().decode(stderr).trim().split("\n")[0]}` };
    const found = /^release: (\d+\.\d+)/m.exec(compiler)?.[1] ?? "0.0";
    if (!isAtLeast(found, wanted)) return { reason: `rustc is ${found}, ${wanted} or newer was wanted` };
    return { cargo, compiler, env };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { reason: "cargo is installed, but not rustc" };
    throw error;
  }
}

function isAtLeast(found: string, wanted: string): boolean {
  const [a, b] = [found, wanted].map((version) => version.split(".").map(Number));
  return a[0] !== b[0] ? a[0] > b[0] : a[1] >= b[1];
}
