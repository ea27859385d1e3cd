import { formatSeconds } from "../../core/format_seconds.ts";
import type { RobotConfig } from "../../schemas/manager_config.ts";
import { robotModuleToPlain } from "../../schemas/robot_module_to_plain.ts";

/** What is sent on `{name}/init`: the robot's entry with every default filled in, its grippers and its module. */
export function robotInitEntry(robot: Omit<RobotConfig, "entry" | "ticksPerCycle">): Record<string, unknown> {
  const { module, network, driver } = robot;
  const grippers = Object.fromEntries(module.grippers.map(({ name, joints }) => [name, [...joints]]));
  return {
    module: robot.moduleName,
    interface: robot.interface,
    controller: { mode: robot.mode, time_step: Number(formatSeconds(robot.timeStepNs)) },
    network_interface: {
      protocol: network.protocol,
      backend: network.backend,
      ...(network.configuration === undefined ? {} : { configuration: network.configuration }),
      ...(network.remoteApi === undefined ? {} : { remote_api: network.remoteApi }),
      latency_stats: network.latencyStats,
      connection_timeout_ms: network.connectionTimeoutMs,
    },
    robot_interface: {
      driver: driver.driver,
      ip: driver.ip,
      port: driver.port,
      config_path: driver.configPath,
      autostart: driver.autostart,
      sync_timeout_ms: driver.syncTimeoutMs,
    },
    ...(module.grippers.length > 0 ? { grippers } : {}),
    robot_module: robotModuleToPlain(module),
  };
}
