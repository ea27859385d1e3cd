import { stringify } from "yaml";
import { projectRoot } from "../../tools/project_root.ts";
import { copySync } from "./copy_sync.ts";
import type { UriProcess } from "./uri_process.ts";
import type { Workbench } from "./workbench.ts";

/** An arm of the example. */
type Arm = "bender" | "sweeper";

/** The world of `examples/two_arms`, with robots whose names no other test has. */
export class TwoArms {
  /** `time_step` of each [s]. */
  static readonly PERIODS: Record<Arm, number> = { bender: 0.001, sweeper: 0.002 };
  /** Names of the robots. */
  readonly names: Record<Arm, string>;
  /** The scene file. */
  readonly file: string;
  /** Folder of it and the modules. */
  readonly folder: string;
  readonly #network: Record<string, unknown>;
  readonly #bench: Workbench;

  /** Copies it. `network`: what the robots' `network_interface` says; `change` gets the text of the scene. */
  constructor(
    bench: Workbench,
    network: Record<string, unknown> = { protocol: "shm" },
    change: (text: string) => string = (text) => text,
  ) {
    this.#bench = bench;
    this.#network = { ...network, connection_timeout_ms: 3000 };
    this.names = { bender: bench.name("bender"), sweeper: bench.name("sweeper") };
    this.folder = `${bench.folder}/arms ${this.names.bender.slice(-8)}`;
    copySync(`${projectRoot()}/examples/two_arms`, this.folder);
    this.file = `${this.folder}/scene.yaml`;
    let text = Deno.readTextFileSync(this.file);
    for (const arm of ["bender", "sweeper"] as const) text = text.replace(`  ${arm}:`, `  ${this.names[arm]}:`);
    text = text.replaceAll("{ protocol: shm }", JSON.stringify(this.#network));
    Deno.writeTextFileSync(this.file, change(text));
  }

  /** Starts the simulation, and waits until both robots can be asked for. */
  async start(...more: string[]): Promise<UriProcess> {
    const simulation = this.#bench.uri(["simulate", "-c", this.file, ...more]);
    for (const name of Object.values(this.names)) {
      await simulation.line(new RegExp(`waiting for init query on '${name}/init'`));
    }
    return simulation;
  }

  /** A manager's entry of an arm. */
  entry(arm: Arm, controller: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      module: `${this.folder}/${arm}.yaml`,
      controller: { time_step: TwoArms.PERIODS[arm], ...controller },
      network_interface: this.#network,
      robot_interface: { driver: "RobotDriverMuJoCo" },
    };
  }

  /** Starts a manager of some arms; its report is `<label>.json`. */
  manager(
    label: string,
    arms: readonly Arm[],
    targets: Partial<Record<Arm, number[][]>>,
    ...more: string[]
  ): UriProcess {
    const robots = Object.fromEntries(arms.map((arm) => [this.names[arm], this.entry(arm)]));
    const posture = Object.fromEntries(arms.map((arm) => [this.names[arm], { targets: targets[arm] }]));
    const config = this.#bench.file(
      `${label}.yaml`,
      stringify({ Controller: "posture", Timestep: 0.002, Posture: { dwell: 1, robots: posture }, Robots: robots }),
    );
    return this.#bench.uri(["manager", "-c", config, "--report", `${this.#bench.folder}/${label}.json`, ...more]);
  }
}
