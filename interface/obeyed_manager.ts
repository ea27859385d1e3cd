import { describeOwner } from "../comm/describe_owner.ts";
import { sameOwner } from "../comm/same_owner.ts";
import type { KeyOwner } from "../comm/transport_error.ts";

/**
 * Which manager an interface obeys: the one that has initialised it, until that one is gone.
 *
 * Managers in other languages do not say who they are: one of them is obeyed until its token is gone or its Commands are lost, and is not told from a
 * second one of its kind. On a network not everybody sees the token of everybody else, so a manager that says who it is may have taken the
 * same token beside it, and then ask here: it is refused as well.
 */
export class ObeyedManager {
  readonly #name: string;
  readonly #isLost: () => boolean;
  #holder: KeyOwner | undefined;
  /** A manager that does not say who it is, if the last one that got the robot was such a one. */
  #nameless: KeyOwner | undefined;

  /** `name` is the robot's; `isLost` tells whether the robot is held because the Commands of its manager are lost. */
  constructor(name: string, isLost: () => boolean) {
    this.#name = name;
    this.#isLost = isLost;
  }

  /** The manager's token has appeared, held by `owner`, or is gone. */
  tokenChanged(alive: boolean, owner: KeyOwner | undefined): void {
    this.#holder = alive ? owner : undefined;
    if (!alive) this.#nameless = undefined;
  }

  /** `manager` has got the robot. */
  initialised(manager: KeyOwner): void {
    this.#nameless = manager.pid === 0 ? manager : undefined;
  }

  /** Why a manager that asks is refused: another one has the robot. Empty: it may have it. */
  refusal(asker: KeyOwner): string {
    const holder = this.#nameless !== undefined && !this.#isLost() ? this.#nameless : this.#holder;
    if (holder === undefined || sameOwner(holder, asker)) return "";
    return `'${this.#name}' is held by ${describeOwner(holder)}, asked by ${
      describeOwner(asker)
    }; stop the first manager before another one takes the robot`;
  }
}
