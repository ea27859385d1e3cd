import { RunFailure } from "../core/run_failure.ts";
import { WorkerLink } from "../core/worker_link.ts";
import type { FromLoopWorker, LoopPolicy, ToLoopWorker } from "./loop_worker_messages.ts";

/** A control loop of the product in a worker of its own, which runs when it is told to, again and again under the same scheduling. */
export class LoopRunner {
  readonly #link: WorkerLink<ToLoopWorker, FromLoopWorker>;

  /** Starts the worker, which begins to warm up. */
  constructor(policy: LoopPolicy, periodNs: number) {
    const url = new URL("./loop_worker.ts", import.meta.url);
    this.#link = new WorkerLink(url, "uri bench loop", () => {});
    this.#link.post({ type: "prepare", policy, periodNs });
  }

  /** Runs the loop for `ticks` periods. Rejects with a {@link RunFailure} when the worker fails. */
  async run(ticks: number): Promise<FromLoopWorker> {
    this.#link.post({ type: "run", ticks });
    const ended = await this.#link.next(["ended"]);
    if (ended === undefined) throw new RunFailure("Cannot measure the loop: its worker has ended, figures were wanted");
    return ended;
  }

  /** Ends the worker. */
  stop(): void {
    this.#link.terminate();
  }
}
