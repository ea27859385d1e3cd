/** Resident memory of a process [bytes]. */
export interface ProcessMemory {
  /** Now. */
  readonly resident: number;
  /** Of `resident`, memory of files: the program itself, shared with other processes of the same program. */
  readonly file: number;
  /** Of `resident`, memory shared with other processes, the cells among it. */
  readonly shared: number;
  /** The most so far. */
  readonly peak: number;
}

/** Resident memory of the process `pid`, from the text of its /proc/…/status; undefined when there is none. */
export function processMemory(pid: number): ProcessMemory | undefined {
  let text: string;
  try {
    text = Deno.readTextFileSync(`/proc/${pid}/status`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(text)?.[1] ?? NaN);
  const memory = {
    resident: bytes("VmRSS"),
    file: bytes("RssFile"),
    shared: bytes("RssShmem"),
    peak: bytes("VmHWM"),
  };
  return Number.isNaN(memory.resident) ? undefined : memory;
}
