import { createHash } from "node:crypto";
import { basename } from "node:path";
import { DynamicLinker } from "../../../core/native/dynamic_linker.ts";
import { readElf } from "../../../core/native/read_elf.ts";
import { sharedCopy } from "../../../core/native/shared_copy.ts";
import { quoted } from "../../../core/quoted.ts";
import { trustPath } from "../../../core/trust_path.ts";
import { type BarrierCalls, loadBarrier } from "./load_barrier.ts";
import type { MujocoLayout } from "./mujoco_layout.ts";
import { MUJOCO_SYMBOLS, type MujocoSymbols } from "./mujoco_symbols.ts";
import { MUJOCO_VERSIONS } from "./mujoco_versions.ts";
import { readLayout } from "./read_layout.ts";

const MOST_BYTES = 200e6;
const NAME_IT = "name the file libmujoco.so.VERSION itself";
const VERSION = { mj_version: { parameters: [], result: "i32" } } as const;

/** MuJoCo's native library, opened in this thread. */
export interface NativeLibrary {
  /** Where it lies, without links. */
  readonly path: string;
  /** As `3.14.0`. */
  readonly version: string;
  /** Where things are in its memory. */
  readonly layout: MujocoLayout;
  /** Functions that are called directly. */
  readonly calls: Deno.DynamicLibrary<typeof MUJOCO_SYMBOLS["called"]>["symbols"];
  /** Addresses of the others, for the barrier. */
  readonly symbols: MujocoSymbols;
  /** What calls those. */
  readonly barrier: BarrierCalls;
}

/** By path: a thread opens a library once, and keeps it. */
let opened: Map<string, NativeLibrary> | undefined;

/**
 * Opens the library at the absolute `path`, once per thread. Nothing of it runs before its file says that it is MuJoCo for this computer, of a version that there is a table
 * for, and that nobody but root and the user could have put it there. What runs is a copy in memory, so that the file may be written to or replaced meanwhile.
 * Resolves to what is wrong, for `…: is wrong; do this`, when it cannot be used.
 */
export async function openNativeLibrary(path: string): Promise<NativeLibrary | { readonly reason: string }> {
  const barrier = loadBarrier();
  if ("reason" in barrier) {
    return { reason: `${barrier.reason}; install gcc or clang and build again, or use the built-in MuJoCo (wasm)` };
  }
  try {
    // Before the question who may write there: the answer for a folder or a device would be advice that does harm.
    const { isFile, size } = await Deno.stat(path);
    if (!isFile || size > MOST_BYTES) return { reason: `it is no file of a library; ${NAME_IT}` };
    const trusted = await trustPath(path);
    if ("fault" in trusted) return { reason: trusted.fault };
    const known = opened?.get(trusted.path);
    if (known !== undefined) return known;
    const bytes = await Deno.readFile(trusted.path);
    const fault = await faultOfFile(bytes);
    if (fault !== "") return { reason: fault };
    const library = openChecked(trusted.path, bytes, barrier);
    if (!("reason" in library)) (opened ??= new Map()).set(trusted.path, library);
    return library;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { reason: "there is no such file; correct the path" };
    if (error instanceof Deno.errors.PermissionDenied) {
      return { reason: "this user may not read it; give it the right to, or take another one" };
    }
    return { reason: `it cannot be opened: ${(error as Error).message.replaceAll("\n", " ")}` };
  }
}

/** What the file says of itself that does not suit, or "". */
async function faultOfFile(bytes: Uint8Array): Promise<string> {
  const elf = readElf(bytes);
  if (typeof elf === "string") return `${elf}; ${NAME_IT}`;
  if (!elf.exports.has("mj_step")) {
    return `it is not MuJoCo's library: it has no mj_step; ${NAME_IT}`;
  }
  if (elf.machine !== Deno.build.arch) {
    return `it is for ${elf.machine}, and this computer is ${Deno.build.arch}; take the library for this one`;
  }
  const version = /^libmujoco\.so\.(\d+\.\d+\.\d+)$/.exec(elf.soname)?.[1];
  if (version !== undefined && !MUJOCO_VERSIONS.includes(version)) return otherVersion(version);
  // MuJoCo's own builds are made of these instructions: without them the process would be killed at the first step.
  if (Deno.build.arch === "x86_64" && !/^flags\s*:.*\bavx\b/m.test(await Deno.readTextFile("/proc/cpuinfo"))) {
    return "it needs a processor with AVX, which this one does not have; use the built-in MuJoCo (wasm)";
  }
  return "";
}

function otherVersion(version: string): string {
  return `it is MuJoCo ${version}, one of ${
    MUJOCO_VERSIONS.join(", ")
  } was wanted; install one of these (pip install mujoco==3.14.0), or use the ` +
    "built-in MuJoCo (wasm)";
}

function openChecked(
  path: string,
  bytes: Uint8Array,
  barrier: BarrierCalls,
): NativeLibrary | { readonly reason: string } {
  // One copy for all threads, as MuJoCo keeps one handler of messages for all.
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const copy = sharedCopy(`${basename(path)}-${digest}`, () => bytes);
  const number = Deno.dlopen(copy, VERSION).symbols.mj_version();
  const version = [number / 1e6, number / 1e3 % 1e3, number % 1e3].map(Math.floor).join(".");
  if (!MUJOCO_VERSIONS.includes(version)) return { reason: otherVersion(version) };
  const linker = new DynamicLinker();
  const handle = linker.open(copy);
  if ("reason" in handle) return handle;
  const found = MUJOCO_SYMBOLS.guarded.map((name) => [name, linker.symbol(handle, name)] as const);
  const missing = found.filter(([, address]) => address === null).map(([name]) => name);
  if (missing.length > 0) return { reason: `it lacks ${missing.map(quoted).join(", ")}; take an official build` };
  const symbols = Object.fromEntries(found) as MujocoSymbols;
  // For the whole process; nothing is written to MUJOCO_LOG.TXT then, and no error ends the process.
  barrier.uri_barrier_listen(symbols.mju_setLogHandler);
  const { symbols: calls } = Deno.dlopen(copy, MUJOCO_SYMBOLS.called);
  return { path, version, layout: readLayout(version), calls, symbols, barrier };
}
