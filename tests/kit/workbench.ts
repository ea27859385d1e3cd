import { stringify } from "yaml";
import { UriProcess, type UriProcessOptions } from "./uri_process.ts";
import { processesNaming } from "./processes_naming.ts";
import { readMockRecord } from "../../drivers/mock/read_mock_record.ts";
import type { MockRecord } from "../../drivers/mock/mock_record.ts";
import { type UriCommand, uriCommands } from "../uri_command.ts";

/** A robot of a test's configuration: a mock with everything at its default, where nothing else is said. */
export interface BenchRobot {
  /** `module`. */
  readonly module?: string;
  /** `controller.mode`. */
  readonly mode?: string;
  /** `controller.time_step` [s]. */
  readonly timeStep?: number | string;
  /** `connection_timeout_ms`; far above what a busy computer makes late. */
  readonly timeoutMs?: number;
  /** `network_interface.latency_stats`. */
  readonly latencyStats?: boolean;
  /** `network_interface.backend`. */
  readonly backend?: string;
  /** `network_interface.protocol`, `shm` when nothing is said. */
  readonly protocol?: string;
  /** `network_interface.configuration`. */
  readonly configuration?: string;
  /** `network_interface.remote_api`. */
  readonly remoteApi?: string;
  /** `robot_interface.autostart`. */
  readonly autostart?: boolean;
  /** `robot_interface.driver`. */
  readonly driver?: string;
  /** Content of the mock's own file; its record is always written. */
  readonly mock?: Record<string, unknown>;
  /** Other keys of `robot_interface`. */
  readonly more?: Record<string, unknown>;
}

/** What `network_interface` says of a robot. */
type BenchNetwork = Pick<
  BenchRobot,
  "timeoutMs" | "latencyStats" | "backend" | "protocol" | "configuration" | "remoteApi"
>;

/**
 * One test's place: a folder, names that no other test uses, processes. At the end every process that it has started, and every process that
 * those have left, is killed, and the folder and the files in shared memory are removed.
 */
export class Workbench {
  /** Its folder, with a blank in the path. */
  readonly folder = Deno.makeTempDirSync({ prefix: "uri test " });
  readonly #processes: UriProcess[] = [];
  readonly #names: string[] = [];
  readonly #closing: (() => Promise<void>)[] = [];
  readonly #uri: UriCommand;

  /** `uri`: how the program is started, from source when nothing is said. */
  constructor(uri: UriCommand = uriCommands()[0]) {
    this.#uri = uri;
  }

  /** A robot name that only this test has. */
  name(hint = "t"): string {
    const name = `${hint}-${crypto.randomUUID().slice(0, 8)}`;
    this.#names.push(name);
    return name;
  }

  /** Writes a file of the folder and returns its path. */
  file(name: string, text: string): string {
    const path = `${this.folder}/${name}`;
    Deno.writeTextFileSync(path, text);
    return path;
  }

  /** Writes a manager's configuration for robots by name, and the files of their mocks. */
  config(robots: Record<string, BenchRobot>, top: Record<string, unknown> = {}): string {
    const entries = Object.entries(robots).map(([name, robot]) => [name, this.#entry(name, robot)]);
    return this.file(
      `manager-${crypto.randomUUID().slice(0, 8)}.yaml`,
      stringify({ Controller: "hold", Timestep: 0.001, ...top, Robots: Object.fromEntries(entries) }),
    );
  }

  /** What an init query says of a robot, for a test that asks itself; writes the file of its mock. */
  initEntry(name: string, robot: BenchRobot = {}): Record<string, unknown> {
    return {
      ...this.#entry(name, robot),
      controller: { mode: robot.mode ?? "position", time_step: robot.timeStep ?? 0.001 },
    };
  }

  /** Writes the file of an interface that is started by hand, and returns its path. */
  interfaceConfig(name: string, robot: BenchNetwork = {}): string {
    return this.file(`${name}.yaml`, stringify({ name, network_interface: network(robot) }));
  }

  /** Everything that the driver of the mock robot `name` was told so far. */
  record(name: string): MockRecord[] {
    const file = `${this.folder}/${name}.rec`;
    try {
      if (Deno.statSync(file).size === 0) return []; // it is being made
      return readMockRecord(file);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  }

  /** The commands among them. */
  commands(name: string): MockRecord[] {
    return this.record(name).filter(({ kind }) => kind !== "sync");
  }

  /** Program and first arguments by which `uri` is started. */
  get argv(): readonly string[] {
    return this.#uri.argv;
  }

  /** Starts `uri` with these arguments. */
  uri(args: readonly string[], options: UriProcessOptions = {}): UriProcess {
    return this.start([...this.argv, ...args], options);
  }

  /** Starts any program. */
  start(argv: readonly string[], options: UriProcessOptions = {}): UriProcess {
    const process = new UriProcess(argv, options);
    this.#processes.push(process);
    return process;
  }

  /** Starts `uri manager`; its figures go to `manager.json` in the folder. */
  manager(config: string, ...more: string[]): UriProcess {
    return this.uri(["manager", "-c", config, "--report", `${this.folder}/manager.json`, ...more]);
  }

  /** Starts `uri interface` for `name`; its figures go to `<name>.json` in the folder. */
  interface(name: string, robot: BenchNetwork = {}, ...more: string[]): UriProcess {
    const config = this.interfaceConfig(name, robot);
    return this.uri(["interface", "-c", config, "--report", `${this.folder}/${name}.json`, ...more]);
  }

  /** A report as it was written: `manager`, or the name of a robot. */
  // deno-lint-ignore no-explicit-any -- each test looks at the figures that it knows
  report(of: string): any {
    return JSON.parse(Deno.readTextFileSync(`${this.folder}/${of}.json`));
  }

  /** Calls `close` at the end, before the processes are ended. */
  onClose(close: () => Promise<void>): void {
    this.#closing.push(close);
  }

  /** Files in shared memory of the robots of this test. */
  leftovers(): string[] {
    const uid = Deno.uid();
    try {
      return [...Deno.readDirSync(`/dev/shm/uri-${uid}`)].map(({ name }) => name)
        .filter((file) => this.#names.some((name) => file.includes(name)));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  }

  /** Kills every process of this test, at once. */
  killAll(): void {
    for (const process of this.#processes) process.signal("SIGKILL");
    for (const text of [...this.#names, this.folder]) {
      for (const pid of processesNaming(text)) kill(pid);
    }
  }

  /** Ends and removes everything. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const close of this.#closing.reverse()) await close();
    this.killAll();
    await Promise.all(this.#processes.map((process) => process[Symbol.asyncDispose]()));
    for (const file of this.leftovers()) remove(`/dev/shm/uri-${Deno.uid()}/${file}`);
    for (const name of this.#names) remove(`/tmp/robot_manager_${name}_interface.yaml`);
    Deno.removeSync(this.folder, { recursive: true });
  }

  #entry(name: string, robot: BenchRobot): Record<string, unknown> {
    const mock = robot.driver === undefined
      ? { config_path: this.file(`${name}.mock.yaml`, stringify({ record: `${name}.rec`, ...robot.mock })) }
      : {};
    return {
      module: robot.module ?? "UR5e",
      controller: {
        ...(robot.mode === undefined ? {} : { mode: robot.mode }),
        ...(robot.timeStep === undefined ? {} : { time_step: robot.timeStep }),
      },
      network_interface: network(robot),
      robot_interface: {
        driver: robot.driver ?? "RobotDriverMock",
        ...mock,
        ...(robot.autostart ? { autostart: true } : {}),
        ...robot.more,
      },
    };
  }
}

function network(robot: BenchNetwork) {
  const { timeoutMs = 3000, latencyStats = false, backend, protocol = "shm", configuration, remoteApi } = robot;
  return {
    protocol,
    connection_timeout_ms: timeoutMs,
    ...(latencyStats ? { latency_stats: true } : {}),
    ...(backend === undefined ? {} : { backend }),
    ...(configuration === undefined ? {} : { configuration }),
    ...(remoteApi === undefined ? {} : { remote_api: remoteApi }),
  };
}

function kill(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
