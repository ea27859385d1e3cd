import { describeOwner } from "../comm/describe_owner.ts";
import { sameOwner } from "../comm/same_owner.ts";
import type { KeyOwner } from "../comm/transport_error.ts";

/**
 * Which manager an interface obeys: the one that has initialised it, until that one is gone.
 *
 * Managers in other languages do not say who they are: one of them is obeyed while it is alone, and is not told from a second one of its kind.
 */
export class ObeyedManager {
  readonly #name: string;
  #holder: KeyOwner | undefined;

  /** `name` is the robot's. */
  constructor(name: string) {
    this.#name = name;
  }

  /** The manager's token has appeared, held by `owner`, or is gone. */
  tokenChanged(alive: boolean, owner: KeyOwner | undefined): void {
    this.#holder = alive ? owner : undefined;
  }

  /** Why a manager that asks is refused: another one has the robot. Empty: it may have it. */
  refusal(asker: KeyOwner): string {
    if (this.#holder === undefined || sameOwner(this.#holder, asker)) return "";
    return `'${this.#name}' is held by ${describeOwner(this.#holder)}, asked by ${
      describeOwner(asker)
    }; stop the first manager before another one takes the robot`;
  }
}
