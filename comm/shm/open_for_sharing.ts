import { Libc } from "../../core/posix/libc.ts";
import { PosixError } from "../../core/posix/posix_error.ts";
import { TransportError } from "../transport_error.ts";

const O_RDWR = 2;
const O_CREAT = 0o100;
const O_CLOEXEC = 0o2000000;

/** What an error number of `open` says about the file, besides the general text. */
const MEANINGS: Readonly<Record<number, string>> = {
  13: "it belongs to another user",
  21: "it is a folder",
  40: "it is a symbolic link",
};

/** Opens `path`, or creates it with mode 0600, and returns its descriptor. Links are not followed. Errors: `foreign`, `unavailable`. */
export function openForSharing(path: string): number {
  const libc = new Libc();
  const flags = O_RDWR | O_CREAT | O_CLOEXEC | libc.constants.oNofollow;
  const fd = libc.call.open(new TextEncoder().encode(path + "\0"), flags, 0o600);
  if (fd >= 0) return fd;
  const errno = libc.errno();
  const meaning = MEANINGS[errno];
  if (meaning !== undefined) {
    throw new TransportError(
      "foreign",
      `opening ${path}: ${meaning}; wanted a file of this user. Remove it: rm -r ${path}`,
    );
  }
  throw new TransportError("unavailable", `opening ${path}: ${PosixError.text(errno)}; mend that and start again`);
}
