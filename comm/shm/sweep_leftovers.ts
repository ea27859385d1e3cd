import { Libc } from "../../core/posix/libc.ts";
import { CellLayout } from "../cell/cell_layout.ts";
import { sameFile } from "./same_file.ts";

const O_RDWR = 2;
const O_CLOEXEC = 0o2000000;
const LOCK_EX_NB = 6;

/**
 * Removes what killed processes left behind in the folder: cells, locks and sockets that nobody holds. Whoever is about to open one of
 * them at that moment finds out, and makes it anew. What is not ours, and what cannot be removed, stays.
 */
export function sweepLeftovers(folder: string): void {
  for (const { name, isDirectory, isSymlink } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    try {
      if (isDirectory || isSymlink) continue;
      if (name.startsWith("~")) removeSocketOfTheDead(path, Number(name.slice(1).split("-")[0]));
      else if (name.endsWith(".cell")) removeIfFree(path, () => isMadeByUs(path) ? [path] : []);
      else if (name.endsWith(".cell-lock")) removeIfFree(path, () => [path]);
      else if (/\.(query|token)-lock$/.test(name)) removeIfFree(path, () => [path.replace(/-lock$/, ""), path]);
    } catch {
      // It is gone meanwhile, or stays: no obstacle to anybody.
    }
  }
}

/** Removes what `what` lists while holding the lock of the file at `path`; nothing, when another process holds it. */
function removeIfFree(path: string, what: () => string[]): void {
  const libc = new Libc();
  const flags = O_RDWR | O_CLOEXEC | libc.constants.oNofollow;
  const fd = libc.call.open(new TextEncoder().encode(path + "\0"), flags, 0);
  if (fd < 0) return;
  try {
    if (libc.call.flock(fd, LOCK_EX_NB) !== 0 || !sameFile(path, fd)) return;
    for (const each of what()) removeIfThere(each);
  } finally {
    libc.call.close(fd);
  }
}

/** True for cells of any version, and for those whose making was cut short. */
function isMadeByUs(path: string): boolean {
  const header = new Uint32Array(CellLayout.HEADER);
  using file = Deno.openSync(path, { read: true });
  file.readSync(new Uint8Array(header.buffer));
  return header[CellLayout.W_MAGIC] === CellLayout.MAGIC || header.every((word) => word === 0);
}

/** A socket that was not renamed yet, of a process that is no more. */
function removeSocketOfTheDead(path: string, pid: number): void {
  try {
    Deno.statSync(`/proc/${pid}`);
  } catch {
    removeIfThere(path);
  }
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
