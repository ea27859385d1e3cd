import type { Clock } from "../core/clock.ts";
import type { FloatEnvironment } from "../core/posix/float_environment.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import type { Publisher } from "../comm/open_publisher.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import type { ControlMode } from "../schemas/control_mode.ts";
import type { StateMessage } from "../wasm/state_message.ts";
import type { CommandMessage } from "../wasm/command_message.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import type { CommandSource } from "./command_source.ts";
import { firstBadSensor } from "../schemas/first_bad_sensor.ts";
import { HoldReason } from "./hold_reason.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { InterfaceEvent } from "./interface_event.ts";
import { LoopEnd } from "./loop_end.ts";

const GAP_NS = 100e6;
/** A driver on a grid of its own may catch up, at double rate, for so many cycles after it was late; then it counts as one that does not block. */
const CATCH_UP = 200;
/** A hold target is no older than this, or than three periods [ns]. */
const RECENT_NS = 10e6;

/** What a {@link RobotCycle} is made of. */
export interface RobotCycleParts {
  /** The robot. */
  readonly driver: RobotDriver;
  /** Buffer of the State; its capacity is the number of joints. */
  readonly state: StateMessage;
  /** Sending end of `{name}/state`. */
  readonly publisher: Publisher;
  /** Receiving half of the cycle. */
  readonly source: CommandSource;
  /** Buffer that `source` decodes into. */
  readonly command: CommandMessage;
  /** Codec of this thread. */
  readonly codec: MessageCodec;
  /** Flags, counters and events. */
  readonly block: SharedBlock;
  /** Steady time. */
  readonly clock: Clock;
  /** Mode of the Commands. */
  readonly mode: ControlMode;
  /** `controller.time_step` [ns]. */
  readonly periodNs: number;
  /** `network_interface.connection_timeout_ms` [ns]. */
  readonly timeoutNs: number;
  /** How this thread computes, which a driver must leave alone. */
  readonly arithmetic?: FloatEnvironment;
}

/**
 * One cycle of an interface: `sync()`, State out, Command in, gate, driver; and the hold while the manager is lost.
 *
 * - What is sent to the driver is always one of: the last accepted Command; the hold target; nothing, until the driver has reported
 *   positions for the first time. It never comes from a buffer of zeros.
 * - Hold target: in position mode the position measured when the hold began (the last target where the driver measures nothing), else zeros.
 *   It is latched once per hold.
 * - Commanding starts, and goes on after a hold or after 100 ms without a Command, with a Command that the gate accepts as a first one.
 * - Blocks: in `sync()` of the driver; and, when that does not block, in the guard, which keeps the loop at its period.
 * - Real-time safe: `step`.
 */
export class RobotCycle {
  readonly #p: RobotCycleParts;
  readonly #joints: number;
  /** What goes to the driver. */
  readonly #target: Float64Array;
  /** Last measured positions. */
  readonly #measured: Float64Array;
  /** Times [ns]: start of the cycle, end of `sync()`, its last end, last accepted command, start of the hold, grid of the guard, last measurement. */
  readonly #t = new Float64Array(7);
  /** Time without a command after which the next one must start from the measured position [ns]. */
  readonly #gapNs: number;
  readonly #recentNs: number;
  #primed = false;
  /** Calls of `sync()` in a row that the guard had to slow down. */
  #free = 0;
  /** True when `measured` is of this very cycle. */
  #fresh = false;
  #commanded = false;
  #holding = false;

  /** Takes what it needs; the driver is not called. */
  constructor(parts: RobotCycleParts) {
    this.#p = parts;
    this.#joints = parts.state.position.length;
    this.#target = new Float64Array(this.#joints);
    this.#measured = new Float64Array(this.#joints);
    this.#gapNs = Math.max(GAP_NS, 5 * parts.periodNs);
    this.#recentNs = Math.max(RECENT_NS, 3 * parts.periodNs);
  }

  /**
   * Runs one cycle. Returns `LoopEnd.Running`, or how the loop has ended.
   *
   * @realtime
   */
  step(): number {
    const { driver, block, clock, arithmetic } = this.#p;
    const t = this.#t;
    t[0] = clock.now();
    block.values[B.HEARTBEAT] = t[0];
    this.#fresh = false;
    if (driver.sync() < 0) return LoopEnd.SyncFault;
    const changed = arithmetic === undefined ? 0 : arithmetic.giveBack();
    if (changed !== 0) block.events.push(InterfaceEvent.ArithmeticChanged, changed, 0, 0, 0);
    t[1] = clock.now();
    this.#pace();
    const read = this.#publishState();
    if (read !== LoopEnd.Running) return read;
    this.#watchManager();
    this.#takeCommand();
    const code = this.#primed ? this.#send() : 0;
    block.histograms[B.H_CYCLE].record(clock.now() - t[1]);
    block.values[B.CYCLES] += 1;
    return code < 0 ? LoopEnd.CommandFault : LoopEnd.Running;
  }

  /**
   * Sends the hold target once more, for a robot that is left: position mode holds the last measured position. Returns what the driver returns.
   *
   * @realtime
   */
  holdOnce(): number {
    if (!this.#primed) return 0;
    if (!this.#holding) this.#latch();
    return this.#send();
  }

  /** Number that the driver reported where the module has `joints`, after `LoopEnd.WrongCount`. */
  wrongCount(): string {
    const { state } = this.#p;
    const wrong = (count: number) => count !== 0 && count !== this.#joints;
    if (wrong(state.positionCount)) return `${state.positionCount} joint positions`;
    if (wrong(state.velocityCount)) return `${state.velocityCount} joint velocities`;
    return `${state.torqueCount} joint torques`;
  }

  /**
   * Figures of the rhythm, and the guard against a `sync()` that does not block.
   *
   * @realtime
   */
  #pace(): void {
    const { block, clock, periodNs } = this.#p;
    const t = this.#t;
    const syncNs = t[1] - t[0];
    block.histograms[B.H_SYNC].record(syncNs);
    // The grid on which cycles are due, at most one period behind the clock and two ahead: a driver may catch up a little after a late cycle.
    t[5] = t[5] + periodNs > t[1] - periodNs ? t[5] + periodNs : t[1] - periodNs;
    if (t[5] - t[1] > 2 * periodNs) {
      if (syncNs < periodNs / 4) {
        if (this.#free <= CATCH_UP) this.#free++;
        if (this.#free === CATCH_UP) block.events.push(InterfaceEvent.SyncDoesNotBlock, syncNs, 0, 0, 0);
        block.values[B.GUARD_SLEEPS] += 1;
        clock.sleepUntil(this.#free < CATCH_UP ? t[2] + periodNs / 2 : t[5] - 2 * periodNs);
        t[1] = clock.now();
      }
      if (t[5] - t[1] > 2 * periodNs) t[5] = t[1] + 2 * periodNs;
    }
    if (syncNs >= periodNs / 4) this.#free = 0;
    if (t[2] > 0) {
      const lateNs = t[1] - t[2] - periodNs;
      block.histograms[B.H_LATE].record(lateNs);
      // A quarter of a period is forgiven: a cycle that is late, and caught up by the next, is none that was missed.
      if (lateNs > 0) block.values[B.MISSED] += Math.floor(lateNs / periodNs + 0.25);
    }
    t[2] = t[1];
  }

  /** @realtime */
  #publishState(): number {
    const { driver, state, block, codec, publisher, clock } = this.#p;
    if (driver.readState(state) < 0) return LoopEnd.ReadFault;
    const n = this.#joints;
    if (state.positionCount !== 0 && state.positionCount !== n) return LoopEnd.WrongCount;
    if (state.velocityCount !== 0 && state.velocityCount !== n) return LoopEnd.WrongCount;
    if (state.torqueCount !== 0 && state.torqueCount !== n) return LoopEnd.WrongCount;
    if (state.positionCount === 0) return LoopEnd.Running;
    if (!this.#measure()) {
      block.values[B.STATES_NOT_FINITE] += 1;
      return LoopEnd.Running;
    }
    const sentNs = clock.now();
    clock.stamp(sentNs, state.stamp, 0);
    const length = codec.encodeState(state);
    if (length < 0 || publisher.publish(codec.outbox.words, codec.outboxOffset, length) !== 0) {
      if (block.values[B.STATES_TOO_LARGE] === 0) block.events.push(InterfaceEvent.StateTooLarge, length, 0, 0, 0);
      block.values[B.STATES_TOO_LARGE] += 1;
      return LoopEnd.Running;
    }
    block.values[B.STATES] += 1;
    return LoopEnd.Running;
  }

  /**
   * The first state is there: the robot gets a valid target from this very cycle on.
   *
   * @realtime
   */
  #prime(): void {
    this.#primed = true;
    this.#latch();
    this.#p.block.events.push(InterfaceEvent.FirstState, 0, 0, 0, 0);
  }

  /**
   * Makes the hold target. In position mode without a measurement of the last three periods (10 ms at least) the last target stays: an old
   * measurement is where the robot no longer is.
   *
   * @realtime
   */
  #latch(): void {
    const position = this.#p.mode === "position";
    if (position && this.#t[1] - this.#t[6] > this.#recentNs) return;
    for (let i = 0; i < this.#joints; i++) this.#target[i] = position ? this.#measured[i] : 0;
  }

  /** @realtime */
  #watchManager(): void {
    if (this.#holding || !this.#primed) return;
    const { block, timeoutNs } = this.#p;
    const alive = Atomics.load(block.flags, B.PEER_ALIVE) !== 0;
    const silentNs = this.#t[1] - this.#t[3];
    if (!alive) this.#hold(HoldReason.Token, silentNs);
    else if (this.#commanded && silentNs > timeoutNs) this.#hold(HoldReason.Watchdog, silentNs);
  }

  /** @realtime */
  #hold(reason: number, silentNs: number): void {
    const { block } = this.#p;
    this.#holding = true;
    // A robot that was not commanded yet stands at its hold target already; latching anew would follow its sag.
    if (this.#commanded) this.#latch();
    this.#commanded = false;
    this.#t[4] = this.#t[1];
    Atomics.store(block.flags, B.HOLDING, 1);
    block.events.push(InterfaceEvent.HoldBegin, reason, silentNs, this.#t[1], 0);
  }

  /** @realtime */
  #takeCommand(): void {
    if (!this.#primed) return;
    const { source, command, mode, block, clock } = this.#p;
    // What a dead manager left in the cell is not obeyed.
    if (Atomics.load(block.flags, B.PEER_ALIVE) === 0) return source.discard();
    const first = !this.#commanded || this.#t[1] - this.#t[3] > this.#gapNs;
    // Nothing starts without knowing where the robot is.
    if (first && !this.#fresh) return source.discard();
    if (source.poll(first, this.#measured) !== 1) return;
    // This process was stopped in the middle of the cycle: the next one judges what comes as the first after a gap, with a new measurement.
    if (!first && clock.now() - this.#t[3] > this.#gapNs) return;
    const values = mode === "position" ? command.position : mode === "velocity" ? command.velocity : command.torque;
    for (let i = 0; i < this.#joints; i++) this.#target[i] = values[i];
    this.#t[3] = this.#t[1];
    if (!this.#commanded) block.events.push(InterfaceEvent.Commanded, 0, 0, 0, 0);
    this.#commanded = true;
    if (!this.#holding) return;
    this.#holding = false;
    Atomics.store(block.flags, B.HOLDING, 0);
    block.events.push(InterfaceEvent.HoldEnd, this.#t[1] - this.#t[4], 0, 0, 0);
  }

  /** @realtime */
  #send(): number {
    const { driver, mode } = this.#p;
    if (mode === "position") return driver.servoJ(this.#target);
    return mode === "velocity" ? driver.speedJ(this.#target) : driver.tauJ(this.#target);
  }

  /**
   * Takes over the measured positions, when they are finite. Returns false when anything in the State is not: it is not sent then.
   *
   * @realtime
   */
  #measure(): boolean {
    const { state } = this.#p;
    if (!this.#finite(state.position, state.positionCount, 0)) return false;
    for (let i = 0; i < this.#joints; i++) this.#measured[i] = state.position[i];
    this.#fresh = true;
    this.#t[6] = this.#t[1];
    if (!this.#primed) this.#prime();
    if (!this.#finite(state.velocity, state.velocityCount, 1)) return false;
    if (!this.#finite(state.torque, state.torqueCount, 2)) return false;
    const sensor = firstBadSensor(state);
    if (sensor >= 0) this.#p.block.events.push(InterfaceEvent.NotFinite, 3, sensor, NaN, 0);
    return sensor < 0;
  }

  /** @realtime */
  #finite(values: Float64Array, count: number, vector: number): boolean {
    for (let i = 0; i < count; i++) {
      if (Number.isFinite(values[i])) continue;
      this.#p.block.events.push(InterfaceEvent.NotFinite, vector, i, values[i], 0);
      return false;
    }
    return true;
  }
}
