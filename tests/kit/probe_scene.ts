import { stringify } from "yaml";
import { buildPlugin } from "./build_plugin.ts";
import { PluginPrefix } from "./plugin_prefix.ts";
import { Probe } from "./probe.ts";
import type { UriProcess } from "./uri_process.ts";
import type { BenchRobot, Workbench } from "./workbench.ts";

/** A robot of a {@link ProbeScene}. */
export interface ProbeRobot {
  /** Its name, which no other test has. */
  readonly name: string;
  /** What it is told, and what it was called. */
  readonly probe: Probe;
  /** Its entry of a configuration. */
  readonly robot: BenchRobot;
}

/** A test's installation with a probe driver in it, and `uri` that uses it: from source, or the executable, linked to where it finds it. */
export class ProbeScene {
  /** The installation. */
  readonly prefix: PluginPrefix;
  readonly #bench: Workbench;
  readonly #argv: readonly string[];
  readonly #flags: readonly string[];

  /** An installation without any driver. */
  constructor(bench: Workbench) {
    this.#bench = bench;
    this.prefix = new PluginPrefix(bench.folder);
    const isExecutable = bench.argv.length === 1;
    this.#argv = isExecutable ? this.prefix.executable()! : bench.argv;
    this.#flags = isExecutable ? [] : this.prefix.flags;
  }

  /** One with the probe in C++. */
  static async open(bench: Workbench): Promise<ProbeScene> {
    const scene = new ProbeScene(bench);
    scene.prefix.driver(await ProbeScene.library(), "libprobe.so");
    return scene;
  }

  /** The library of the probe in C++, compiled with `flags`. */
  static library(...flags: string[]): Promise<string> {
    return buildPlugin(new URL("../plugins/probe.cpp", import.meta.url).pathname, { flags });
  }

  /** A robot that the probe plays by a script. */
  robot(hint: string, lines: readonly string[] = [], settings: BenchRobot = {}): ProbeRobot {
    const name = this.#bench.name(hint);
    const probe = new Probe(this.#bench.folder, name, lines);
    const { driver = "RobotDriverProbe", more } = settings;
    return {
      name,
      probe,
      robot: { ...settings, driver, more: { ip: "127.0.0.1", port: 0, config_path: probe.script, ...more } },
    };
  }

  /** Starts `uri interface`. */
  interface(name: string, robot: BenchRobot = {}, ...more: string[]): UriProcess {
    const config = this.#bench.interfaceConfig(name, robot);
    return this.#uri(["interface", "-c", config, "--report", `${this.#bench.folder}/${name}.json`, ...more]);
  }

  /** Starts `uri manager` for robots. */
  manager(robots: readonly ProbeRobot[], top: Record<string, unknown> = {}, ...more: string[]): UriProcess {
    const config = this.#bench.config(Object.fromEntries(robots.map(({ name, robot }) => [name, robot])), top);
    return this.#uri(["manager", "-c", config, "--report", `${this.#bench.folder}/manager.json`, ...more]);
  }

  /** Starts `uri viewer` for a robot, without its module. */
  viewer({ name, robot }: ProbeRobot): UriProcess {
    const config = stringify({ name, robot_interface: { driver: robot.driver, ...robot.more } });
    return this.#uri(["viewer", "-c", this.#bench.file(`${name}.view.yaml`, config)]);
  }

  /** Starts both for a robot. */
  pair(of: ProbeRobot, top: Record<string, unknown> = {}) {
    return { robot: this.interface(of.name, of.robot), manager: this.manager([of], top) };
  }

  #uri(args: readonly string[]): UriProcess {
    return this.#bench.start([...this.#argv, ...args, ...this.#flags]);
  }
}
