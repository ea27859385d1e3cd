import type { Clock } from "../core/clock.ts";
import { Libc } from "../core/posix/libc.ts";
import { InterfaceBlock } from "./interface_block.ts";

/**
 * Whether the manager is there, as the main thread of an interface knows it: by the manager's token, and for an interface that a manager has
 * started, by that manager being the parent of this process. Sets the loop's flags.
 */
export class ManagerPresence {
  /** Time for which an autostarted interface holds its robot after its manager is gone, before it ends [ms]. */
  static readonly ORPHAN_HOLD_MS: number = 2000;
  readonly #flags: Int32Array;
  readonly #clock: Clock;
  readonly #parent: number | undefined;
  #seen = false;
  #lostAt: number | undefined;

  /**
   * `flags`: of the loop's memory; the manager counts as there until it was seen and lost. `parent`: process id of the manager that has started this
   * process, if one has; it is told and not asked for here, as the manager may be gone before this process can ask.
   */
  constructor(flags: Int32Array, clock: Clock, parent?: number) {
    this.#flags = flags;
    this.#clock = clock;
    this.#parent = parent;
    Atomics.store(flags, InterfaceBlock.PEER_ALIVE, 1);
  }

  /** The manager with this mark is obeyed from now on; 0 for one without a mark. */
  obeys(mark: number): void {
    const before = Atomics.load(this.#flags, InterfaceBlock.MANAGER);
    if (before !== 0 && before !== (mark | 0)) Atomics.add(this.#flags, InterfaceBlock.LOSSES, 1);
    Atomics.store(this.#flags, InterfaceBlock.MANAGER, mark);
    this.changed(true);
  }

  /** The manager's token has appeared, or is gone. */
  changed(alive: boolean): void {
    if (alive) this.#seen = true;
    else if (!this.#seen) return;
    if (alive && this.isOrphan()) return; // another manager than ours, while this interface ends
    this.#lostAt = alive ? undefined : this.#clock.now();
    if (!alive) Atomics.add(this.#flags, InterfaceBlock.LOSSES, 1);
    Atomics.store(this.#flags, InterfaceBlock.PEER_ALIVE, alive ? 1 : 0);
  }

  /** True when the manager that has started this process is gone. */
  isOrphan(): boolean {
    return this.#parent !== undefined && new Libc().call.getppid() !== this.#parent;
  }

  /** For an autostarted interface: time since its manager is gone [ms]; undefined while it is there, and for all other interfaces. */
  abandonedMs(): number | undefined {
    if (this.#parent === undefined) return undefined;
    if (this.isOrphan()) this.#lostAt ??= this.#clock.now();
    return this.#lostAt === undefined ? undefined : (this.#clock.now() - this.#lostAt) / 1e6;
  }
}
