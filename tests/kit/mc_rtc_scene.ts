import { buildMcRtc } from "./build_mc_rtc.ts";
import { PluginPrefix } from "./plugin_prefix.ts";
import { until } from "./until.ts";
import type { UriProcess } from "./uri_process.ts";
import type { BenchRobot, Workbench } from "./workbench.ts";

/** A robot of the double, with what its controller knew of it: see DoubleController::record(). */
// deno-lint-ignore no-explicit-any -- each test looks at the figures that it knows
export type McRtcRecord = { controller: string; resets: number; robots: Record<string, any> };

/** A test's installation with the controller `mc_rtc` over the double of mc_rtc, and a home without files of mc_rtc. */
export class McRtcScene {
  /** A robot name that no other test has. */
  readonly name: string;
  readonly #bench: Workbench;
  readonly #argv: readonly string[];
  readonly #flags: readonly string[];

  private constructor(bench: Workbench, prefix: PluginPrefix) {
    this.#bench = bench;
    this.name = bench.name("mc");
    const isExecutable = bench.argv.length === 1;
    this.#argv = isExecutable ? prefix.executable()! : bench.argv;
    this.#flags = isExecutable ? [] : prefix.flags;
  }

  /** Builds and installs. */
  static async open(bench: Workbench): Promise<McRtcScene> {
    const prefix = new PluginPrefix(bench.folder);
    await buildMcRtc.install(prefix.folder);
    return new McRtcScene(bench, prefix);
  }

  /**
   * Starts `uri manager` with robots that it starts itself, by the controller that is the default. `double`: the section `Double` of the configuration, which
   * tells the double what to do.
   */
  manager(
    robots: Record<string, BenchRobot>,
    double: Record<string, unknown>,
    top: Record<string, unknown> = {},
    ...more: string[]
  ): UriProcess {
    const config = this.#bench.config(
      Object.fromEntries(Object.entries(robots).map(([name, robot]) => [name, { autostart: true, ...robot }])),
      {
        Controller: undefined,
        Timestep: 0.002,
        Enabled: ["DoublePosture", "DoubleOther"],
        Double: { record: `${this.#bench.folder}/double.json`, ...double },
        ...top,
      },
    );
    const report = ["--report", `${this.#bench.folder}/manager.json`];
    const env = { HOME: this.#bench.folder, DENO_DIR: denoDir() };
    return this.#bench.start([...this.#argv, "manager", "-c", config, ...report, ...more, ...this.#flags], { env });
  }

  /** What the double has recorded with the step `record_at`, once it has. */
  record(): Promise<McRtcRecord> {
    return until("the record of the double", () => {
      try {
        return JSON.parse(Deno.readTextFileSync(`${this.#bench.folder}/double.json`)) as McRtcRecord;
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return undefined;
        throw error;
      }
    });
  }
}

/** Where Deno keeps packages, which does not move with the home. */
function denoDir(): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
  return Deno.env.get("DENO_DIR") ?? `${cache}/deno`;
}
