import { ChildProcesses, type StartedChild } from "../core/child_processes.ts";
import type { Logger } from "../core/log/logger.ts";
import { mujocoArguments } from "../core/mujoco_arguments.ts";
import { RunFailure } from "../core/run_failure.ts";
import type { RunOptions } from "../core/run_options.ts";
import { shellQuote } from "../core/shell_quote.ts";
import { uriCommand } from "../core/uri_command.ts";
import type { RobotConfig } from "../schemas/manager_config.ts";
import { writeInterfaceFile } from "./write_interface_file.ts";

const JUST_ENDED_MS = 200;

/** The interfaces that a manager has started itself, one process a robot. */
export class InterfaceProcesses {
  readonly #options: RunOptions;
  readonly #log: Logger;
  readonly #extra: (robot: RobotConfig) => string[];
  readonly #children = new ChildProcesses();
  readonly #ofRobot = new Map<number, StartedChild>();

  /** `extra`: further arguments of an interface; by default the manager's log level. */
  constructor(options: RunOptions, log: Logger, extra = (_: RobotConfig) => ["--log-level", options.logLevel]) {
    this.#options = options;
    this.#log = log;
    this.#extra = extra;
  }

  /** Starts the interface of the robot with number `index`, and prints the command that does the same by hand. Errors: {@link RunFailure}. */
  start(index: number, robot: RobotConfig): void {
    const file = writeInterfaceFile(robot);
    const { realtime, logFormat, prefix, mujoco } = this.#options;
    const from = [...(prefix === undefined ? [] : ["--prefix", prefix]), ...mujocoArguments(mujoco)];
    const command = [...uriCommand(), "interface", "-c", file, "-n", robot.name, ...from];
    this.#log.info(`[RobotManager] Spawning co-located robot_interface for '${robot.name}': ${shellQuote(command)}`);
    const argv = [
      ...command,
      "--autostarted",
      String(Deno.pid),
      "--realtime",
      realtime,
      "--log-format",
      logFormat,
      ...this.#extra(robot),
    ];
    try {
      this.#ofRobot.set(index, this.#children.start(robot.name, argv));
    } catch (cause) {
      throw new RunFailure(
        `autostart of '${robot.name}': ${(cause as Error).message}; the command was ${shellQuote(argv)}`,
        { cause },
      );
    }
  }

  /** The process of a robot, if this manager has started one. */
  find(index: number): StartedChild | undefined {
    return this.#ofRobot.get(index);
  }

  /** For the reason of a loss: how the process of a robot has just ended; empty while it runs, or when it is not ours. */
  async howEnded(index: number): Promise<string> {
    const child = this.#ofRobot.get(index);
    if (child === undefined) return "";
    let timer: number | undefined;
    const patience = new Promise<undefined>((resolve) => timer = setTimeout(() => resolve(undefined), JUST_ENDED_MS));
    const ended = await Promise.race([child.ended, patience]);
    clearTimeout(timer);
    if (ended === undefined) return "";
    return `; its process ${child.pid} ended with ${ended.signal === null ? `exit code ${ended.code}` : ended.signal}`;
  }

  /** Ends all of them, or the one of a robot: SIGTERM, and SIGKILL after five seconds, side by side. */
  async stop(index?: number): Promise<void> {
    const which = index === undefined ? undefined : this.#ofRobot.get(index);
    if (index !== undefined && which === undefined) return;
    const say = (child: StartedChild) => `robot_interface '${child.name}' (pid ${child.pid})`;
    for (const child of this.#children.running) {
      if (which === undefined || child === which) this.#log.info(`[RobotManager] Stopping ${say(child)}`);
    }
    await this.#children.stop((child) => {
      this.#log.warning(`[RobotManager] ${say(child)} did not exit after SIGTERM, sending SIGKILL`);
    }, which);
  }
}
