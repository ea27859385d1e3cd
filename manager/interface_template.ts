import { CellReader } from "../comm/cell/cell_reader.ts";
import { openPublisher, type Publisher } from "../comm/open_publisher.ts";
import type { LoopTime } from "../core/loop_time.ts";
import type { RobotController } from "../controller/robot_controller.ts";
import type { ControlMode } from "../schemas/control_mode.ts";
import { copyStateToLive } from "../schemas/copy_state_to_live.ts";
import { firstBadSensor } from "../schemas/first_bad_sensor.ts";
import { internControlMode } from "../schemas/intern_control_mode.ts";
import { CodecStatus } from "../wasm/codec_status.ts";
import type { CommandMessage } from "../wasm/command_message.ts";
import type { StateMessage } from "../wasm/state_message.ts";
import { ConnectionLoss } from "./connection_loss.ts";
import { copyToLive } from "../core/copy_to_live.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import { ManagerEvent } from "./manager_event.ts";
import { RestartReason } from "./restart_reason.ts";
import type { RobotProxy } from "./robot_proxy.ts";
import type { RobotProxyContext } from "./robot_proxy_factory.ts";
import { StateRefusal } from "./state_refusal.ts";

const TWO_32 = 4294967296;
const GAP_NS = 100e6;

/**
 * The standard proxy: forwards the State to the controller, and the controller's command of the robot's mode as Command.
 *
 * - A State is handed on once, whole, or not at all: joint counts and finiteness are checked first. A refused State does not refresh
 *   the watchdog.
 * - A State older than the timeout is not used, and does not refresh the watchdog either.
 * - When no Command went out for longer than the timeout, the controller starts over from the measured position.
 * - A joint whose command the controller has left out has none: nothing is sent then.
 * - The Command echoes the stamp of the latest State with the time that it was held, for the interface's round trip.
 */
export class InterfaceTemplate implements RobotProxy {
  readonly #c: RobotProxyContext;
  readonly #reader: CellReader;
  readonly #publisher: Publisher;
  readonly #state: StateMessage;
  readonly #command: CommandMessage;
  readonly #joints: number;
  readonly #values: number;
  /** Times [ns]: start of the wait for the first State, arrival of the last State, last Command. */
  readonly #t = new Float64Array(3);
  /** Stamp of the last accepted State. */
  readonly #stamp = new Uint32Array(2);
  /** Time without a Command after which an interface wants the next one to start from the measured position [ns]. */
  readonly #gapNs: number;
  #unknownSensors = 0;
  /** Commands that could not be sent since the last one that was. */
  #unsent = 0;
  readonly #mode: ControlMode;
  #initialized = false;

  /** Opens both ends; the wait for the first State begins with the first `connectionError`. */
  constructor(context: RobotProxyContext) {
    // Copied in one place, so that all proxies have the same hidden class, whoever has written their context.
    const { robot, index, state, command, timeoutNs, firstStateNs, codec, block, live, clock, configuration } = context;
    this.#c = { robot, index, state, command, timeoutNs, firstStateNs, codec, block, live, clock, configuration };
    this.#mode = internControlMode(robot.mode);
    const { module } = context.robot;
    this.#joints = module.joints.length;
    this.#reader = new CellReader(context.state, context.clock);
    this.#publisher = openPublisher(context.command, context.clock);
    this.#state = context.codec.newState({ ...module, joints: this.#joints });
    this.#command = context.codec.newCommand({ joints: this.#joints });
    this.#values = B.VALUES + context.index * B.ROBOT_VALUES;
    this.#gapNs = Math.min(context.timeoutNs, Math.max(GAP_NS, 5 * context.robot.periodNs));
  }

  /**
   * Takes the latest State, and hands it to the controller when it is acceptable.
   *
   * @realtime
   */
  updateSensors(controller: RobotController, now: LoopTime): void {
    const { codec, index, block, timeoutNs } = this.#c;
    if (this.#initialized) {
      if (Atomics.compareExchange(block.flags, B.PEERS + index, 2, 1) === 2) {
        this.#startOver(now, RestartReason.NotFollowing);
      } else if (this.#t[2] > 0 && now.ns - this.#t[2] > this.#gapNs) this.#startOver(now, this.#gapReason());
    }
    const length = this.#reader.takeLatest(codec.inbox.words);
    // An old State says where the robot was; and it is no sign of life.
    if (length < 0 || now.ns - this.#reader.arrivalNs > timeoutNs) return;
    const state = this.#state;
    const status = codec.decodeState(state, length);
    if (status === CodecStatus.TooManyJoints) return this.#refuseCounts();
    if (status !== CodecStatus.Ok) return this.#refuse(StateRefusal.Malformed, status, 0);
    if (state.positionCount === 0) return; // "no state yet": upstream interfaces do not send it, and it means nothing
    if (!this.#isInOrder()) return this.#refuse(StateRefusal.OutOfOrder, -1, 0);
    if (!this.#acceptable()) return;
    const isFirst = !this.#initialized;
    if (isFirst) this.#initialize(controller);
    if (!this.#initialized) return;
    this.#t[1] = this.#reader.arrivalNs;
    this.#stamp[0] = state.stamp[0];
    this.#stamp[1] = state.stamp[1];
    block.values[this.#values + B.STATES] += 1;
    block.histograms[B.H_AGE + index].record(now.ns - this.#reader.arrivalNs);
    if (state.unknownSensors !== this.#unknownSensors) {
      this.#unknownSensors = state.unknownSensors;
      block.events.push(ManagerEvent.UnknownSensor, index, state.unknownSensors, 0, 0);
    }
    this.#handOn(controller, isFirst);
  }

  /**
   * Sends the controller's command of the robot's mode, when it is there and finite.
   *
   * @realtime
   */
  updateControl(controller: RobotController, now: LoopTime): void {
    const { codec, index, block, clock } = this.#c;
    const command = this.#command;
    const target = this.#targetOf(command);
    // What it leaves out would else go out once more as the last command was, or as a zero.
    for (let i = 0; i < this.#joints; i++) target[i] = NaN;
    if (controller.command(index, this.#mode, target) < 0) return this.#noCommand(-1, 0);
    for (let i = 0; i < this.#joints; i++) {
      if (!Number.isFinite(target[i])) return this.#noCommand(i, target[i]);
    }
    command.positionCount = this.#mode === "position" ? this.#joints : 0;
    command.velocityCount = this.#mode === "velocity" ? this.#joints : 0;
    command.torqueCount = this.#mode === "torque" ? this.#joints : 0;
    command.stateStamp[0] = this.#stamp[0];
    command.stateStamp[1] = this.#stamp[1];
    const sentNs = clock.now();
    const holdNs = sentNs > this.#t[1] ? sentNs - this.#t[1] : 0;
    command.stateHold[1] = Math.floor(holdNs / TWO_32);
    command.stateHold[0] = holdNs - command.stateHold[1] * TWO_32;
    const length = codec.encodeCommand(command);
    if (length < 0 || this.#publisher.publish(codec.outbox.words, codec.outboxOffset, length) !== 0) {
      block.events.push(ManagerEvent.CommandTooLarge, index, length, 0, 0);
      return;
    }
    this.#t[2] = now.ns;
    this.#unsent = 0;
    if (block.values[B.FIRST_COMMAND] === 0) block.values[B.FIRST_COMMAND] = now.ns;
    block.values[this.#values + B.COMMANDS] += 1;
    copyToLive(this.#c.live, 3 * this.#joints, target, this.#joints, this.#joints);
  }

  /**
   * True once the controller knows where the robot stands.
   *
   * @realtime
   */
  isInitialized(): boolean {
    return this.#initialized;
  }

  /**
   * `ConnectionLoss.None` while connected, else `Token`, `Watchdog` or `NoFirstState`.
   *
   * @realtime
   */
  connectionError(now: LoopTime): number {
    const nowNs = now.ns;
    const { block, index, timeoutNs, firstStateNs } = this.#c;
    if (this.#t[0] === 0) this.#t[0] = nowNs;
    if (Atomics.load(block.flags, B.PEERS + index) === 0) return ConnectionLoss.Token;
    // One that starts over has been heard before: it is watched as ever.
    const isHeard = this.#initialized || this.#t[1] > 0;
    if (isHeard) return nowNs - this.#t[1] > timeoutNs ? ConnectionLoss.Watchdog : ConnectionLoss.None;
    return nowNs - this.#t[0] > firstStateNs ? ConnectionLoss.NoFirstState : ConnectionLoss.None;
  }

  /**
   * A robot's stamps never go back, as long as its computer runs.
   *
   * @realtime
   */
  #isInOrder(): boolean {
    const { stamp } = this.#state;
    const last = this.#stamp;
    if (stamp[0] === 0 && stamp[1] === 0) return true;
    return stamp[1] > last[1] || (stamp[1] === last[1] && stamp[0] >= last[0]);
  }

  /** @realtime */
  #acceptable(): boolean {
    const state = this.#state;
    const joints = this.#joints;
    if (
      state.positionCount !== joints || (state.velocityCount !== 0 && state.velocityCount !== joints) ||
      (state.torqueCount !== 0 && state.torqueCount !== joints)
    ) {
      this.#refuseCounts();
      return false;
    }
    return this.#finite(state.position, state.positionCount) && this.#finite(state.velocity, state.velocityCount) &&
      this.#finite(state.torque, state.torqueCount) && this.#sensorsFinite();
  }

  /** @realtime */
  #finite(values: Float64Array, count: number): boolean {
    for (let i = 0; i < count; i++) {
      if (Number.isFinite(values[i])) continue;
      this.#refuse(StateRefusal.NotFinite, i, values[i]);
      return false;
    }
    return true;
  }

  /** @realtime */
  #sensorsFinite(): boolean {
    const sensor = firstBadSensor(this.#state);
    if (sensor >= 0) this.#refuse(StateRefusal.SensorNotFinite, sensor, NaN);
    return sensor < 0;
  }

  /** @realtime */
  #gapReason(): number {
    if (this.#unsent > 0) return RestartReason.NoCommand;
    return this.#c.block.values[B.ALL_INITIALIZED] === 0 ? RestartReason.OtherRobot : RestartReason.LoopStopped;
  }

  /**
   * No Command went out for 100 ms or longer: the interface holds the robot by now, or will not take up a motion in its middle, and what the controller
   * would go on with is stale. Or the robot does not follow: the interface has seen such a gap, which the network made. The next State initialises the
   * robot anew, where it stands.
   *
   * @realtime
   */
  #startOver(now: LoopTime, reason: number): void {
    const { block, index } = this.#c;
    this.#initialized = false;
    block.events.push(ManagerEvent.StartedOver, index, now.ns - this.#t[2], reason, 0);
    block.values[this.#values + B.INITIALIZED] = 0;
    this.#t[0] = now.ns;
    this.#t[2] = 0;
    this.#unsent = 0;
  }

  /** @realtime */
  #initialize(controller: RobotController): void {
    const { block, index } = this.#c;
    controller.setEncoderValues(index, this.#state.position, this.#joints);
    if (controller.initializeRobot(index, this.#state.position) < 0) {
      block.values[B.REFUSED_BY_CONTROLLER] = index + 1;
      return this.#refuse(StateRefusal.NotInitialized, -1, 0);
    }
    this.#initialized = true;
    block.values[this.#values + B.INITIALIZED] = 1;
    block.events.push(ManagerEvent.Initialized, index, 0, 0, 0);
  }

  /**
   * The positions of a first State are there already.
   *
   * @realtime
   */
  #handOn(controller: RobotController, isFirst: boolean): void {
    const { index, live } = this.#c;
    const state = this.#state;
    const n = this.#joints;
    if (!isFirst) controller.setEncoderValues(index, state.position, n);
    if (state.velocityCount > 0) controller.setEncoderVelocities(index, state.velocity, n);
    if (state.torqueCount > 0) controller.setJointTorques(index, state.torque, n);
    for (let s = 0; s < state.bodySensors.length; s++) {
      const sensor = state.bodySensors[s];
      if (!sensor.present) continue;
      controller.setBodySensor(index, s, sensor.orientation, sensor.angularVelocity, sensor.linearAcceleration);
    }
    for (let s = 0; s < state.forceSensors.length; s++) {
      const sensor = state.forceSensors[s];
      if (sensor.present) controller.setForceSensor(index, s, sensor.force, sensor.torque);
    }
    copyStateToLive(live, state, n);
  }

  /** @realtime */
  #targetOf(command: CommandMessage): Float64Array {
    if (this.#mode === "position") return command.position;
    return this.#mode === "velocity" ? command.velocity : command.torque;
  }

  /** @realtime */
  #refuseCounts(): void {
    const counts = this.#state.receivedCounts;
    const n = this.#joints;
    const vector = counts[0] !== n ? 0 : counts[1] !== n && counts[1] !== 0 ? 1 : 2;
    this.#refuse(StateRefusal.WrongCount, vector, counts[vector]);
  }

  /** @realtime */
  #refuse(reason: number, joint: number, value: number): void {
    const { block, index } = this.#c;
    block.values[this.#values + B.REFUSED] += 1;
    block.events.push(ManagerEvent.StateRefused, index, reason, joint, value);
  }

  /** @realtime */
  #noCommand(joint: number, value: number): void {
    const { block, index } = this.#c;
    block.values[this.#values + B.NO_COMMAND] += 1;
    this.#unsent++;
    block.events.push(ManagerEvent.NoCommand, index, joint, value, 0);
  }
}
