import type { Logger } from "../core/log/logger.ts";
import type { KeyOwner } from "../comm/transport_error.ts";
import type { InitDecoder } from "./init_decoder.ts";
import type { InitHandler } from "./init_handler.ts";
import type { ObeyedManager } from "./obeyed_manager.ts";

/** Whoever asks again and again does not fill the log [ms]. */
const REPEAT_MS = 1000;

/** What an {@link InitResponder} works with. */
export interface InitResponderParts {
  /** Robot name. */
  readonly name: string;
  /** Whether the asking manager may have the robot. */
  readonly obeyed: ObeyedManager;
  /** Reads queries. */
  readonly decoder: InitDecoder;
  /** Does what they ask for. */
  readonly handler: InitHandler;
  /** Log of the process. */
  readonly log: Logger;
  /** Called before a manager gets its `OK`: it is obeyed from then on, and no other. */
  readonly onObeyed: (manager: KeyOwner) => void;
}

/** Answers init queries, whatever they hold: `OK`, or `ERROR: <reason>`. */
export class InitResponder {
  readonly #parts: InitResponderParts;

  /** Takes what it works with. */
  constructor(parts: InitResponderParts) {
    this.#parts = parts;
  }

  /** The bytes of the answer. */
  async respond(payload: Uint8Array, asker: KeyOwner): Promise<Uint8Array> {
    const answer = await this.#answer(payload, asker);
    if (answer === "OK") {
      this.#parts.obeyed.initialised(asker);
      this.#parts.onObeyed(asker);
    }
    return new TextEncoder().encode(answer);
  }

  async #answer(payload: Uint8Array, asker: KeyOwner): Promise<string> {
    const { obeyed, decoder, handler } = this.#parts;
    const refusal = obeyed.refusal(asker);
    if (refusal !== "") return this.#refuse(refusal);
    try {
      return await handler.answer(await decoder.decode(payload), asker);
    } catch (error) {
      return this.#refuse(`Failed to deserialize init config: ${(error as Error).message}`);
    }
  }

  #refuse(reason: string): string {
    const { name, log } = this.#parts;
    if (log.mayRepeat("init query refused", REPEAT_MS)) {
      log.warning(`[RobotInterface] '${name}' init query refused: ${reason}`);
    }
    return `ERROR: ${reason}`;
  }
}
