import type { Logger } from "../core/log/logger.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import type { ManagerConfig } from "../schemas/manager_config.ts";
import { isModulePath } from "../schemas/is_module_path.ts";
import { LoopCall } from "./loop_call.ts";
import { ManagerBlock } from "./manager_block.ts";

/** Time after which a call counts as one that does not return [ms]. */
const LONG_MS = 2000;
/** Time between two lines on one call [ms]. */
const AGAIN_MS = 10_000;
/** What one look may add [ms]: when this thread stood still, too, it does not know what the other one did. */
const MOST_MS = 200;

/**
 * Notices a call of the control loop, to the controller or a proxy, that does not return: the robots' interfaces hold them then, and blame the manager.
 * For the main thread.
 */
export class CallWatch {
  readonly #config: ManagerConfig;
  readonly #block: SharedBlock;
  readonly #meanwhile: string;
  #call: number = LoopCall.None;
  #calls = -1;
  #lastMs = NaN;
  #stoodMs = 0;
  #nextMs = LONG_MS;

  /** `block`: the memory of the loop; `isLockstep`: whether time waits for it. */
  constructor(config: ManagerConfig, block: SharedBlock, isLockstep = false) {
    this.#config = config;
    this.#block = block;
    this.#meanwhile = isLockstep ? "simulated time stands" : "the robots are held by their interfaces";
  }

  /** Looks, at `nowMs`, and tells `log` what there is to tell. To be called every 200 ms or more often. */
  look(nowMs: number, log: Pick<Logger, "error" | "warning">): void {
    const { values } = this.#block;
    const call = values[ManagerBlock.CALL];
    const calls = values[ManagerBlock.CALLS];
    const stands = call !== LoopCall.None && call === this.#call && calls === this.#calls;
    const passedMs = Number.isNaN(this.#lastMs) ? 0 : Math.min(nowMs - this.#lastMs, MOST_MS);
    this.#lastMs = nowMs;
    if (stands) {
      this.#stoodMs += passedMs;
      if (this.#stoodMs < this.#nextMs) return;
      this.#nextMs = this.#stoodMs + AGAIN_MS;
      return log.error(`[RobotManager] ${this.describe()}; ${this.#meanwhile} meanwhile`);
    }
    if (this.#stoodMs >= LONG_MS) {
      log.warning(`[RobotManager] the control loop goes on, after ${seconds(this.#stoodMs)}`);
    }
    this.#call = call;
    this.#calls = calls;
    this.#stoodMs = 0;
    this.#nextMs = LONG_MS;
  }

  /** The call that has not returned yet, and for how long it was looked at; an empty text when the loop is in none. */
  describe(): string {
    return this.#call === LoopCall.None ? "" : `${this.#what()} for ${seconds(this.#stoodMs)}`;
  }

  #what(): string {
    const controller = `the controller '${this.#config.controller}'`;
    if (this.#call === LoopCall.Run) return `${controller} has not returned from run()`;
    if (this.#call === LoopCall.Stop) return `${controller}, or a proxy, has not returned from stop()`;
    const { robot, isCommand } = LoopCall.robotOf(this.#call);
    const { name, interface: proxy } = this.#config.robots[robot];
    const who = isModulePath(proxy) ? `${controller}, or the proxy ${proxy},` : controller;
    return `${who} has not ${isCommand ? "given its command of" : "taken the measurements of"} '${name}'`;
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
