const NAMES: Readonly<Record<number, string>> = {
  1: "EPERM: operation not permitted",
  2: "ENOENT: no such file or directory",
  4: "EINTR: interrupted",
  11: "EAGAIN: resource temporarily unavailable",
  12: "ENOMEM: not enough memory, or over the memlock limit",
  13: "EACCES: permission denied",
  16: "EBUSY: busy, or no bandwidth left",
  17: "EEXIST: file exists",
  22: "EINVAL: invalid argument",
  24: "EMFILE: too many open files",
  28: "ENOSPC: no space left on device",
  38: "ENOSYS: not in this kernel",
  110: "ETIMEDOUT: timed out",
};

/** A call of the C library failed. `errno` is the number that it left. */
export class PosixError extends Error {
  override readonly name = "PosixError";
  /** The call, e.g. `mmap`. */
  readonly call: string;
  /** The error number. */
  readonly errno: number;

  /** `about`: what the call was for, e.g. a path. */
  constructor(call: string, errno: number, about = "") {
    super(`${call}${about === "" ? "" : ` of ${about}`}: ${PosixError.text(errno)}`);
    this.call = call;
    this.errno = errno;
  }

  /** Text of an error number, e.g. `EPERM: operation not permitted`. */
  static text(errno: number): string {
    return NAMES[errno] ?? `errno ${errno}`;
  }
}
