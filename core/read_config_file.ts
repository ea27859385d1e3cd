import { readPipe } from "./read_pipe.ts";
import type { ConfigProblems } from "./config_problems.ts";

/** No configuration is longer; a device or an endless pipe must not fill the memory. */
const MOST_BYTES = 4 * 1024 * 1024;

/** How {@link readConfigFile} reads. */
export interface ReadConfigFileOptions {
  /** Only what lies on a disk: a pipe may never end, and the file was not named by the user who waits for it. */
  readonly isRegular?: boolean;
}

/**
 * The text of a configuration file, without byte order mark. `undefined`, with the reason noted in `problems`, when the file is
 * missing, a folder, unreadable, too long or no UTF-8 text.
 */
export async function readConfigFile(
  file: string,
  problems: ConfigProblems,
  { isRegular = false }: ReadConfigFileOptions = {},
): Promise<string | undefined> {
  const refuse = (message: string, hint?: string) => {
    problems.add({ file, line: 0, column: 0 }, "", message, { hint });
    return undefined;
  };
  let bytes: Uint8Array;
  try {
    // Asked by name: an open file that is part of the executable cannot be asked.
    const info = await Deno.stat(file);
    if (isRegular && !info.isFile && !info.isDirectory) {
      return refuse("cannot be read: it is no regular file; wanted one");
    }
    if (info.isDirectory) return refuse("cannot be read: it is a folder; wanted a file");
    if (info.isFifo) bytes = await readPipe(file, MOST_BYTES + 1);
    else {
      using handle = await Deno.open(file, { read: true });
      bytes = await readUpTo(handle, MOST_BYTES + 1);
    }
  } catch (error) {
    return refuse(`cannot be read: ${reasonOf(error)}`);
  }
  if (bytes.length > MOST_BYTES) return refuse("cannot be read: it has more than 4 MiB; wanted a configuration file");
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return refuse("cannot be read: it is UTF-16; wanted UTF-8", "save it as UTF-8");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse("cannot be read: it is no UTF-8 text", "save it as UTF-8");
  }
}

async function readUpTo(handle: Deno.FsFile, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < most) {
    const chunk = new Uint8Array(64 * 1024);
    const count = await handle.read(chunk);
    if (count === null) break;
    chunks.push(chunk.subarray(0, count));
    length += count;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "there is no such file";
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder; wanted a file";
  if (error instanceof Deno.errors.NotADirectory) return "a part of its path is no folder";
  return error instanceof Error ? error.message : String(error);
}
