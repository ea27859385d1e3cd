import { STACK_OF_THREADS } from "../../core/stack_of_threads.ts";
import { uriCommand } from "../../core/uri_command.ts";
import { visible } from "../../core/visible.ts";
import type { BadLibrary, DriverScan, ScannedLibrary } from "./driver_scan.ts";
import { SCAN_MESSAGE_MARK, type ScanMessage } from "./scan_message.ts";

/** A library that needs longer to be opened does not come back [ms]. */
const PATIENCE_MS = 10_000;
/** What is kept of what a library prints [characters]. */
const MOST_TEXT = 300;

/**
 * Looks at the libraries of a folder as `scanDrivers` does, in a process of its own: one that ends the process that opens it, or does not come back, is a
 * library that cannot be used, and the others are looked at all the same. `patienceMs`: longest wait for one library.
 */
export async function scanApart(folder: string, patienceMs: number = PATIENCE_MS): Promise<DriverScan> {
  const libraries: ScannedLibrary[] = [];
  const bad: BadLibrary[] = [];
  const looked: string[] = [];
  for (;;) {
    const { seen, opening, end, isDone } = await scanOnce(folder, looked, patienceMs);
    for (const each of seen) {
      looked.push(each.path);
      if ("reason" in each) bad.push(each);
      else libraries.push(each);
    }
    // Without a library that is to blame, the next process would end in the same way.
    if (isDone || opening === "") return { libraries, bad };
    looked.push(opening);
    bad.push({ path: opening, reason: end });
  }
}

/** What one process has found. */
interface ScanPart {
  readonly seen: readonly (ScannedLibrary | BadLibrary)[];
  /** The library that was being opened at the end; "": none. */
  readonly opening: string;
  /** How the process has ended, for messages. */
  readonly end: string;
  readonly isDone: boolean;
}

async function scanOnce(folder: string, skip: readonly string[], patienceMs: number): Promise<ScanPart> {
  const [program, ...args] = [...uriCommand(), "scan-drivers", folder, ...skip];
  const child = new Deno.Command(program, {
    args,
    env: { [STACK_OF_THREADS.variable]: `${STACK_OF_THREADS.bytes}` },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const seen: (ScannedLibrary | BadLibrary)[] = [];
  let [opening, isDone, isLate] = ["", false, false];
  const expire = () => {
    isLate = true;
    child.kill("SIGKILL");
  };
  let timer = setTimeout(expire, patienceMs);
  const take = (message: ScanMessage) => {
    clearTimeout(timer);
    timer = setTimeout(expire, patienceMs);
    opening = "opening" in message ? message.opening : "";
    isDone = "done" in message;
    if ("seen" in message) seen.push(message.seen);
  };
  const [text] = await Promise.all([lastText(child.stderr), readMessages(child.stdout, take)]);
  clearTimeout(timer);
  const { code, signal } = await child.status;
  const how = isLate
    ? `did not come back within ${patienceMs / 1000} s`
    : `ended the process, with ${signal ?? `exit code ${code}`}`;
  const said = text === "" ? "" : `; it said: ${visible(text)}`;
  return { seen, opening, isDone, end: `it ${how}, when it was opened and asked for its drivers${said}` };
}

async function readMessages(stream: ReadableStream<Uint8Array>, take: (message: ScanMessage) => void): Promise<void> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith(SCAN_MESSAGE_MARK)) take(JSON.parse(line.slice(SCAN_MESSAGE_MARK.length)));
    }
  }
}

async function lastText(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) text = (text + part).slice(-10 * MOST_TEXT);
  return text.trim().slice(0, MOST_TEXT);
}
