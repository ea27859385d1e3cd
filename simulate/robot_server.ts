import type { Logger } from "../core/log/logger.ts";
import { orAborted } from "../core/or_aborted.ts";
import { pause } from "../core/pause.ts";
import type { RunOptions } from "../core/run_options.ts";
import type { Clock } from "../core/clock.ts";
import { openTransport } from "../comm/open_transport.ts";
import { ExitCode } from "../core/exit_code.ts";
import type { InterfaceReport } from "../interface/interface_report.ts";
import { InterfaceLooks } from "../interface/interface_looks.ts";
import { RobotInterface } from "../interface/robot_interface.ts";
import type { ToInterfaceWorker } from "../interface/interface_worker_messages.ts";
import type { InterfaceConfig } from "../schemas/interface_config.ts";
import { transportSection } from "../schemas/transport_section.ts";
import { RobotLine } from "./robot_line.ts";

/** Between a query that was refused and the next one [ms]. */
const AGAIN_MS = 100;

/** What a {@link RobotServer} is made of. */
export interface RobotServerParts {
  /** Name, and how the robot is reached. */
  readonly config: InterfaceConfig;
  /** What the command line says. */
  readonly options: RunOptions;
  /** Log of the robot. */
  readonly log: Logger;
  /** Time of the loop, as this thread has it. */
  readonly clock: Clock;
  /** Takes a message to the robot's control loop. */
  readonly send: (message: ToInterfaceWorker) => void;
}

/** Serves one robot of a simulation to managers, as `uri interface` does: it is the same interface, over a loop that runs elsewhere. */
export class RobotServer {
  /** What the interface reports; null while its loop has not run to its end. */
  report: InterfaceReport | null = null;
  /** What is known of the robot, for who looks on. */
  readonly looks = new InterfaceLooks();
  /** The line to the control loop; another one after each init query that was refused. */
  line: RobotLine;
  readonly #parts: RobotServerParts;
  #hasRun = false;

  /** Opens nothing. */
  constructor(parts: RobotServerParts) {
    this.#parts = parts;
    this.line = this.#newLine();
  }

  /** Runs until `stop` is aborted or the robot's loop ends by itself; resolves to the exit code. Errors: `TransportError`. */
  async run(stop: AbortSignal): Promise<number> {
    while (!stop.aborted) {
      const code = await this.#serve(stop);
      // A query that was refused is no reason to take the robot out of the world: the next one may be right.
      if (this.#hasRun || stop.aborted) return code;
      this.line = this.#newLine();
      await pause(AGAIN_MS);
    }
    return ExitCode.Ok;
  }

  async #serve(stop: AbortSignal): Promise<number> {
    const { config, options, log, clock } = this.#parts;
    const { name, network } = config;
    const opening = openTransport(
      network.protocol,
      `uri simulate '${name}'`,
      transportSection(network),
      (level, text) => log[level](`[RobotInterface] ${text}`),
    );
    const transport = await orAborted(opening, stop);
    if (transport === undefined) {
      opening.then((late) => late.close(), () => {});
      return ExitCode.Ok;
    }
    try {
      // Which driver a real robot has is no business of a simulated one.
      const worker = {
        link: this.line,
        clock,
        hasToldScheduling: true,
        admit: (driver: string) => Promise.resolve({ driver }),
        looks: this.looks,
        report: (report: InterfaceReport) => void (this.report = report),
      };
      return await new RobotInterface(config, options, log, transport, worker).run(stop);
    } finally {
      await transport.close();
    }
  }

  #newLine(): RobotLine {
    const { send, log, config } = this.#parts;
    return new RobotLine((message) => {
      this.#hasRun ||= message.type === "run";
      send(message);
    }, (level, text) => {
      // Some texts begin with the robot's name themselves.
      const name = `'${config.name}' `;
      log[level](`[RobotInterface] ${text.startsWith(name) ? "" : name}${text}`);
    });
  }
}
