import type { CellReader } from "../comm/cell/cell_reader.ts";
import type { openPublisher } from "../comm/open_publisher.ts";
import type { ConnectionLoss } from "./connection_loss.ts";
import type { InterfaceTemplate } from "./interface_template.ts";
import type { RobotProxy } from "./robot_proxy.ts";
import type { RobotProxyContext } from "./robot_proxy_factory.ts";

/** Parts of the program for proxies in modules, which cannot import them. */
export interface RobotProxyKit {
  /** The standard proxy, to be extended or wrapped. */
  readonly InterfaceTemplate: typeof InterfaceTemplate;
  /** Reads the States of `context.state`. */
  readonly CellReader: typeof CellReader;
  /** Opens `context.command` for sending. */
  readonly openPublisher: typeof openPublisher;
  /** Numbers that `connectionError` returns. */
  readonly ConnectionLoss: typeof ConnectionLoss;
}

/** The default export of a module that is named by `interface:`. It may also be async. */
export type RobotProxyModuleFactory = (
  context: RobotProxyContext,
  kit: RobotProxyKit,
) => RobotProxy | Promise<RobotProxy>;
