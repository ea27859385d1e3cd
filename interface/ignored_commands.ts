import type { Logger } from "../core/log/logger.ts";
import type { SubscriberHandle } from "../comm/transport.ts";
import { InterfaceBlock } from "./interface_block.ts";

const REPEAT_MS = 1000;

/** Counts and tells of Commands that the transport keeps away from the loop: they are not of the manager that the interface obeys, or too large. */
export class IgnoredCommands {
  readonly #commands: SubscriberHandle;
  readonly #values: Float64Array;
  readonly #name: string;
  readonly #log: Logger;
  #told = 0;

  /** `values`: of the loop's memory, where the report finds the number. `name` is the robot's. */
  constructor(commands: SubscriberHandle, values: Float64Array, name: string, log: Logger) {
    this.#commands = commands;
    this.#values = values;
    this.#name = name;
    this.#log = log;
  }

  /** Looks for new ones; at most one line a second is logged. */
  look(): void {
    const ignored = this.#commands.ignored();
    this.#values[InterfaceBlock.IGNORED] = ignored;
    if (ignored === this.#told || !this.#log.mayRepeat("ignored commands", REPEAT_MS)) return;
    this.#log.warning(
      `[RobotInterface] '${this.#name}' ignored ${
        ignored - this.#told
      } Command(s) of another process than the manager ` +
        `that it obeys, or too large (${ignored} so far)`,
    );
    this.#told = ignored;
  }
}
