import { projectRoot } from "./project_root.ts";
import { runTool } from "./run_tool.ts";
import { ToolError } from "./tool_error.ts";

const FILE = "types/uri.d.mts";

const HEAD =
  `// deno-lint-ignore-file uri/file-length uri/one-export -- all types that a module may want, in one file to be copied
/**
 * Types for modules: drivers, controllers and manager-side proxies in JavaScript or TypeScript, see docs/modules.md. Made from the sources by
 * tools/module_types.ts.
 *
 * @module
 */
`;

/** What is taken from the sources word for word. */
const TAKEN: readonly (readonly [string, ...string[]])[] = [
  ["core/clock.ts", "Clock"],
  ["schemas/control_mode.ts", "ControlMode"],
  ["schemas/robot_module.ts", "JointDescription", "GripperDescription", "RobotModule"],
  ["schemas/robot_state.ts", "BodySensorSlot", "ForceSensorSlot", "RobotState", "RobotCommand"],
  ["drivers/robot_driver.ts", "RobotDriver", "RobotDriverContext"],
  ["drivers/module/robot_driver_module.ts", "RobotDriverModule", "RobotDriverModuleFactory"],
  ["controller/robot_controller.ts", "RobotController", "ControlledRobot", "RobotControllerContext"],
  ["controller/module/robot_controller_module.ts", "RobotControllerModule", "RobotControllerModuleFactory"],
  ["manager/robot_proxy.ts", "RobotProxy"],
  ["manager/robot_proxy_factory.ts", "RobotProxyContext"],
  ["manager/robot_proxy_kit.ts", "RobotProxyKit", "RobotProxyModuleFactory"],
  ["comm/cell/cell_memory.ts", "SingleCell", "CellDescriptor"],
  ["comm/transport.ts", "PublisherDescriptor"],
  ["comm/open_publisher.ts", "Publisher"],
  ["wasm/message_buffer.ts", "MessageBuffer"],
  ["wasm/state_message.ts", "StateShape"],
  ["wasm/command_message.ts", "CommandShape"],
  ["wasm/message_codec.ts", "MessageCodec"],
];

/** What modules see of classes and values. types/uri_types_test.ts compares it with them. */
const REST = `/** The time of the current cycle. */
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
  /** Flags of both directions, for \`Atomics\`. */
  readonly flags: Int32Array;
  /** Counters and measurements of the loop. */
  readonly values: Float64Array;
}

/** Reads the latest message of a cell. */
export declare class CellReader {
  /** Starts with the messages that come from now on. */
  constructor(descriptor: CellDescriptor, clock?: Clock);
  /** Arrival of the message last taken: local time of the clock [ns]; \`-Infinity\` before the first. */
  arrivalNs: number;
  /** Copies the latest message to the start of \`into\`. Returns its length [bytes], or -1 when there is no new one. Real-time safe. */
  takeLatest(into: Uint32Array): number;
  /** Time since the message last taken [ns]. Real-time safe. */
  ageNs(): number;
}

/** Opens the sending end that a descriptor names. */
export declare function openPublisher(descriptor: PublisherDescriptor, clock?: Clock): Publisher;

/** Why the connection to a robot counts as lost: the numbers that \`connectionError\` returns. */
export declare const ConnectionLoss: {
  /** It is not lost. */
  readonly None: 0;
  /** The liveliness token of the interface is gone. */
  readonly Token: 1;
  /** No acceptable State for the timeout. */
  readonly Watchdog: 2;
  /** No first State within ten seconds. */
  readonly NoFirstState: 3;
  /** The proxy's own reason, which its \`connectionErrorText\` tells. */
  readonly Custom: 4;
};

/** The standard proxy: forwards the State to the controller, and the controller's command of the robot's mode as Command. */
export declare class InterfaceTemplate implements RobotProxy {
  /** Opens both ends; \`context\` is the one that the module was given. */
  constructor(context: RobotProxyContext);
  /** Takes the latest State and hands it to the controller. */
  updateSensors(controller: RobotController, now: LoopTime): void;
  /** Sends the controller's command in the robot's mode. */
  updateControl(controller: RobotController, now: LoopTime): void;
  /** True once the controller knows where the robot stands. */
  isInitialized(): boolean;
  /** Why the connection is lost; \`ConnectionLoss.None\` while it is not. */
  connectionError(now: LoopTime): number;
}
`;

/** The declaration of the type \`name\` in \`text\`, with its documentation. */
function declarationOf(text: string, name: string, path: string): string {
  const start = new RegExp(`^export (?:interface|type) ${name}\\b`, "m").exec(text);
  if (start === null) throw new ToolError(`Cannot make ${FILE}: ${path} has no type ${name}; correct TAKEN`);
  let depth = 0;
  let end = start.index;
  for (;; end++) {
    if (text.startsWith("/*", end)) end = text.indexOf("*/", end) + 2;
    if (text[end] === "{") depth++;
    else if (text[end] === "}") depth--;
    if (depth > 0) continue;
    if (text[end] === ";" || (text[end] === "}" && start[0].startsWith("export interface"))) break;
  }
  const before = text.slice(0, start.index);
  const comment = /\/\*\*(?:(?!\*\/)[^])*\*\/\n$/.exec(before)?.[0] ?? "";
  return comment + text.slice(start.index, end + 1) + "\n";
}

/** The text of the types for modules. */
export function moduleTypes(): string {
  const parts = TAKEN.flatMap(([path, ...names]) => {
    const text = Deno.readTextFileSync(`${projectRoot()}/${path}`);
    return names.map((name) => declarationOf(text, name, path));
  });
  return [HEAD, ...parts, REST].join("\n");
}

if (import.meta.main) {
  await runTool((args) => {
    const path = `${projectRoot()}/${FILE}`;
    const wanted = moduleTypes();
    if (!args.includes("--verify")) Deno.writeTextFileSync(path, wanted);
    else if (Deno.readTextFileSync(path) !== wanted) {
      throw new ToolError(`Cannot verify ${FILE}: it is not current; run ./dev deno run -A tools/module_types.ts`);
    }
    return Promise.resolve(0);
  });
}
