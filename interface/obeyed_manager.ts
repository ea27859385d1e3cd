import type { SharedBlock } from "../core/shared_block.ts";
import { describeOwner } from "../comm/describe_owner.ts";
import { sameOwner } from "../comm/same_owner.ts";
import type { KeyOwner } from "../comm/transport_error.ts";
import { InterfaceBlock } from "./interface_block.ts";

/** A manager without a token is taken for gone when no Command has come so long after it got the robot [ms]. */
const FIRST_COMMAND_MS = 5000;

/**
 * Which manager an interface obeys: the one that has initialised it, until that one is gone.
 *
 * - The token of another manager, which may come and go beside it, says nothing of the one that is obeyed.
 * - Managers in other languages do not say who they are, and need not have a token. One of them is obeyed until its token is gone or its Commands are
 *   lost, and is not told from a second one of its kind. On a network not everybody sees the token of everybody else, so a manager that says who it is may
 *   have taken the same token beside it, and then ask here: it is refused as well.
 */
export class ObeyedManager {
  readonly #name: string;
  readonly #block: SharedBlock;
  readonly #nowMs: () => number;
  /** Who holds the manager's token, as far as known. */
  #holder: KeyOwner | undefined;
  /** Who has got the robot last. */
  #obeyed: KeyOwner | undefined;
  /** While one without a name is obeyed: whether it has the token. */
  #hasToken = false;
  /** When it got the robot [ms], and how many Commands there had been. */
  #since = 0;
  #countThen = 0;

  /** `name` is the robot's; `block` is the memory of the loop, which tells of the Commands; `nowMs` is any steady clock. */
  constructor(name: string, block: SharedBlock, nowMs: () => number = () => performance.now()) {
    this.#name = name;
    this.#block = block;
    this.#nowMs = nowMs;
  }

  /**
   * The manager's token has appeared, held by `owner`, or is gone. Returns whether the one that is obeyed is there by that: true when it has appeared,
   * false when it is gone, undefined when this says nothing of it.
   */
  tokenChanged(alive: boolean, owner: KeyOwner | undefined): boolean | undefined {
    const of = alive ? owner : this.#holder;
    this.#holder = alive ? owner : undefined;
    const isNameless = this.#obeyed?.pid === 0;
    if (isNameless && this.#hasToken && !alive) {
      this.#hasToken = false;
      return false; // whoever stood beside it: its token is gone
    }
    if (this.#obeyed === undefined || of === undefined || !sameOwner(this.#obeyed, of)) return undefined;
    this.#hasToken = alive;
    return alive;
  }

  /** `manager` has got the robot. */
  initialised(manager: KeyOwner): void {
    this.#hasToken = this.#holder !== undefined && sameOwner(this.#holder, manager);
    this.#obeyed = manager;
    this.#since = this.#nowMs();
    this.#countThen = this.#block.values[InterfaceBlock.COMMANDS];
  }

  /** Why a manager that asks is refused: another one has the robot. Empty: it may have it. */
  refusal(asker: KeyOwner): string {
    const holder = this.#namelessIsThere() ? this.#obeyed : this.#holder;
    if (holder === undefined || sameOwner(holder, asker)) return "";
    return `'${this.#name}' is held by ${describeOwner(holder)}, asked by ${
      describeOwner(asker)
    }; stop the first manager before another one takes the robot`;
  }

  #namelessIsThere(): boolean {
    const { flags, values } = this.#block;
    if (this.#obeyed?.pid !== 0 || Atomics.load(flags, InterfaceBlock.HOLDING) !== 0) return false;
    if (this.#hasToken || values[InterfaceBlock.COMMANDS] > this.#countThen) return true;
    return this.#nowMs() - this.#since < FIRST_COMMAND_MS;
  }
}
