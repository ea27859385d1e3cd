import { dirname } from "node:path";
import { stringify } from "yaml";
import { UriProcess, type UriProcessOptions } from "./uri_process.ts";
import { simulatedRobots } from "./simulated_robots.ts";
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

/** Who serves the robots of a test: `uri interface`, one process each, or `uri simulate`. */
export type ServedBy = "interface" | "simulate";

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
  readonly #servedBy: ServedBy;
  /** By robot of a world, the file of the world's report. */
  readonly #worldReports = new Map<string, string>();
  readonly #worlds: UriProcess[] = [];

  /** `uri`: how the program is started, from source when nothing is said; `servedBy`: what it starts for a robot. */
  constructor(uri: UriCommand = uriCommands()[0], servedBy: ServedBy = "interface") {
    this.#uri = uri;
    this.#servedBy = servedBy;
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

  /** Starts who serves the robot `name`: `uri interface`, unless this is a test of `uri simulate`. */
  interface(name: string, robot: BenchRobot = {}, ...more: string[]): UriProcess {
    return this.uri([...this.robotArgs({ [name]: robot }), ...more]);
  }

  /** Starts who serves all of `robots`, which is one process for each, or one for all in a world of their own. */
  interfaces(robots: Readonly<Record<string, BenchRobot>>): UriProcess[] {
    if (this.#servedBy === "simulate") return [this.uri(this.robotArgs(robots))];
    return Object.entries(robots).map(([name, robot]) => this.interface(name, robot));
  }

  /** Arguments of `uri` by which it serves `robots`: one, or several in one world. Its figures are those that {@link Workbench.report} gives. */
  robotArgs(robots: Readonly<Record<string, BenchRobot>>): string[] {
    const names = Object.keys(robots);
    const report = `${this.folder}/${names.join("+")}.json`;
    if (this.#servedBy === "interface") {
      if (names.length !== 1) throw new Error(`Serving ${names}: an interface has one robot`);
      return ["interface", "-c", this.interfaceConfig(names[0], robots[names[0]]), "--report", report];
    }
    for (const name of names) this.#worldReports.set(name, report);
    const scene = this.file(`${names.join("+")}.scene.yaml`, simulatedRobots.scene(robots, this.folder, network));
    return ["simulate", "-c", scene, "--report", report];
  }

  /**
   * The configuration by which a manager finds the robots of `config`: that file, as it starts them itself; or another one beside it, and a world with those
   * that RobotDriverMuJoCo simulates is started.
   */
  served(config: string): string {
    if (this.#servedBy === "interface") return config;
    const { scene, manager } = simulatedRobots.split(config);
    const folder = dirname(config);
    Deno.writeTextFileSync(`${folder}/scene.yaml`, scene);
    Deno.writeTextFileSync(`${folder}/served.yaml`, manager);
    this.#worlds.push(this.uri(["simulate", "-c", `${folder}/scene.yaml`, "--report", `${this.folder}/world.json`]));
    return `${folder}/served.yaml`;
  }

  /** Waits until a manager and all that serves its robots have ended; a world is told to. */
  async allEnd(manager: UriProcess): Promise<void> {
    await manager.allEnd();
    for (const world of this.#worlds) {
      world.signal("SIGTERM");
      await world.exits(0);
    }
  }

  /** A report as it was written: `manager`, or the name of a robot. */
  // deno-lint-ignore no-explicit-any -- each test looks at the figures that it knows
  report(of: string): any {
    const world = this.#worldReports.get(of);
    const report = JSON.parse(Deno.readTextFileSync(world ?? `${this.folder}/${of}.json`));
    return world === undefined ? report : report.robots[of];
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
    if (this.#servedBy === "simulate") return worldEntry(robot);
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

/** What a manager says of a robot that is in a world. */
function worldEntry({ module = "UR5e", mode, timeStep = 0.001, more, ...robot }: BenchRobot): Record<string, unknown> {
  if (robot.autostart) throw new Error("Simulating a robot: it is autostarted; leave this case out");
  return {
    module,
    controller: { ...(mode === undefined ? {} : { mode }), time_step: timeStep },
    network_interface: network(robot),
    robot_interface: { driver: "RobotDriverMuJoCo", ...more },
  };
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
