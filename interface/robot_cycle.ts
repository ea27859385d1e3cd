import type { Clock } from "../core/clock.ts";
import { copyToLive } from "../core/copy_to_live.ts";
import type { FloatEnvironment } from "../core/posix/float_environment.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import type { Publisher } from "../comm/open_publisher.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import type { ControlMode } from "../schemas/control_mode.ts";
import type { StateMessage } from "../wasm/state_message.ts";
import type { CommandMessage } from "../wasm/command_message.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import type { CommandSource } from "./command_source.ts";
import { copyStateToLive } from "../schemas/copy_state_to_live.ts";
import { firstBadSensor } from "../schemas/first_bad_sensor.ts";
import { CycleRhythm } from "./cycle_rhythm.ts";
import { HoldReason } from "./hold_reason.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { InterfaceEvent } from "./interface_event.ts";
import { LoopEnd } from "./loop_end.ts";

const GAP_NS = 100e6;
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
  /** Gets what a State tells and what the driver is sent, see `liveLength`. */
  readonly live: Float64Array;
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
  readonly #rhythm: CycleRhythm;
  /** When `sync()` of this cycle has ended [ns]. */
  readonly #now: Float64Array;
  /** Times [ns]: last accepted command, start of the hold, last measurement. */
  readonly #t = new Float64Array(3);
  /** Time without a command after which the next one must start from the measured position [ns]. */
  readonly #gapNs: number;
  readonly #recentNs: number;
  /** Losses of a manager that were seen, the one that was obeyed last. */
  readonly #seen = new Int32Array(2);
  #wasLost = false;
  #primed = false;
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
    this.#rhythm = new CycleRhythm(parts.block, parts.clock, parts.periodNs);
    this.#now = this.#rhythm.nowNs;
    this.#seen[0] = Atomics.load(parts.block.flags, B.LOSSES);
  }

  /**
   * Runs one cycle. Returns `LoopEnd.Running`, or how the loop has ended.
   *
   * @realtime
   */
  step(): number {
    const { driver, block, arithmetic } = this.#p;
    this.#rhythm.begin();
    this.#fresh = false;
    if (driver.sync() < 0) return LoopEnd.SyncFault;
    const changed = arithmetic === undefined ? 0 : arithmetic.giveBack();
    if (changed !== 0) block.events.push(InterfaceEvent.ArithmeticChanged, changed, 0, 0, 0);
    this.#rhythm.synced();
    const read = this.#publishState();
    if (read !== LoopEnd.Running) return read;
    this.#watchManager();
    this.#takeCommand();
    const code = this.#primed ? this.#send() : 0;
    this.#rhythm.end();
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

  /** @realtime */
  #publishState(): number {
    const { driver, state, block, codec, publisher, clock, live } = this.#p;
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
    copyStateToLive(live, state, n);
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
    if (position && this.#now[0] - this.#t[2] > this.#recentNs) return;
    for (let i = 0; i < this.#joints; i++) this.#target[i] = position ? this.#measured[i] : 0;
  }

  /** @realtime */
  #watchManager(): void {
    const { block, timeoutNs } = this.#p;
    // A loss counts also when the next manager has come before this cycle.
    const losses = Atomics.load(block.flags, B.LOSSES);
    this.#wasLost = losses !== this.#seen[0];
    this.#seen[0] = losses;
    if (this.#holding || !this.#primed) return;
    const alive = !this.#wasLost && Atomics.load(block.flags, B.PEER_ALIVE) !== 0;
    const silentNs = this.#now[0] - this.#t[0];
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
    this.#t[1] = this.#now[0];
    Atomics.store(block.flags, B.HOLDING, reason);
    block.events.push(InterfaceEvent.HoldBegin, reason, silentNs, this.#now[0], 0);
  }

  /** @realtime */
  #takeCommand(): void {
    if (!this.#primed) return;
    const { source, command, mode, block, clock } = this.#p;
    // What a dead manager left in the cell is not obeyed.
    if (this.#wasLost || Atomics.load(block.flags, B.PEER_ALIVE) === 0) return source.discard();
    const manager = Atomics.load(block.flags, B.MANAGER);
    const first = !this.#commanded || manager !== this.#seen[1] || this.#now[0] - this.#t[0] > this.#gapNs;
    // Nothing starts without knowing where the robot is.
    if (first && !this.#fresh) return source.discard();
    if (source.poll(first, this.#measured, manager) !== 1) return;
    // This process was stopped in the middle of the cycle: the next one judges what comes as the first after a gap, with a new measurement.
    if (!first && clock.now() - this.#t[0] > this.#gapNs) return;
    const values = mode === "position" ? command.position : mode === "velocity" ? command.velocity : command.torque;
    for (let i = 0; i < this.#joints; i++) this.#target[i] = values[i];
    this.#t[0] = this.#now[0];
    this.#seen[1] = manager;
    if (!this.#commanded) block.events.push(InterfaceEvent.Commanded, 0, 0, 0, 0);
    this.#commanded = true;
    if (!this.#holding) return;
    this.#holding = false;
    Atomics.store(block.flags, B.HOLDING, 0);
    block.events.push(InterfaceEvent.HoldEnd, this.#now[0] - this.#t[1], 0, 0, 0);
  }

  /** @realtime */
  #send(): number {
    const { driver, mode, live } = this.#p;
    copyToLive(live, 3 * this.#joints, this.#target, this.#joints, this.#joints);
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
    this.#t[2] = this.#now[0];
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
