import type { CargoFound } from "./find_cargo.ts";
import { nativePlace } from "./native_place.ts";

/** How a run of `cargo` ended. */
export interface CargoResult {
  /** Exit code; 128 + number when a signal ended it. */
  readonly code: number;
  /** What it wrote, without what went to the terminal at once. */
  readonly output: string;
  /** How long it ran, without waiting for another run [s]. */
  readonly seconds: number;
}

/**
 * Runs `cargo` on the native library, one run at a time on this computer: all clones share a folder for what is built.
 * With `show` its progress goes to the terminal, where there is one. `andThen` is called after a success, before the
 * next run may begin. When `unless` is true after the wait for other runs, nothing is run, which is a success of 0 s.
 */
export async function runCargo(
  { cargo, env }: CargoFound,
  args: readonly string[],
  { show = false, andThen = () => {}, unless = () => false }: {
    show?: boolean;
    andThen?: () => void;
    unless?: () => boolean;
  } = {},
): Promise<CargoResult> {
  const { cache, sources } = nativePlace();
  Deno.mkdirSync(cache, { recursive: true });
  using turn = Deno.openSync(`${cache}/zenoh.lock`, { create: true, write: true });
  await turn.lock(true);
  if (unless()) return { code: 0, output: "", seconds: 0 };
  const start = performance.now();
  const toTerminal = show && Deno.stderr.isTerminal();
  const result = await new Deno.Command(cargo, {
    args: [...args],
    cwd: sources,
    env: { ...env, RUST_BACKTRACE: "0" },
    stdin: "null",
    stdout: "piped",
    stderr: toTerminal ? "inherit" : "piped",
  }).output();
  if (result.success) andThen();
  const decoder = new TextDecoder();
  return {
    code: result.code,
    output: decoder.decode(result.stdout) + (toTerminal ? "" : decoder.decode(result.stderr)),
    seconds: (performance.now() - start) / 1000,
  };
}
