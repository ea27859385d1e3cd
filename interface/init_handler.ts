import type { KeyOwner } from "../comm/transport_error.ts";

/** What an init query led to. */
export type InitResult = { readonly ok: true } | {
  readonly ok: false;
  /** For the log. */
  readonly reason: string;
  /** For others, where that is not the same. */
  readonly publicReason?: string;
};

/**
 * Answers the init queries of an interface: the first one initialises it, each further one gets the answer of the first, without doing the
 * work again; one that asks for something else is refused while the robot is running as it is. After a failure all get that, until the interface has ended.
 */
export class InitHandler {
  readonly #initialize: (config: string, asker: KeyOwner) => Promise<InitResult>;
  readonly #essence: (config: string) => string;
  #first: Promise<InitResult> | undefined;
  #firstEssence = "";
  #hasFailed = false;

  /**
   * `initialize` does the work once. `essence` gives the part of a configuration in which two queries must agree; both get the text of the
   * query.
   */
  constructor(
    initialize: (config: string, asker: KeyOwner) => Promise<InitResult>,
    essence: (config: string) => string,
  ) {
    this.#initialize = initialize;
    this.#essence = essence;
  }

  /** The answer to a query: `OK` or `ERROR: <reason>`. */
  async answer(config: string, asker: KeyOwner): Promise<string> {
    let essence: string;
    try {
      essence = this.#essence(config);
    } catch (error) {
      if (this.#first !== undefined) return `ERROR: ${(error as Error).message}`;
      essence = ""; // the first query goes through `initialize`, which reports what is wrong
    }
    if (this.#first === undefined) {
      this.#firstEssence = essence;
      this.#first = this.#initialize(config, asker);
      this.#first.then(({ ok }) => this.#hasFailed = !ok);
    } else if (essence !== this.#firstEssence && !this.#hasFailed) {
      return `ERROR: the interface runs with ${this.#firstEssence}, and was asked for ${essence}; restart the interface to change that`;
    }
    const result = await this.#first;
    return result.ok ? "OK" : `ERROR: ${result.publicReason ?? result.reason}`;
  }
}
