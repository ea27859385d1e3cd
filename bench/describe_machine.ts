import { VERSION } from "../core/version.ts";

/** Where and when a benchmark ran. */
export interface MachineDescription {
  /** Version of this program. */
  readonly version: string;
  /** `source` or `executable`. */
  readonly started: "source" | "executable";
  /** Version of Deno. */
  readonly deno: string;
  /** Processor. */
  readonly processor: string;
  /** Processors that may be used. */
  readonly processors: number;
  /** Kernel. */
  readonly kernel: string;
  /** Whether it is a virtual machine, as far as the processor tells. */
  readonly virtual: boolean;
  /** Processes that ran or wanted to run in the last minute before; on a quiet computer less than 0.3. */
  readonly load: number;
  /** Time of the start. */
  readonly date: string;
}

/** Describes this computer, now. */
export function describeMachine(): MachineDescription {
  const cpu = Deno.readTextFileSync("/proc/cpuinfo");
  return {
    version: VERSION,
    started: Deno.build.standalone ? "executable" : "source",
    deno: Deno.version.deno,
    processor: /^model name\s*:\s*(.*)$/m.exec(cpu)?.[1] ?? Deno.build.arch,
    processors: navigator.hardwareConcurrency,
    kernel: Deno.osRelease(),
    virtual: /^flags\s*:.*\bhypervisor\b/m.test(cpu),
    load: Math.round(Deno.loadavg()[0] * 100) / 100,
    date: new Date().toISOString(),
  };
}
