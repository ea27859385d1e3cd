import type { Logger } from "../../core/log/logger.ts";
import { LockstepLog } from "../../core/lockstep_log.ts";
import type { SharedBlock } from "../../core/shared_block.ts";
import type { SystemClock } from "../../core/system_clock.ts";
import type { ManagerConfig } from "../../schemas/manager_config.ts";
import { ManagerBlock as B } from "../manager_block.ts";

/** What the main thread of a manager knows of its loop in lock step. */
export class ManagerLockstep {
  readonly #config: ManagerConfig;
  readonly #block: SharedBlock;
  readonly #log: LockstepLog;
  readonly #clock: SystemClock;
  /** When the first tick was seen, by the wall clock [ns]. */
  #beganNs = NaN;

  /** `block`: memory of the loop; `clock`: steady time of this thread. */
  constructor(config: ManagerConfig, block: SharedBlock, log: Logger, clock: SystemClock) {
    this.#config = config;
    this.#block = block;
    this.#log = new LockstepLog(log, "[RobotManager]");
    this.#clock = clock;
  }

  /** Simulated time since the first tick [ns]; 0 before it. */
  sinceStart(): number {
    const { values } = this.#block;
    return values[B.BEGAN] === 0 ? 0 : values[B.TIME] - values[B.BEGAN];
  }

  /** Tells what the loop waits for. To be called some times a second. */
  look(): void {
    const { values } = this.#block;
    const nowNs = this.#clock.now();
    if (Number.isNaN(this.#beganNs) && values[B.BEGAN] !== 0) this.#beganNs = nowNs;
    const robot = values[B.WAITS_FOR];
    this.#log.look(robot === 0 ? "" : `the next State of '${this.#config.robots[robot - 1].name}'`, nowNs / 1e6);
  }

  /** Tells how fast time has passed; returns the real-time factor, null when there was no tick. */
  finish(): number | null {
    return this.#log.finish(this.sinceStart(), this.#clock.now() - this.#beganNs);
  }
}
