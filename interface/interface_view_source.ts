import type { LogLines } from "../core/log/log_lines.ts";
import type { InterfaceConfig } from "../schemas/interface_config.ts";
import { robotViewModel } from "../view/robot_view_model.ts";
import type { ViewModel, ViewSource } from "../view/view_source.ts";
import type { InterfaceLooks } from "./interface_looks.ts";
import { WatchedInterface } from "./watched_interface.ts";

/** What a view shows of an interface, by what is known of its robot now: another one is needed when that changes. `log`: its lines. */
export function interfaceViewSource(looks: InterfaceLooks, config: InterfaceConfig, log: LogLines): ViewSource {
  const { name, network } = config;
  const robot = new WatchedInterface(looks, {
    name,
    protocol: network.protocol,
    timeoutMs: network.connectionTimeoutMs,
    meanwhile: "no manager has asked for it yet",
    isOnTime: true,
  });
  const { init } = looks;
  const models: ViewModel[] = init === undefined ? [] : [robotViewModel({
    name,
    module: init.module,
    moduleName: init.moduleName,
    driver: { driver: init.driver, configPath: init.configPath },
    robot: 0,
    robots: 1,
    // A path that an init query names is taken from where this process runs.
    folder: "./init",
  })];
  return {
    title: `uri interface: ${name}`,
    log,
    robots: [robot],
    models,
    unmeasured: ["state_age"],
    loop: () => robot.loop(),
  };
}
