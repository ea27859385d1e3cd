import { statfsSync } from "node:fs";

/** Bytes that this user can still write to the file system of `folder`; blocks shortly. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
