import { Mailbox } from "../core/mailbox.ts";
import { RunFailure } from "../core/run_failure.ts";
import type { WorkerLine } from "../core/worker_line.ts";
import type { FromInterfaceWorker, ToInterfaceWorker } from "../interface/interface_worker_messages.ts";

/**
 * The line from a robot's interface to its control loop, which runs in the simulation's worker with those of the other robots: the interface does not know.
 */
export class RobotLine implements WorkerLine<ToInterfaceWorker, FromInterfaceWorker> {
  readonly #send: (message: ToInterfaceWorker) => void;
  readonly #onLog: (level: "info" | "warning" | "error", text: string) => void;
  readonly #mailbox = new Mailbox<FromInterfaceWorker>();

  /** `send` takes a message to the worker; `onLog` gets what the driver wants logged. The loop is prepared from the start. */
  constructor(
    send: (message: ToInterfaceWorker) => void,
    onLog: (level: "info" | "warning" | "error", text: string) => void,
  ) {
    this.#send = send;
    this.#onLog = onLog;
    this.#mailbox.put({ type: "prepared" });
  }

  /** Sends a message. */
  post(message: ToInterfaceWorker): void {
    this.#send(message);
  }

  /** See `WorkerLine.next`. */
  next(types: readonly FromInterfaceWorker["type"][], signal?: AbortSignal): Promise<FromInterfaceWorker | undefined> {
    return this.#mailbox.next(types, signal);
  }

  /** Takes a message from the worker. */
  deliver(message: FromInterfaceWorker): void {
    if (message.type === "log") return this.#onLog(message.level, message.text);
    this.#mailbox.put(message);
  }

  /** The worker has ended: whoever waits is told. */
  fail(reason: string): void {
    this.#mailbox.fail(new RunFailure(`simulation: ${reason}`));
  }
}
