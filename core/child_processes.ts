import { STACK_OF_THREADS } from "./stack_of_threads.ts";

/** A process that was started. */
export interface StartedChild {
  /** Name for messages. */
  readonly name: string;
  /** Process id. */
  readonly pid: number;
  /** Resolves when it has ended: its exit code, and the signal that ended it, if one did. */
  readonly ended: Promise<{ code: number; signal: string | null }>;
}

const TERM_PATIENCE_MS = 5000;

/** Processes that this one has started and must end, on every path out. */
export class ChildProcesses {
  readonly #running = new Map<StartedChild, Deno.ChildProcess>();

  /**
   * Starts `argv`, without a shell, with our standard streams, in a session of its own: a Ctrl-C in the terminal reaches us alone, and
   * we pass it on. Throws what the system says when it cannot be started.
   */
  start(name: string, argv: readonly string[]): StartedChild {
    const process = new Deno.Command(argv[0], {
      args: argv.slice(1),
      env: { [STACK_OF_THREADS.variable]: `${STACK_OF_THREADS.bytes}` },
      stdin: "null",
      stdout: "inherit",
      stderr: "inherit",
      detached: true,
    }).spawn();
    const child: StartedChild = { name, pid: process.pid, ended: process.status };
    this.#running.set(child, process);
    process.status.then(() => this.#running.delete(child));
    return child;
  }

  /**
   * Ends all of them, or only `which`, side by side: SIGTERM, and after five seconds SIGKILL. Resolves when they have ended. `onKill` is
   * told of those that had to be killed.
   */
  async stop(onKill: (child: StartedChild) => void, which?: StartedChild): Promise<void> {
    const chosen = [...this.#running].filter(([child]) => which === undefined || child === which);
    await Promise.all(chosen.map(async ([child, process]) => {
      signal(process, "SIGTERM");
      let timer: number | undefined;
      const patience = new Promise<void>((resolve) => timer = setTimeout(resolve, TERM_PATIENCE_MS));
      await Promise.race([process.status, patience]);
      clearTimeout(timer);
      if (!this.#running.has(child)) return;
      onKill(child);
      signal(process, "SIGKILL");
      await process.status;
    }));
  }

  /** Those that run now. */
  get running(): readonly StartedChild[] {
    return [...this.#running.keys()];
  }
}

function signal(process: Deno.ChildProcess, name: Deno.Signal): void {
  try {
    process.kill(name);
  } catch {
    // it has just ended by itself
  }
}
