// deno-lint-ignore-file uri/file-length uri/one-export -- all types that a module may want, in one file to be copied
/**
 * Types for modules: drivers, controllers and manager-side proxies in JavaScript or TypeScript, see docs/modules.md. Made from the sources by
 * tools/module_types.ts.
 *
 * @module
 */

/**
 * Steady time for loops and stamps.
 *
 * - Real-time safe: every method; none allocates.
 * - Local times are numbers of nanoseconds since the clock's epoch (a whole second of CLOCK_MONOTONIC some time before the start
 *   of the process), so that they are exact for 104 days. Stamps that leave the process are 64-bit and never held in one number.
 * - Blocks: only `sleepUntil`.
 */
export interface Clock {
  /** Nanoseconds since the epoch. */
  now(): number;
  /** Blocks the calling thread until `deadlineNs`; returns at once when it is past. Returns 0, or -1 when it was interrupted. */
  sleepUntil(deadlineNs: number): number;
  /** Writes the 64-bit CLOCK_MONOTONIC time [ns] of `timeNs` to `words[index]` (low) and `words[index + 1]` (high). */
  stamp(timeNs: number, words: Uint32Array, index: number): void;
  /** The local time of a stamp of the same host, from its low and high word. */
  fromStamp(low: number, high: number): number;
}

/** What a Command asks of the joints: the one vector that it fills. Spelled as in `controller.mode`. */
export type ControlMode = "position" | "velocity" | "torque";

/** What is known of one joint. Units are rad (revolute) or m (prismatic) and their time derivatives; effort is Nm or N. */
export interface JointDescription {
  /** Joint name, unique in the module. */
  readonly name: string;
  /** Kind of motion. */
  readonly type: "revolute" | "prismatic";
  /** Lower position limit; `-Infinity` when there is none. */
  readonly lower: number;
  /** Upper position limit; `Infinity` when there is none. */
  readonly upper: number;
  /** Largest speed; `Infinity` when unknown. */
  readonly velocity: number;
  /** Largest acceleration; `Infinity` when unknown. */
  readonly acceleration: number;
  /** Largest torque or force; `Infinity` when unknown. */
  readonly effort: number;
}

/** A named group of joints that opens and closes together. */
export interface GripperDescription {
  /** Gripper name, unique in the module. */
  readonly name: string;
  /** Names of its joints, all of them joints of the module. */
  readonly joints: readonly string[];
}

/**
 * A robot as the manager, the controllers and the drivers know it: the reference joint order, limits, grippers and sensors.
 * It is plain data: it can be sent to a worker and written as JSON (infinite limits are left out there).
 */
export interface RobotModule {
  /** Module name, e.g. `UR5e`. */
  readonly name: string;
  /** Joints in the reference order; every joint vector of State and Command has this order. */
  readonly joints: readonly JointDescription[];
  /** Grippers, may be empty. */
  readonly grippers: readonly GripperDescription[];
  /** Names of the IMUs, may be empty. */
  readonly bodySensors: readonly string[];
  /** Names of the force sensors, may be empty. */
  readonly forceSensors: readonly string[];
  /** A usual posture, one value per joint, in the reference order. */
  readonly posture: readonly number[];
}

/** One IMU of a State. */
export interface BodySensorSlot {
  /** Name of the body sensor in the robot module. */
  readonly name: string;
  /** True when this State carries the sensor. */
  present: boolean;
  /** Orientation, quaternion in the order w, x, y, z. */
  readonly orientation: Float64Array;
  /** Angular velocity [rad/s], in the sensor's frame. */
  readonly angularVelocity: Float64Array;
  /** Linear acceleration [m/s²], in the sensor's frame. */
  readonly linearAcceleration: Float64Array;
}

/** One force sensor of a State. */
export interface ForceSensorSlot {
  /** Name of the force sensor in the robot module. */
  readonly name: string;
  /** True when this State carries the sensor. */
  present: boolean;
  /** Force [N], in the sensor's frame. */
  readonly force: Float64Array;
  /** Torque [Nm], in the sensor's frame. */
  readonly torque: Float64Array;
}

/** What a robot reports once a cycle. */
export interface RobotState {
  /** Joint positions [rad or m]; capacity = length of the array. */
  readonly position: Float64Array;
  /** Joint velocities [rad/s or m/s]; may be empty. */
  readonly velocity: Float64Array;
  /** Joint torques [Nm or N]; may be empty. */
  readonly torque: Float64Array;
  /** Number of joint positions filled. 0 means "no state yet": such a State is never published. */
  positionCount: number;
  /** Number of joint velocities filled. */
  velocityCount: number;
  /** Number of joint torques filled. */
  torqueCount: number;
  /** IMUs, in the module's order. */
  readonly bodySensors: readonly BodySensorSlot[];
  /** Force sensors, in the module's order. */
  readonly forceSensors: readonly ForceSensorSlot[];
  /** Sender's steady clock at send time [ns], 64 bits as two words: low, high. 0 means "not stamped". */
  readonly stamp: Uint32Array;
}

/** What the manager asks of a robot: exactly one of the three vectors is filled. */
export interface RobotCommand {
  /** Reserved gains; sent as given, ignored by the interface. */
  kp: number;
  /** Reserved gains; sent as given, ignored by the interface. */
  kd: number;
  /** Joint position targets [rad or m]. */
  readonly position: Float64Array;
  /** Joint velocity targets [rad/s or m/s]. */
  readonly velocity: Float64Array;
  /** Joint torque targets [Nm or N]. */
  readonly torque: Float64Array;
  /** Number of position targets filled. */
  positionCount: number;
  /** Number of velocity targets filled. */
  velocityCount: number;
  /** Number of torque targets filled. */
  torqueCount: number;
  /** `stamp` of the latest State received [ns of the interface's clock]: low, high word. 0 means "none". */
  readonly stateStamp: Uint32Array;
  /** Time that State was held before sending [ns]: low, high word. */
  readonly stateHold: Uint32Array;
}

/**
 * The whole contract between `uri interface` and a robot.
 *
 * - Who creates: the control worker, by a {@link RobotDriverFactory}; who closes: the same worker, once, after the loop.
 * - Who blocks: `sync()` only, until the robot has a fresh state; it paces the loop. Everything else returns at once.
 * - Real-time: nothing but the factory and `close()` may allocate, await, throw or log. A failure is a negative return value,
 *   and `lastError()` then tells what happened; after a failure of `sync()` the interface tries to hold and stops.
 * - Joint vectors have the module's reference order and exactly `module.joints.length` values.
 */
export interface RobotDriver {
  /** Blocks until fresh state is available. Returns 0, or a negative number on a fault. */
  sync(): number;
  /**
   * Fills positions, velocities, torques and sensors of the last `sync()`, and the counts (0: not available). A position count of 0
   * means "no state yet", and nothing is published. Returns 0, or a negative number on a fault.
   */
  readState(into: RobotState): number;
  /** Sends joint positions [rad]. Returns 0, or a negative number on a fault. */
  servoJ(q: Float64Array): number;
  /** Sends joint velocities [rad/s]. Returns 0, or a negative number on a fault. */
  speedJ(qd: Float64Array): number;
  /** Sends joint torques [Nm]. Returns 0, or a negative number on a fault. */
  tauJ(tau: Float64Array): number;
  /**
   * Names of the sensors that it has told of so far, where it has them itself: for somebody who looks on without a robot module. Not real-time
   * safe.
   */
  sensorNames?(): { readonly bodySensors: readonly string[]; readonly forceSensors: readonly string[] };
  /** Text of the last fault. Called after the loop, may allocate. */
  lastError(): string;
  /** Releases the robot. Called once; must not throw. */
  close(): void;
}

/** What a driver is created from: the `robot_interface` section, and what the manager knows of the robot. */
export interface RobotDriverContext {
  /** Robot name, for messages. */
  readonly robot: string;
  /** `robot_interface.ip`. */
  readonly ip: string;
  /** `robot_interface.port`. */
  readonly port: number;
  /** `robot_interface.config_path`, absolute, or "" when not given. */
  readonly configPath: string;
  /** Mode of the Commands that will come. */
  readonly mode: ControlMode;
  /** `controller.time_step` [ns]. */
  readonly periodNs: number;
  /** The robot. */
  readonly module: RobotModule;
  /** Steady time. */
  readonly clock: Clock;
  /** Writes a line to the log. Not real-time safe. */
  readonly log: (level: "info" | "warning" | "error", text: string) => void;
}

/**
 * What the default export of a driver's module makes: a {@link RobotDriver} of which some methods may be left out. Of `servoJ`, `speedJ` and
 * `tauJ` the one of the robot's mode is needed; without `close` nothing is released.
 */
export type RobotDriverModule =
  & Pick<RobotDriver, "sync" | "readState" | "lastError">
  & Partial<Pick<RobotDriver, "servoJ" | "speedJ" | "tauJ" | "sensorNames" | "close">>;

/**
 * The default export of a module that is named by `robot_interface.driver`. It may return a promise and take seconds; what it throws is told to
 * the manager, with the place in the module.
 */
export type RobotDriverModuleFactory = (context: RobotDriverContext) => RobotDriverModule | Promise<RobotDriverModule>;

/**
 * A controller backend: gets the measurements of every robot, computes, and is asked for commands.
 *
 * - Who creates: the manager's control worker, by a {@link RobotControllerFactory}; all calls come from that one thread.
 * - Order: `setEncoderValues(robot, …)`, then `initializeRobot(robot, q)` once per robot; `initializeRobots()` and `start()` once all
 *   timing checks have passed; then per tick the setters, `run()` every `timeStep`, and `command()` for each robot.
 * - Robots are numbered in the order of `RobotControllerContext.robots`.
 * - Real-time: after `start()` nothing but `stop()` may allocate, await, throw or log. A failure is a negative return value, and
 *   `lastError()` tells what happened.
 */
export interface RobotController {
  /** Period of `run()` [ns]. */
  readonly timeStepNs: number;
  /** Prepares for `run()`. */
  start(): void;
  /** Ends the controller; `isRunning()` is false from here on. */
  stop(): void;
  /** False once the controller wants to stop by itself, or was stopped; the manager then shuts down. */
  isRunning(): boolean;
  /** Measured joint positions, `count` values of `q`, in the module's order. */
  setEncoderValues(robot: number, q: Float64Array, count: number): void;
  /** Measured joint velocities. */
  setEncoderVelocities(robot: number, qd: Float64Array, count: number): void;
  /** Measured joint torques. */
  setJointTorques(robot: number, tau: Float64Array, count: number): void;
  /** One IMU, by its index in the module's `bodySensors`: orientation w, x, y, z; angular velocity [rad/s]; linear acceleration [m/s²]. */
  setBodySensor(
    robot: number,
    sensor: number,
    orientation: Float64Array,
    angularVelocity: Float64Array,
    linearAcceleration: Float64Array,
  ): void;
  /** One force sensor, by its index in the module's `forceSensors`: force [N] and torque [Nm], in the sensor's frame. */
  setForceSensor(robot: number, sensor: number, force: Float64Array, torque: Float64Array): void;
  /** The robot's first State arrived: it stands at `q`. Returns 0, or a negative number when it is refused. */
  initializeRobot(robot: number, q: Float64Array): number;
  /** All robots of the run are known. */
  initializeRobots(): void;
  /** One control step. Returns 0, or a negative number on a failure, which stops the manager. */
  run(): number;
  /**
   * Writes the command of a robot, one value per joint, to `into`. Returns 0, or a negative number when there is none. What a controller leaves
   * unwritten is NaN: who sends the command fills `into` before, and sends nothing that is not finite.
   */
  command(robot: number, mode: ControlMode, into: Float64Array): number;
  /** Text of the last failure. May allocate. */
  lastError(): string;
}

/** One robot, as a controller is told of it. */
export interface ControlledRobot {
  /** Key under `Robots:`. */
  readonly name: string;
  /** The robot. */
  readonly module: RobotModule;
  /** Mode in which its commands will be asked for. */
  readonly mode: ControlMode;
  /** The robot's own period [ns]. */
  readonly periodNs: number;
}

/** What a controller is created from. */
export interface RobotControllerContext {
  /** `Timestep` [ns]. */
  readonly timeStepNs: number;
  /** The robots, in the file's order. */
  readonly robots: readonly ControlledRobot[];
  /** The whole configuration file, as plain data (already checked): a controller reads its own section. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Writes a line to the manager's log; never in the loop. Absent where nobody listens. */
  readonly log?: (level: "info" | "warning" | "error", text: string) => void;
}

/**
 * What the default export of a controller's module makes: a {@link RobotController} of which the methods that are not needed may be left out.
 * Without `isRunning` it runs from `start` to `stop`; its period is `Timestep`.
 */
export type RobotControllerModule =
  & Pick<RobotController, "setEncoderValues" | "initializeRobot" | "run" | "command" | "lastError">
  & Partial<RobotController>;

/**
 * The default export of a module that is named by `Controller`. It may return a promise and take seconds; what it throws ends the manager, with
 * the place in the module.
 */
export type RobotControllerModuleFactory = (
  context: RobotControllerContext,
) => RobotControllerModule | Promise<RobotControllerModule>;

/**
 * The manager's side of one robot: States in, Commands out.
 *
 * - Who creates: the control worker, by a {@link RobotProxyFactory} from the registry; the name is the robot's `interface` key.
 * - Who blocks: nobody.
 * - If the peer dies: `connectionError` tells, and the manager stops.
 * - Real-time safe: every method but `connectionErrorText` and `stop`.
 */
export interface RobotProxy {
  /**
   * Takes the latest State and hands it to the controller; the first one initialises the robot there.
   *
   * @realtime
   */
  updateSensors(controller: RobotController, now: LoopTime): void;
  /**
   * Sends the controller's command in the robot's mode.
   *
   * @realtime
   */
  updateControl(controller: RobotController, now: LoopTime): void;
  /**
   * True once the controller knows where the robot stands.
   *
   * @realtime
   */
  isInitialized(): boolean;
  /**
   * `ConnectionLoss.None`, which is 0, while connected, else why the connection is lost: another `ConnectionLoss`, or any other number for a
   * reason of its own.
   *
   * @realtime
   */
  connectionError(now: LoopTime): number;
  /**
   * Why the connection is lost, in the proxy's own words, for the line `Lost connection to robot '<name>': <reason>`; "" or not given: the words
   * that belong to the number. Asked once, after the loop; may allocate.
   */
  connectionErrorText?(): string;
  /** Releases what the proxy has opened itself. Called once, after the loop; may allocate. */
  stop?(): void;
}

/** What a proxy is made of. */
export interface RobotProxyContext {
  /** The robot. */
  readonly robot: ControlledRobot;
  /** Its number, for the controller and the block. */
  readonly index: number;
  /** Cell of `{name}/state`. */
  readonly state: CellDescriptor;
  /** Sending end of `{name}/command`, for `openPublisher`. */
  readonly command: PublisherDescriptor | Publisher;
  /** `network_interface.connection_timeout_ms` [ns]. */
  readonly timeoutNs: number;
  /** Longest wait for the first State [ns]. */
  readonly firstStateNs: number;
  /** Codec of this thread. */
  readonly codec: MessageCodec;
  /** Flags, counters and events. */
  readonly block: SharedBlock;
  /** Where the last measured positions, velocities, torques and commands go for whoever looks on: four vectors. */
  readonly live: Float64Array;
  /** Steady time. */
  readonly clock: Clock;
  /** The whole configuration file, as plain data: a proxy of one's own reads its own section. */
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** Parts of the program for proxies in modules, which cannot import them. */
export interface RobotProxyKit {
  /** The standard proxy, to be extended or wrapped. */
  readonly InterfaceTemplate: typeof InterfaceTemplate;
  /** Reads the States of `context.state`. */
  readonly CellReader: typeof CellReader;
  /** Opens `context.command` for sending. */
  readonly openPublisher: typeof openPublisher;
  /** Numbers that `connectionError` returns. */
  readonly ConnectionLoss: typeof ConnectionLoss;
}

/** The default export of a module that is named by `interface:`. It may also be async. */
export type RobotProxyModuleFactory = (
  context: RobotProxyContext,
  kit: RobotProxyKit,
) => RobotProxy | Promise<RobotProxy>;

/** Names the memory of one cell. */
export type SingleCell =
  | { readonly kind: "shared"; readonly buffer: SharedArrayBuffer }
  | { readonly kind: "mapped"; readonly address: bigint; readonly byteLength: number };

/** Names what a reader reads, so that another thread of this process can open it: it goes through `postMessage`. */
export type CellDescriptor =
  | SingleCell
  /** Several cells, of which the first word of `choice` tells the one to be read; it may change at any time. */
  | { readonly kind: "switched"; readonly cells: readonly SingleCell[]; readonly choice: SharedArrayBuffer };

/** Names the sending end of a channel; it goes through `postMessage`. */
export type PublisherDescriptor =
  /** Messages go into a cell; for `mark` and `bell` see `CellWriterOptions`. */
  | { readonly kind: "cell"; readonly cell: SingleCell; readonly mark?: number; readonly bell?: SharedArrayBuffer }
  /** Messages go to a publisher of the native Zenoh library, at `address`, which lives as long as its handle. */
  | { readonly kind: "zenoh"; readonly address: bigint; readonly capacity: number }
  /** Several ways, of which the first word of `choice` tells the one that a message takes; it may change at any time. */
  | { readonly kind: "switched"; readonly ways: readonly PublisherDescriptor[]; readonly choice: SharedArrayBuffer };

/** The sending end of a channel, in the thread that sends. */
export interface Publisher {
  /**
   * Sends `byteLength` bytes of `source` from `byteOffset` (a multiple of 4); never blocks. No time is passed: a
   * number that goes into a call may be allocated. Returns 0, or -1
   * when the message is larger than the channel.
   *
   * @realtime
   */
  publish(source: Uint32Array, byteOffset: number, byteLength: number): number;
}

/** Memory of the codec that holds one encoded message. Both views show the same bytes, whose first is 8-byte aligned. */
export interface MessageBuffer {
  /** The bytes as little-endian words, for copying from and to a cell. */
  readonly words: Uint32Array;
  /** The bytes. */
  readonly bytes: Uint8Array;
  /** Size [bytes], a multiple of 8. */
  readonly capacity: number;
}

/** What a State is created for. */
export interface StateShape {
  /** Number of joints, at least 1: the capacity of the three joint vectors. */
  readonly joints: number;
  /** Names of the IMUs, unique, in the module's order; none by default. */
  readonly bodySensors?: readonly string[];
  /** Names of the force sensors, unique, in the module's order; none by default. */
  readonly forceSensors?: readonly string[];
}

/** What a Command is created for. */
export interface CommandShape {
  /** Number of joints, at least 1: the capacity of the three joint vectors. */
  readonly joints: number;
}

/**
 * What a control loop and a handshake know of a codec, whichever backend it speaks: `Codec` for FlatBuffers, `ProtobufCodec` for Protobuf.
 *
 * - Who creates: each thread its own, by `loadMessageCodec`; one codec serves any number of messages.
 * - Who blocks: nothing.
 * - Real-time safe: the four functions for State and Command neither throw nor wait. Those of `Codec` do not allocate either; those of
 *   `ProtobufCodec` do.
 * - Trust: a message is checked as a whole before the first value changes. A refused one leaves the message object as it was, apart from
 *   `receivedCounts`. The codecs come to the same verdicts on the same faults.
 */
export interface MessageCodec {
  /** Where a received message is put, from the first byte on, before it is decoded. */
  readonly inbox: MessageBuffer;
  /** Where encoded messages lie: the last one at `bytes[outboxOffset .. outboxOffset + length)`, until the next one is encoded. */
  readonly outbox: MessageBuffer;
  /** Where the last encoded message begins in the outbox [bytes], a multiple of 8. */
  readonly outboxOffset: number;
  /** Creates a State for a robot, empty, with no sensor present. Errors: `CodecError`. */
  newState(shape: StateShape): StateMessage;
  /** Creates a Command for a robot, empty. Errors: `CodecError`. */
  newCommand(shape: CommandShape): CommandMessage;
  /** Encodes a State into the outbox. Returns the length [bytes], or a negative `CodecStatus`. */
  encodeState(message: StateMessage): number;
  /** Decodes the first `length` bytes of the inbox into a State. Returns `CodecStatus.Ok` or a negative status. */
  decodeState(message: StateMessage, length: number): number;
  /** Encodes a Command into the outbox. Returns the length [bytes], or a negative `CodecStatus`. */
  encodeCommand(message: CommandMessage): number;
  /** Decodes the first `length` bytes of the inbox into a Command. Returns `CodecStatus.Ok` or a negative status. */
  decodeCommand(message: CommandMessage, length: number): number;
  /** The message of a configuration text, as bytes of its own; for start-up. Errors: `CodecError`. */
  encodeConfig(text: string): Uint8Array;
  /** The text of a configuration message; for start-up. Errors: `CodecError`. */
  decodeConfig(bytes: Uint8Array): string;
}

/** The time of the current cycle. */
export interface LoopTime {
  /** Local time of the loop's clock [ns]. */
  ns: number;
}

/** A State in the codec's memory: what is written into its arrays is encoded, what is decoded appears in them. */
export interface StateMessage extends RobotState {
  /** Positions, velocities and torques in the message decoded last, also when it was refused for having too many. */
  readonly receivedCounts: Int32Array;
  /** Sensors in the message decoded last whose names are not the module's. */
  readonly unknownSensors: number;
}

/** A Command in the codec's memory. */
export interface CommandMessage extends RobotCommand {
  /** Positions, velocities and torques in the message decoded last. */
  readonly receivedCounts: Int32Array;
}

/** Memory between the manager's loop and its main thread; the standard proxy keeps its figures there. */
export interface SharedBlock {
  /** The memory. */
  readonly buffer: SharedArrayBuffer;
  /** Flags of both directions, for `Atomics`. */
  readonly flags: Int32Array;
  /** Counters and measurements of the loop. */
  readonly values: Float64Array;
}

/** Reads the latest message of a cell. */
export declare class CellReader {
  /** Starts with the messages that come from now on. */
  constructor(descriptor: CellDescriptor, clock?: Clock);
  /** Arrival of the message last taken: local time of the clock [ns]; `-Infinity` before the first. */
  arrivalNs: number;
  /** Copies the latest message to the start of `into`. Returns its length [bytes], or -1 when there is no new one. Real-time safe. */
  takeLatest(into: Uint32Array): number;
  /** Time since the message last taken [ns]. Real-time safe. */
  ageNs(): number;
}

/** Opens the sending end that a descriptor names. */
export declare function openPublisher(descriptor: PublisherDescriptor, clock?: Clock): Publisher;

/** Why the connection to a robot counts as lost: the numbers that `connectionError` returns. */
export declare const ConnectionLoss: {
  /** It is not lost. */
  readonly None: 0;
  /** The liveliness token of the interface is gone. */
  readonly Token: 1;
  /** No acceptable State for the timeout. */
  readonly Watchdog: 2;
  /** No first State within ten seconds. */
  readonly NoFirstState: 3;
  /** The proxy's own reason, which its `connectionErrorText` tells. */
  readonly Custom: 4;
};

/** The standard proxy: forwards the State to the controller, and the controller's command of the robot's mode as Command. */
export declare class InterfaceTemplate implements RobotProxy {
  /** Opens both ends; `context` is the one that the module was given. */
  constructor(context: RobotProxyContext);
  /** Takes the latest State and hands it to the controller. */
  updateSensors(controller: RobotController, now: LoopTime): void;
  /** Sends the controller's command in the robot's mode. */
  updateControl(controller: RobotController, now: LoopTime): void;
  /** True once the controller knows where the robot stands. */
  isInitialized(): boolean;
  /** Why the connection is lost; `ConnectionLoss.None` while it is not. */
  connectionError(now: LoopTime): number;
}
