import { ChildProcesses } from "../../core/child_processes.ts";
import { mujocoArguments } from "../../core/mujoco_arguments.ts";
import type { RunOptions } from "../../core/run_options.ts";
import { uriCommand } from "../../core/uri_command.ts";
import type { ManagerConfig } from "../../schemas/manager_config.ts";

/** The world of a demo in lock step, as a process: `uri simulate --lockstep`. It takes the place of the robots' interfaces. */
export class DemoWorld {
  readonly #children = new ChildProcesses();

  /** Starts it; `scene`: its file. It lasts `seconds` of simulated time. Throws what the system says when it cannot be started. */
  constructor(scene: string, seconds: number, { logFormat, logLevel, cleanups, mujoco }: RunOptions) {
    const level = logLevel === "info" || logLevel === "warning" ? "error" : logLevel;
    const flags = [
      "--lockstep",
      "--for",
      `${seconds}`,
      "--log-level",
      level,
      "--log-format",
      logFormat,
      ...mujocoArguments(mujoco),
    ];
    cleanups?.add(() => this.stop());
    this.#children.start("simulation", [...uriCommand(), "simulate", "-c", scene, ...flags]);
  }

  /** The same robots, of which none is started by the manager. */
  static withoutInterfaces(config: ManagerConfig): ManagerConfig {
    const robots = config.robots.map((robot) => ({ ...robot, driver: { ...robot.driver, autostart: false } }));
    return { ...config, robots };
  }

  /** Ends it. */
  async stop(): Promise<void> {
    await this.#children.stop(() => {});
  }
}
