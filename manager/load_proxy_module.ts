import { CellReader } from "../comm/cell/cell_reader.ts";
import { openPublisher } from "../comm/open_publisher.ts";
import { createFromModule } from "../core/module/create_from_module.ts";
import { importModule } from "../core/module/import_module.ts";
import type { WantedMethod } from "../core/module/method_faults.ts";
import { RunFailure } from "../core/run_failure.ts";
import { ConnectionLoss } from "./connection_loss.ts";
import { GuardedProxy } from "./guarded_proxy.ts";
import { InterfaceTemplate } from "./interface_template.ts";
import type { RobotProxy } from "./robot_proxy.ts";
import type { RobotProxyContext, RobotProxyFactory } from "./robot_proxy_factory.ts";
import type { RobotProxyKit } from "./robot_proxy_kit.ts";

const METHODS: readonly WantedMethod[] = [
  { name: "updateSensors", does: "hands the State to the controller" },
  { name: "updateControl", does: "sends the Command" },
  { name: "isInitialized", does: "tells whether the controller knows where the robot stands" },
  { name: "connectionError", does: "tells whether the connection is lost" },
  { name: "connectionErrorText" },
  { name: "stop" },
];
const KIT: RobotProxyKit = { InterfaceTemplate, CellReader, openPublisher, ConnectionLoss };

/**
 * Imports the module at the absolute `path`, whose default export is a `RobotProxyModuleFactory`, and returns the factory of its proxies, with a
 * {@link GuardedProxy} around each. Both reject with a {@link RunFailure}.
 */
export async function loadProxyModule(path: string): Promise<RobotProxyFactory> {
  try {
    await importModule(path, "proxy");
  } catch (cause) {
    throw failure(cause);
  }
  return (context) => create(path, context);
}

async function create(path: string, context: RobotProxyContext): Promise<RobotProxy> {
  try {
    const proxy = await createFromModule({ path, what: "proxy", values: [context, KIT], methods: METHODS });
    return new GuardedProxy(proxy as RobotProxy, path);
  } catch (cause) {
    throw failure(cause);
  }
}

function failure(cause: unknown): RunFailure {
  return new RunFailure((cause as Error).message, { cause });
}
