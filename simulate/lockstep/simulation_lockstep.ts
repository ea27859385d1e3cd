import type { Logger } from "../../core/log/logger.ts";
import { LockstepLog } from "../../core/lockstep_log.ts";
import type { SharedBlock } from "../../core/shared_block.ts";
import type { SystemClock } from "../../core/system_clock.ts";
import { SimulationBlock as B } from "../simulation_block.ts";
import { LockstepWait } from "./lockstep_wait.ts";

/** What the main thread of a simulation in lock step tells of its time; see `RealTimeFactor` for the wall clock. */
export class SimulationLockstep {
  readonly #block: SharedBlock;
  readonly #tickNs: number;
  readonly #names: readonly string[];
  readonly #log: LockstepLog;
  readonly #clock: SystemClock;

  /** `tickNs`: simulated time of one tick; `names`: the robots. */
  constructor(block: SharedBlock, tickNs: number, names: readonly string[], log: Logger, clock: SystemClock) {
    this.#block = block;
    this.#tickNs = tickNs;
    this.#names = names;
    this.#log = new LockstepLog(log, "[Simulation]");
    this.#clock = clock;
  }

  /** To be called some times a second: tells what the world waits for. */
  look(): void {
    const { values } = this.#block;
    const name = this.#names[values[B.WAIT_ROBOT]];
    const wait = values[B.WAIT];
    let what = "";
    if (wait === LockstepWait.Manager) what = `a manager of '${name}'`;
    if (wait === LockstepWait.Answer) {
      what = `the command of '${name}' that answers its State of ${
        (values[B.TICKS] * this.#tickNs / 1e9).toFixed(3)
      } s`;
    }
    this.#log.look(what, this.#clock.now() / 1e6);
  }

  /** Tells how fast time has passed; the time without a manager does not count. */
  finish(): void {
    const { values } = this.#block;
    this.#log.finish(values[B.TICKS] * this.#tickNs, values[B.NOW] - values[B.START] - values[B.STOOD]);
  }
}
