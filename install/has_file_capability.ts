import { Libc } from "../core/posix/libc.ts";

/** Whether the file at `path` was given capabilities (`setcap`), which a file that replaces it does not have; false when there is none. */
export function hasFileCapability(path: string): boolean {
  const text = (value: string) => new TextEncoder().encode(`${value}\0`);
  const value = new Uint8Array(64);
  return new Libc().call.getxattr(text(path), text("security.capability"), value, BigInt(value.length)) > 0;
}
