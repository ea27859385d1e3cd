import { describeThrown } from "./describe_thrown.ts";

/**
 * The last fault of an object from a module, for a guard around it: an exception, a result that is none, or a fault that the object tells itself.
 *
 * - Noting a fault allocates nothing and formats nothing; texts are made when they are asked for.
 * - Real-time safe: `threw`, `returned` and `broke`.
 */
export class ModuleFault {
  readonly #path: string;
  #method = "";
  #what = "";
  #value: unknown;

  /** `path`: the module's, for messages. */
  constructor(path: string) {
    this.#path = path;
  }

  /** True once a fault was noted that the object has not told of itself. */
  get isOfGuard(): boolean {
    return this.#what !== "";
  }

  /**
   * `method` has thrown `value`. Returns -1.
   *
   * @realtime
   */
  threw(method: string, value: unknown): number {
    this.#method = method;
    this.#what = "threw";
    this.#value = value;
    return -1;
  }

  /**
   * `method` has returned `value` where 0 or more was wanted. Returns it when it is a negative number, a fault that the object tells; else -1.
   *
   * @realtime
   */
  returned(method: string, value: unknown): number {
    this.#method = method;
    this.#value = value;
    const isNumber = typeof value === "number" && value < 0;
    this.#what = isNumber ? "" : "returned";
    return isNumber ? value : -1;
  }

  /**
   * `method` has done `what`, a text that tells what was wanted as well. Returns -1.
   *
   * @realtime
   */
  broke(method: string, what: string): number {
    this.#method = method;
    this.#what = "broke";
    this.#value = what;
    return -1;
  }

  /** Text of the last fault; `told` gives the object's own, and may do whatever it likes. */
  describe(told: () => unknown): string {
    const method = `${this.#method}()`;
    if (this.#what === "threw") return `${method} threw: ${describeThrown(this.#value, this.#path)}`;
    if (this.#what === "broke") return `${method}: ${this.#value}`;
    if (this.#what === "returned") {
      if (isThenable(this.#value)) {
        // It may be rejected, which nobody waits for.
        Promise.resolve(this.#value).catch(() => {});
        return `${method} returned a promise; wanted a number at once: it must not be async`;
      }
      return `${method} returned ${nameOf(this.#value)}; wanted 0, or a negative number on a fault`;
    }
    if (this.#method === "") return "";
    try {
      const text = told();
      if (typeof text === "string" && text !== "") return text;
      return `${method} returned ${this.#value}, and lastError() tells nothing`;
    } catch (thrown) {
      return `${method} returned ${this.#value}, and lastError() threw: ${describeThrown(thrown, this.#path)}`;
    }
  }
}

function isThenable(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

function nameOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
