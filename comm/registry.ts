import { nearestWord } from "../core/nearest_word.ts";
import { TransportError } from "./transport_error.ts";

/** Things by the name that a configuration calls them by; other code adds its own. */
export class Registry<T> {
  readonly #what: string;
  readonly #key: string;
  readonly #entries: Map<string, T>;

  /** `what` the things are and the configuration `key` that names them are for messages. */
  constructor(what: string, key: string, entries: Readonly<Record<string, T>>) {
    this.#what = what;
    this.#key = key;
    this.#entries = new Map(Object.entries(entries));
  }

  /** All names, those that were there first first. */
  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Adds `entry`. Returns a function that takes it out again. Errors: `in_use`, when there is one of that name. */
  register(name: string, entry: T): () => void {
    if (this.#entries.has(name)) {
      throw new TransportError(
        "in_use",
        `adding the ${this.#what} '${name}': there is one already; wanted a name other than ${this.names.join(", ")}`,
      );
    }
    this.#entries.set(name, entry);
    return () => void this.#entries.delete(name);
  }

  /** The entry called `name`. Errors: `unavailable`, with the nearest name. */
  get(name: string): T {
    const entry = this.#entries.get(name);
    if (entry !== undefined) return entry;
    const nearest = nearestWord(name, this.names);
    throw new TransportError(
      "unavailable",
      `opening the ${this.#what} '${name}': this build does not have it; wanted ${this.names.join(" or ")}. ` +
        (nearest === undefined ? `Correct ${this.#key}` : `Did you mean '${nearest}'? Correct ${this.#key}`),
    );
  }
}
