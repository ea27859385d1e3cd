import type { Logger } from "../core/log/logger.ts";
import { openTransport } from "../comm/open_transport.ts";
import type { Transport, TransportNotice } from "../comm/transport.ts";
import type { ManagerConfig, RobotConfig } from "../schemas/manager_config.ts";
import { transportSection } from "../schemas/transport_section.ts";
import { openRouter } from "./open_router.ts";

/** The ways to the robots: one transport for all robots whose `network_interface` says the same, and the local router when one of them uses Zenoh. */
export class RobotTransports {
  readonly #config: ManagerConfig;
  readonly #log: Logger;
  readonly #opened = new Map<string, Transport>();
  #router: Promise<() => Promise<void>> | undefined;

  /** Opens nothing. */
  constructor(config: ManagerConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  /** Starts the local router, if the configuration has one. Errors: `ConfigError`, `TransportError`. */
  async openRouter(): Promise<void> {
    this.#router = openRouter(this.#config, this.#log);
    await this.#router;
  }

  /** The transport of a robot. Errors: `TransportError`. */
  async open(robot: RobotConfig): Promise<Transport> {
    const longest = Math.max(...this.#config.robots.map(({ network }) => network.connectionTimeoutMs));
    const section = transportSection(robot.network, longest);
    const key = JSON.stringify(section);
    const opened = this.#opened.get(key);
    if (opened !== undefined) return opened;
    const notice: TransportNotice = (level, text) => this.#log[level](`[RobotManager] ${text}`);
    const transport = await openTransport(section.protocol, `uri manager '${this.#config.file}'`, section, notice);
    this.#opened.set(key, transport);
    return transport;
  }

  /** Why what was declared may no longer be this process's own; empty while all is well. */
  fault(): string {
    for (const transport of this.#opened.values()) if (transport.fault() !== "") return transport.fault();
    return "";
  }

  /** Closes all of them, and the router last. */
  async close(): Promise<void> {
    for (const transport of this.#opened.values()) await transport.close();
    // One that could not be started is told of by `openRouter`.
    const closeRouter = await this.#router?.catch(() => undefined);
    await closeRouter?.();
  }
}
