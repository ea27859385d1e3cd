import type { Logger } from "../core/log/logger.ts";
import { FloatEnvironment } from "../core/posix/float_environment.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import type { RobotConfig } from "../schemas/manager_config.ts";
import { ManagerBlock } from "./manager_block.ts";
import { ManagerEvent } from "./manager_event.ts";
import { RestartReason } from "./restart_reason.ts";
import { StateRefusal } from "./state_refusal.ts";

const REPEAT_MS = 500;
const VECTORS = ["positions", "velocities", "torques"];

/** Turns the events of a manager's control loop into log lines. */
export class ManagerLog {
  readonly #log: Logger;
  readonly #block: SharedBlock;
  readonly #robots: readonly RobotConfig[];
  /** Text of the last refused State, by robot. */
  readonly #lastRefusal = new Map<number, string>();

  /** Writes to `log`; `block` is the memory of the loop. */
  constructor(log: Logger, block: SharedBlock, robots: readonly RobotConfig[]) {
    this.#log = log;
    this.#block = block;
    this.#robots = robots;
  }

  /** Takes what the loop has reported since the last call. */
  drain(): void {
    this.#block.events.drain((code, a, b, c, d) => this.#take(code, a, b, c, d));
  }

  /** Says that the controller has stopped by itself. */
  controllerStopped(controller: string): void {
    this.#log.info(`[RobotManager] the controller '${controller}' has stopped by itself`);
  }

  /** Says that the controller could not be stopped, after a failure that counts more. */
  stopFailed(reason: string): void {
    this.#log.warning(`[RobotManager] ${reason}`);
  }

  /** What is known of refused States of a robot, for the reason of a loss; empty when none was refused. */
  refusals(robot: number): string {
    const text = this.#lastRefusal.get(robot);
    if (text === undefined) return "";
    const count = this.#block.values[ManagerBlock.VALUES + robot * ManagerBlock.ROBOT_VALUES + ManagerBlock.REFUSED];
    return `; ${count} refused, the last: ${text}`;
  }

  #take(code: number, a: number, b: number, c: number, d: number): void {
    const name = this.#robots[a]?.name;
    switch (code) {
      case ManagerEvent.Initialized:
        if (!this.#log.mayRepeat(`initialized ${a}`, REPEAT_MS)) break;
        this.#log.success(`[FMInterfaceTemplate] '${name}' robot initialized`);
        break;
      case ManagerEvent.StateRefused: {
        const text = this.#refusal(a, b, c, d);
        this.#lastRefusal.set(a, text);
        if (b === StateRefusal.NotInitialized) break; // the loop tells it, with the controller's own words
        if (this.#log.mayRepeat(`refused ${a} ${b}`, REPEAT_MS)) {
          this.#log.warning(`[RobotManager] '${name}': refused a state: ${text}`);
        }
        break;
      }
      case ManagerEvent.Missed:
        if (!this.#log.mayRepeat("missed", 1000)) break;
        this.#log.warning(
          `[RobotManager] the loop was late and skipped ${a} period(s); ${
            this.#block.values[ManagerBlock.MISSED]
          } in this run so far`,
        );
        break;
      case ManagerEvent.NoCommand:
        if (!this.#log.mayRepeat(`no command ${a}`, REPEAT_MS)) break;
        this.#log.warning(
          `[RobotManager] '${name}': nothing is sent: ` +
            (b < 0
              ? "the controller gave no command"
              : `the controller's command of joint ${this.#joint(a, b)} is ${
                Number.isNaN(c) ? "NaN, or was not written" : c
              }; wanted a finite number`),
        );
        break;
      case ManagerEvent.UnknownSensor:
        if (b === 0 || !this.#log.mayRepeat(`sensor ${a}`, 60_000)) break;
        this.#log.warning(
          `[RobotManager] '${name}': its state carries ${b} sensor(s) that the module '${
            this.#robots[a].moduleName
          }' does not name; they are left out`,
        );
        break;
      case ManagerEvent.StartedOver:
        if (!this.#log.mayRepeat(`started over ${a} ${c}`, REPEAT_MS)) break;
        this.#log.warning(`[RobotManager] '${name}': ${startedOver(b, c)}`);
        break;
      case ManagerEvent.ArithmeticChanged:
        if (!this.#log.mayRepeat("arithmetic", REPEAT_MS)) break;
        this.#log.warning(`[RobotManager] the controller, or a proxy, ${FloatEnvironment.describe(b)}`);
        break;
      case ManagerEvent.CommandTooLarge:
        if (this.#log.mayRepeat(`large ${a}`, REPEAT_MS)) {
          this.#log.error(`[FMInterfaceTemplate] '${name}' failed to send command: ${b} bytes, wanted at most 32768`);
        }
        break;
    }
  }

  #refusal(robot: number, reason: number, at: number, value: number): string {
    const { module } = this.#robots[robot];
    const joints = module.joints.length;
    switch (reason) {
      case StateRefusal.WrongCount:
        return `received ${value} joint ${VECTORS[at]} but expected ${joints} (module '${module.name}')`;
      case StateRefusal.NotFinite:
        return `joint ${this.#joint(robot, at)} is ${value}, wanted a finite number`;
      case StateRefusal.SensorNotFinite:
        return `sensor '${[...module.bodySensors, ...module.forceSensors][at]}' is not finite`;
      case StateRefusal.NotInitialized:
        return "the controller does not take its position as a start";
      case StateRefusal.OutOfOrder:
        return "it is older than the one before it";
      default:
        return "the message is no valid State";
    }
  }

  #joint(robot: number, index: number): string {
    return `${index} '${this.#robots[robot].module.joints[index]?.name ?? "?"}'`;
  }
}

function startedOver(forNs: number, reason: number): string {
  if (reason === RestartReason.NotFollowing) return "starts over from where it stands, as it does not follow";
  const why = reason === RestartReason.NoCommand
    ? "as the controller gave none that can be sent"
    : reason === RestartReason.OtherRobot
    ? "as another robot starts over"
    : "as the loop was stopped";
  return `no command went out for ${
    Math.round(forNs / 1e6)
  } ms, ${why}; the robot is held, and starts over from where it stands`;
}
