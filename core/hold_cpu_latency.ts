/** The wish that the processors do not sleep deeply, while it is held. */
export interface CpuLatencyHold {
  /** Whether it is held. */
  readonly held: boolean;
  /** Why it is not; empty when it is. */
  readonly reason: string;
  /** Gives it back; may be called twice. */
  release(): void;
}

/**
 * Asks the kernel to wake up without delay, by /dev/cpu_dma_latency: processors then stay out of the sleep states that take time to leave.
 * The kernel forgets the wish when the process ends. Never throws; without the right to it, it says so.
 */
export function holdCpuLatency(): CpuLatencyHold {
  let file: Deno.FsFile | undefined;
  const release = () => {
    file?.close();
    file = undefined;
  };
  try {
    file = Deno.openSync("/dev/cpu_dma_latency", { write: true });
    file.writeSync(new Uint8Array(4)); // 0 µs, 32 bits
    return { held: true, reason: "", release };
  } catch (error) {
    release();
    const reason = `/dev/cpu_dma_latency: ${error instanceof Error ? error.message : error}`;
    return { held: false, reason, release };
  }
}
