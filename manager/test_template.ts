import { LoopTime } from "../core/loop_time.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { TestClock } from "../core/test_clock.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import { CellReader } from "../comm/cell/cell_reader.ts";
import { openPublisher, type Publisher } from "../comm/open_publisher.ts";
import type { RobotController } from "../controller/robot_controller.ts";
import type { ControlMode } from "../schemas/control_mode.ts";
import { Codec } from "../wasm/codec.ts";
import type { StateMessage } from "../wasm/state_message.ts";
import { InterfaceTemplate } from "./interface_template.ts";
import { ManagerBlock } from "./manager_block.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { ManagerEvent } from "./manager_event.ts";
import { testRobots } from "./test_robots.ts";

/** A controller that notes what it is told, and gives the commands that a test wants. */
class NotedController implements RobotController {
  readonly timeStepNs = 1e6;
  /** Calls so far, by name, with their values. */
  readonly calls: [string, ...unknown[]][] = [];
  /** What `initializeRobot` and `command` return. */
  readonly codes = { initialize: 0, command: 0 };
  /** The command. */
  target: number[] = [0.1, 0.2];

  start(): void {}
  stop(): void {}
  isRunning(): boolean {
    return true;
  }
  setEncoderValues(robot: number, q: Float64Array, count: number): void {
    this.calls.push(["q", robot, [...q.subarray(0, count)]]);
  }
  setEncoderVelocities(robot: number, qd: Float64Array, count: number): void {
    this.calls.push(["qd", robot, [...qd.subarray(0, count)]]);
  }
  setJointTorques(robot: number, tau: Float64Array, count: number): void {
    this.calls.push(["tau", robot, [...tau.subarray(0, count)]]);
  }
  setBodySensor(robot: number, sensor: number, ...values: Float64Array[]): void {
    this.calls.push(["imu", robot, sensor, ...values.map((value) => [...value])]);
  }
  setForceSensor(robot: number, sensor: number, ...values: Float64Array[]): void {
    this.calls.push(["wrist", robot, sensor, ...values.map((value) => [...value])]);
  }
  initializeRobot(robot: number, q: Float64Array): number {
    this.calls.push(["initialize", robot, [...q]]);
    return this.codes.initialize;
  }
  initializeRobots(): void {}
  run(): number {
    return 0;
  }
  command(robot: number, mode: ControlMode, into: Float64Array): number {
    this.calls.push(["command", robot, mode]);
    into.set(this.target);
    return this.codes.command;
  }
  lastError(): string {
    return "";
  }
}

/** The standard proxy of the second of two robots, between cells in this process, on a clock that passes by hand. */
export class TestTemplate {
  /** Number of the robot. */
  static readonly INDEX = 1;
  /** Present time. */
  readonly clock = new TestClock();
  /** Memory of the loop. */
  readonly block = new SharedBlock(managerBlockShape(2));
  /** The controller. */
  readonly controller = new NotedController();
  /** The proxy. */
  readonly proxy: InterfaceTemplate;
  /** Last measurements and commands, for whoever looks on. */
  readonly live = new Float64Array(8);
  /** The State that {@link TestTemplate.sendState} sends: one with two positions at first. */
  readonly state: StateMessage;
  /** The codec of both sides. */
  readonly codec: Codec;
  readonly #mode: ControlMode;
  readonly #states: Publisher;
  readonly #commands: CellReader;
  readonly #now = new LoopTime();

  private constructor(codec: Codec, mode: ControlMode) {
    const { clock, block, live } = this;
    this.codec = codec;
    this.#mode = mode;
    const state = CellMemory.allocate(8192), command = CellMemory.allocate(8192);
    this.#states = openPublisher({ kind: "cell", cell: state }, clock);
    this.#commands = new CellReader(command, clock);
    const { module } = testRobots;
    this.state = codec.newState({ joints: 2, bodySensors: module.bodySensors, forceSensors: module.forceSensors });
    this.state.positionCount = 2;
    const robot = { name: "b", module, mode, periodNs: 1e6 };
    const timing = { timeoutNs: 100e6, firstStateNs: 10e9 };
    const to = { kind: "cell", cell: command } as const;
    this.proxy = new InterfaceTemplate({
      robot,
      index: TestTemplate.INDEX,
      state,
      command: to,
      codec,
      block,
      live,
      clock,
      configuration: {},
      ...timing,
    });
    Atomics.store(block.flags, ManagerBlock.PEERS + TestTemplate.INDEX, 1);
  }

  /** Makes one. */
  static async open(mode: ControlMode = "position"): Promise<TestTemplate> {
    return new TestTemplate(await Codec.load(), mode);
  }

  /** Sends a State: `message` as it stands, with the present time as its stamp. */
  sendState(message: StateMessage = this.state): void {
    this.clock.stamp(this.clock.now(), message.stamp, 0);
    this.#publish(this.codec.encodeState(message));
  }

  /** Sends a Command where a State belongs. */
  sendCommand(): void {
    const command = this.codec.newCommand({ joints: 2 });
    command.positionCount = 2;
    this.#publish(this.codec.encodeCommand(command));
  }

  /** Sends bytes that need be no State. */
  sendBytes(bytes: Uint8Array): void {
    const words = new Uint32Array(Math.ceil(bytes.length / 4));
    new Uint8Array(words.buffer).set(bytes);
    this.#states.publish(words, 0, bytes.length);
  }

  /** Lets the proxy look for a State; gives what the controller was told, but for the positions set once more at the start. */
  update(): [string, ...unknown[]][] {
    this.#now.ns = this.clock.now();
    this.proxy.updateSensors(this.controller, this.#now);
    return this.controller.calls.splice(0);
  }

  /** Why the connection counts as lost. */
  get loss(): number {
    this.#now.ns = this.clock.now();
    return this.proxy.connectionError(this.#now);
  }

  /** Lets the proxy send the controller's command; gives what arrived, undefined when nothing did. */
  command() {
    this.#now.ns = this.clock.now();
    this.proxy.updateControl(this.controller, this.#now);
    this.controller.calls.splice(0);
    const length = this.#commands.takeLatest(this.codec.inbox.words);
    if (length < 0) return undefined;
    const command = this.codec.newCommand({ joints: 2 });
    if (this.codec.decodeCommand(command, length) !== 0) throw new Error("a Command was sent that is none");
    const part = (values: Float64Array, count: number) => [...values.subarray(0, count)];
    return {
      position: part(command.position, command.positionCount),
      velocity: part(command.velocity, command.velocityCount),
      torque: part(command.torque, command.torqueCount),
      stampNs: this.clock.fromStamp(command.stateStamp[0], command.stateStamp[1]),
      holdNs: this.clock.fromStamp(command.stateHold[0], command.stateHold[1]),
    };
  }

  /** A value of the robot in the block. */
  value(which: number): number {
    return this.block.values[ManagerBlock.VALUES + TestTemplate.INDEX * ManagerBlock.ROBOT_VALUES + which];
  }

  /** Mode of the commands. */
  get mode(): ControlMode {
    return this.#mode;
  }

  /** Events since the last call, by name, with their numbers. */
  events(): [string, ...number[]][] {
    const names = new Map<number, string>(Object.entries(ManagerEvent).map(([name, code]) => [code, name]));
    const events: [string, ...number[]][] = [];
    this.block.events.drain((code, ...numbers) => void events.push([names.get(code) ?? `event ${code}`, ...numbers]));
    return events;
  }

  #publish(length: number): void {
    this.#states.publish(this.codec.outbox.words, this.codec.outboxOffset, length);
  }
}
