import { SharedBlock } from "../core/shared_block.ts";
import { TestClock } from "../core/test_clock.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import { CellReader } from "../comm/cell/cell_reader.ts";
import { openPublisher, type Publisher } from "../comm/open_publisher.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import type { ControlMode } from "../schemas/control_mode.ts";
import type { JointDescription } from "../schemas/robot_module.ts";
import type { RobotState } from "../schemas/robot_state.ts";
import { Codec } from "../wasm/codec.ts";
import type { CommandMessage } from "../wasm/command_message.ts";
import type { StateMessage } from "../wasm/state_message.ts";
import { CommandGate } from "./command_gate.ts";
import { CommandSource } from "./command_source.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock } from "./interface_block.ts";
import { InterfaceEvent } from "./interface_event.ts";
import { ManagerPresence } from "./manager_presence.ts";
import { RobotCycle } from "./robot_cycle.ts";

/** One call of a driver's `servoJ`, `speedJ` or `tauJ`. */
export interface SentCommand {
  /** The mode of the call. */
  readonly mode: ControlMode;
  /** Its values. */
  readonly values: number[];
}

/** A driver that does what a test says. */
class ScriptedDriver implements RobotDriver {
  /** Positions that it reports, also a wrong number of them; none: no state yet. */
  q: number[] = [];
  /** Velocities that it reports. */
  qd: number[] = [];
  /** Torques that it reports. */
  tau: number[] = [];
  /** Force that its sensor reports, three values; none: the sensor is not there. */
  force: number[] = [];
  /** How long `sync()` blocks [ns]. */
  syncNs: number;
  /** Called in the middle of each cycle, before the state is read. */
  onRead: () => void = () => {};
  /** What `sync()`, `readState()` and the commands return. */
  readonly codes = { sync: 0, read: 0, command: 0 };
  /** All commands so far. */
  readonly sent: SentCommand[] = [];
  readonly #clock: TestClock;

  constructor(clock: TestClock, syncNs: number) {
    this.#clock = clock;
    this.syncNs = syncNs;
  }

  sync(): number {
    this.#clock.timeNs += this.syncNs;
    return this.codes.sync;
  }

  readState(into: RobotState): number {
    this.onRead();
    into.position.set(this.q.slice(0, into.position.length));
    into.velocity.set(this.qd.slice(0, into.velocity.length));
    into.torque.set(this.tau.slice(0, into.torque.length));
    into.positionCount = this.q.length;
    into.velocityCount = this.qd.length;
    into.torqueCount = this.tau.length;
    into.forceSensors[0].present = this.force.length === 3;
    into.forceSensors[0].force.set(this.force);
    return this.codes.read;
  }

  servoJ(q: Float64Array): number {
    return this.#take("position", q);
  }

  speedJ(qd: Float64Array): number {
    return this.#take("velocity", qd);
  }

  tauJ(tau: Float64Array): number {
    return this.#take("torque", tau);
  }

  lastError(): string {
    return "as the test said";
  }

  close(): void {}

  #take(mode: ControlMode, values: Float64Array): number {
    this.sent.push({ mode, values: [...values] });
    return this.codes.command;
  }
}

/** What a {@link TestCycle} is made for. */
export interface TestCycleOptions {
  /** Mode of the Commands, by default position. */
  readonly mode?: ControlMode;
  /** Period [ns], by default 1 ms. */
  readonly periodNs?: number;
  /** Watchdog [ns], by default 100 ms. */
  readonly timeoutNs?: number;
  /** Whether round trips are reported once a second. */
  readonly latencyStats?: boolean;
}

/** What a {@link TestCycle} sends as a Command. */
export interface TestCommand {
  /** Vector to fill, by default the one of the mode. */
  readonly mode?: ControlMode;
  /** Gain. */
  readonly kp?: number;
  /** Stamp of the State that it answers [ns of the clock]; 0: none. */
  readonly stampNs?: number;
  /** How long the manager held that State [ns]. */
  readonly holdNs?: number;
  /** Joints that the message is made for, by default as many as values. */
  readonly joints?: number;
}

/** The cycle of an interface with two joints and a force sensor, on a clock that passes in `sync()` only, between cells in this process. */
export class TestCycle {
  /** The joints of the robot. */
  static readonly JOINTS: readonly JointDescription[] = ["pan", "lift"].map((name) => ({
    name,
    type: "revolute" as const,
    lower: -3,
    upper: 3,
    velocity: 2,
    acceleration: 10,
    effort: 50,
  }));
  /** Present time. */
  readonly clock = new TestClock();
  /** Memory of the loop. */
  readonly block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
  /** Positions, velocities, torques and targets, as a view reads them. */
  readonly live = new Float64Array(4 * TestCycle.JOINTS.length).fill(NaN);
  /** The robot. */
  readonly driver: ScriptedDriver;
  /** The cycle. */
  readonly cycle: RobotCycle;
  /** The receiving half. */
  readonly source: CommandSource;
  readonly #codec: Codec;
  readonly #mode: ControlMode;
  readonly #commands: Publisher;
  readonly #states: CellReader;
  /** Commands to fill, by number of joints: a codec's memory is not given back. */
  readonly #messages = new Map<number, CommandMessage>();
  readonly #received: StateMessage;
  readonly #presence: ManagerPresence;

  private constructor(codec: Codec, options: TestCycleOptions) {
    const { mode = "position", periodNs = 1e6, timeoutNs = 100e6, latencyStats = false } = options;
    const joints = TestCycle.JOINTS.length;
    const { clock, block } = this;
    this.#codec = codec;
    this.#mode = mode;
    this.driver = new ScriptedDriver(clock, periodNs);
    const commands = CellMemory.allocate(4096);
    const states = CellMemory.allocate(4096);
    this.#commands = openPublisher({ kind: "cell", cell: commands }, clock);
    this.#states = new CellReader(states, clock);
    this.#received = codec.newState({ joints, forceSensors: ["wrist"] });
    const command = codec.newCommand({ joints });
    const gate = new CommandGate(mode, TestCycle.JOINTS);
    const reader = new CellReader(commands, clock);
    this.source = new CommandSource({ reader, codec, command, gate, block, clock, timeoutNs, latencyStats });
    this.cycle = new RobotCycle({
      driver: this.driver,
      state: codec.newState({ joints, forceSensors: ["wrist"] }),
      publisher: openPublisher({ kind: "cell", cell: states }, clock),
      source: this.source,
      command,
      codec,
      block,
      live: this.live,
      clock,
      mode,
      periodNs,
      timeoutNs,
    });
    this.#presence = new ManagerPresence(block.flags, clock);
    this.#presence.changed(true);
  }

  /** Makes one with a robot that stands at `q` and obeys commands. */
  static async commanded(q: readonly number[], options: TestCycleOptions = {}): Promise<TestCycle> {
    const t = await TestCycle.open(options);
    t.driver.q = [...q];
    t.run();
    t.send([...q]);
    t.run();
    t.events();
    return t;
  }

  /** Makes one with a robot that does not report a state yet. */
  static async open(options: TestCycleOptions = {}): Promise<TestCycle> {
    return new TestCycle(await Codec.load(), options);
  }

  /** Whether the manager's token is there. */
  set alive(alive: boolean) {
    this.#presence.changed(alive);
  }

  /** The manager with this mark is obeyed from now on. */
  obeys(mark: number): void {
    this.#presence.obeys(mark);
  }

  /** Whether the robot is held. */
  get holding(): boolean {
    return Atomics.load(this.block.flags, InterfaceBlock.HOLDING) !== 0;
  }

  /** Commands refused so far, of all reasons. */
  get refused(): number {
    return this.block.values.slice(InterfaceBlock.REFUSED).reduce((sum, count) => sum + count, 0);
  }

  /** Publishes a Command. */
  send(values: readonly number[], options: TestCommand = {}): void {
    const { mode = this.#mode, kp = 0, stampNs = 0, holdNs = 0, joints = Math.max(1, values.length) } = options;
    const command = this.#messages.get(joints) ?? this.#codec.newCommand({ joints });
    this.#messages.set(joints, command);
    command.positionCount = command.velocityCount = command.torqueCount = 0;
    command[mode].set(values);
    command[`${mode}Count`] = values.length;
    command.kp = kp;
    this.clock.stamp(stampNs, command.stateStamp, 0);
    this.clock.stamp(holdNs, command.stateHold, 0);
    const length = this.#codec.encodeCommand(command);
    this.#commands.publish(this.#codec.outbox.words, this.#codec.outboxOffset, length);
  }

  /** Publishes bytes that need be no Command. */
  sendBytes(bytes: Uint8Array): void {
    const words = new Uint32Array(Math.ceil(bytes.length / 4));
    new Uint8Array(words.buffer).set(bytes);
    this.#commands.publish(words, 0, bytes.length);
  }

  /** The bytes of a State. */
  stateBytes(q: readonly number[]): Uint8Array {
    const state = this.#codec.newState({ joints: q.length });
    state.position.set(q);
    state.positionCount = q.length;
    const length = this.#codec.encodeState(state);
    return this.#codec.outbox.bytes.slice(this.#codec.outboxOffset, this.#codec.outboxOffset + length);
  }

  /** Runs cycles, and returns how the last one ended. */
  run(cycles = 1): number {
    let end = 0;
    for (let i = 0; i < cycles && end === 0; i++) end = this.cycle.step();
    return end;
  }

  /** The last values that went to the driver. */
  get target(): number[] | undefined {
    return this.driver.sent.at(-1)?.values;
  }

  /** The latest State published since the last call; undefined when there is none. */
  state(): { q: number[]; qd: number[]; tau: number[]; stampNs: number } | undefined {
    const length = this.#states.takeLatest(this.#codec.inbox.words);
    if (length < 0) return undefined;
    const state = this.#received;
    if (this.#codec.decodeState(state, length) !== 0) throw new Error("a State was published that is none");
    const part = (values: Float64Array, count: number) => [...values.subarray(0, count)];
    return {
      q: part(state.position, state.positionCount),
      qd: part(state.velocity, state.velocityCount),
      tau: part(state.torque, state.torqueCount),
      stampNs: this.clock.fromStamp(state.stamp[0], state.stamp[1]),
    };
  }

  /** Events since the last call, by name, with their numbers. */
  events(): { name: string; numbers: number[] }[] {
    const names = new Map<number, string>(Object.entries(InterfaceEvent).map(([name, code]) => [code, name]));
    const events: { name: string; numbers: number[] }[] = [];
    this.block.events.drain((code, ...numbers) =>
      void events.push({ name: names.get(code) ?? `event ${code}`, numbers })
    );
    return events;
  }
}
