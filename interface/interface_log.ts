import type { Logger } from "../core/log/logger.ts";
import { FloatEnvironment } from "../core/posix/float_environment.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import type { JointDescription } from "../schemas/robot_module.ts";
import { describeRefusal } from "./describe_refusal.ts";
import { GATE_REASONS } from "./gate_reason.ts";
import { HOLD_REASONS, HoldReason } from "./hold_reason.ts";
import { InterfaceBlock } from "./interface_block.ts";
import { InterfaceEvent } from "./interface_event.ts";

const REPEAT_MS = 500;
/** Time without a position after which that is told, and again after as long [ns]. */
const SILENT_NS = 5e9;
const VECTORS = ["position", "velocity", "torque"];
const SENSOR = 3;

/** A hold, as the report has it. */
export interface HoldRecord {
  /** Start, since the start of the loop [s]. */
  at_s: number;
  /** `token_lost` or `no_command`. */
  reason: string;
  /** Duration [s]; for a hold that still lasts, until the end of the run. */
  duration_s: number;
}

/** Turns the events of an interface's control loop into log lines and into the records of the report. */
export class InterfaceLog {
  /** Holds so far. */
  readonly holds: HoldRecord[] = [];
  readonly #log: Logger;
  readonly #name: string;
  readonly #block: SharedBlock;
  readonly #joints: readonly JointDescription[];
  readonly #timeoutMs: number;
  readonly #startNs: number;
  #holdStartNs = 0;

  /** `startNs`: local time of the start of the loop. */
  constructor(
    log: Logger,
    name: string,
    block: SharedBlock,
    joints: readonly JointDescription[],
    timeoutMs: number,
    startNs: number,
  ) {
    this.#log = log;
    this.#name = name;
    this.#block = block;
    this.#joints = joints;
    this.#timeoutMs = timeoutMs;
    this.#startNs = startNs;
  }

  /** Takes what the loop has reported since the last call. */
  drain(): void {
    this.#block.events.drain((code, a, b, c, d) => this.#take(code, a, b, c, d));
    this.#lookForPositions();
  }

  /** Ends a hold that lasts until `nowNs`, the end of the run. */
  finish(nowNs: number): void {
    this.drain();
    this.#endHold(nowNs - this.#holdStartNs);
  }

  /** A driver that runs, and never says where its robot is. */
  #lookForPositions(): void {
    const { values } = this.#block;
    const waitedNs = values[InterfaceBlock.HEARTBEAT] - this.#startNs;
    const isSilent = values[InterfaceBlock.STATES] + values[InterfaceBlock.STATES_NOT_FINITE] === 0;
    if (!isSilent || waitedNs < SILENT_NS || !this.#log.mayRepeat(`silent ${this.#name}`, SILENT_NS / 1e6)) return;
    this.#log.warning(
      `[RobotInterface] '${this.#name}' the driver runs, and has reported no positions for ${
        Math.round(waitedNs / 1e9)
      } s (0 of ${this.#joints.length} joints): nothing is published or commanded until it does`,
    );
  }

  #endHold(durationNs: number): void {
    const last = this.holds.at(-1);
    if (last !== undefined && last.duration_s < 0) last.duration_s = seconds(durationNs);
  }

  #take(code: number, a: number, b: number, c: number, d: number): void {
    const say = `[RobotInterface] '${this.#name}'`;
    switch (code) {
      case InterfaceEvent.HoldBegin:
        this.#holdStartNs = c;
        this.holds.push({ at_s: seconds(c - this.#startNs), reason: HOLD_REASONS[a], duration_s: -1 });
        this.#log.warning(`${say} lost the manager (${this.#whyHold(a, b)}), holding the robot`);
        break;
      case InterfaceEvent.HoldEnd:
        // The begin of the hold may have been lost, when nobody took events for long.
        this.#endHold(a);
        this.#log.success(`${say} commands are back after ${(a / 1e9).toFixed(3)} s, the hold ends`);
        break;
      case InterfaceEvent.Refused: {
        if (!this.#log.mayRepeat(`refused ${GATE_REASONS[a]}`, REPEAT_MS)) break;
        const count = this.#block.values[InterfaceBlock.REFUSED + a];
        this.#log.warning(
          `${say} refused a command, ${describeRefusal(a, b, c, d, this.#joints)} (${count} so far for this reason)`,
        );
        break;
      }
      case InterfaceEvent.NotFinite:
        if (!this.#log.mayRepeat("not finite", REPEAT_MS)) break;
        this.#log.warning(`${say} keeps back a state: ${this.#quantity(a, b)} is ${c}, wanted a finite number`);
        break;
      case InterfaceEvent.Latency:
        this.#log.info(
          `${say} robot_comm round trip (${a} samples): min ${us(b)} us | avg ${us(c)} us | max ${
            us(d)
          } us (one-way ~ ${us(c / 2)} us)`,
        );
        break;
      case InterfaceEvent.FirstState:
        this.#log.debug(`${say} has its first joint positions`);
        break;
      case InterfaceEvent.Commanded:
        this.#log.debug(`${say} is commanded from its measured position`);
        break;
      case InterfaceEvent.SyncDoesNotBlock:
        this.#log.warning(
          `${say} the driver's sync() returned after ${
            us(a)
          } us: it does not wait for a new state; the loop is kept at its period by a guard`,
        );
        break;
      case InterfaceEvent.ArithmeticChanged:
        if (!this.#log.mayRepeat("arithmetic", REPEAT_MS)) break;
        this.#log.warning(`${say} the driver ${FloatEnvironment.describe(a)}`);
        break;
      case InterfaceEvent.StateTooLarge:
        this.#log.error(
          `${say} cannot send its state: ${
            a < 0 ? "it does not fit the encoder" : `it has ${a} bytes`
          }; wanted at most 32768 bytes`,
        );
        break;
    }
  }

  #quantity(vector: number, index: number): string {
    if (vector === SENSOR) return `a value of sensor ${index} (body sensors first)`;
    return `${VECTORS[vector]} of joint ${index} '${this.#joints[index]?.name}'`;
  }

  #whyHold(reason: number, silentNs: number): string {
    if (reason === HoldReason.Token) return "its liveliness token is gone";
    return `no new command for ${Math.round(silentNs / 1e6)} ms, timeout ${this.#timeoutMs} ms`;
  }
}

function us(ns: number): string {
  return (ns / 1000).toFixed(1);
}

function seconds(ns: number): number {
  return Math.round(ns / 1e3) / 1e6;
}
