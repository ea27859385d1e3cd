/** Signals that ask for a stop, with their numbers. */
const SIGNALS: readonly (readonly [Deno.Signal, number])[] = [["SIGINT", 2], ["SIGTERM", 15], ["SIGHUP", 1]];

/** How a process is told to stop. */
export interface StopSignals {
  /** Aborted at the first signal; the reason is the signal's name. */
  readonly signal: AbortSignal;
  /** Stops listening. */
  dispose(): void;
}

/**
 * Listens for SIGINT, SIGTERM and SIGHUP. The first one aborts `signal`, the second one calls `endAtOnce` with the exit code
 * 128 + number, which must end the process.
 */
export function listenForStop(
  onFirst: (name: string, number: number) => void,
  endAtOnce: (code: number) => void,
): StopSignals {
  const controller = new AbortController();
  const handlers = SIGNALS.map(([name, number]) => {
    const handler = () => {
      if (controller.signal.aborted) return endAtOnce(128 + number);
      onFirst(name, number);
      controller.abort(name);
    };
    Deno.addSignalListener(name, handler);
    return [name, handler] as const;
  });
  return {
    signal: controller.signal,
    dispose: () => handlers.forEach(([name, handler]) => Deno.removeSignalListener(name, handler)),
  };
}
