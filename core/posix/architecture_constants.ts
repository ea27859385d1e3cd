/** Numbers of the Linux kernel and the C library that differ between processors. */
export interface ArchitectureConstants {
  /** System call `sched_setattr`. */
  readonly sysSchedSetattr: number;
  /** System call `futex`. */
  readonly sysFutex: number;
  /** `O_NOFOLLOW` of `open`. */
  readonly oNofollow: number;
}

const X86_64: ArchitectureConstants = { sysSchedSetattr: 314, sysFutex: 202, oNofollow: 0o400000 };
const AARCH64: ArchitectureConstants = { sysSchedSetattr: 274, sysFutex: 98, oNofollow: 0o100000 };

/** The constants of an architecture, by default of this process. */
export function architectureConstants(arch: typeof Deno.build.arch = Deno.build.arch): ArchitectureConstants {
  return arch === "aarch64" ? AARCH64 : X86_64;
}
