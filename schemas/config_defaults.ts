import type { ControlMode } from "./control_mode.ts";

/** Values of what is not written in a configuration. */
export const CONFIG_DEFAULTS = {
  /** `Timestep`: mc_rtc's own default [ns]. */
  timeStepNs: 2_000_000,
  /** `Controller`. */
  controller: "mc_rtc",
  /** `interface`. */
  proxy: "interface_template",
  /** `controller.mode`. */
  mode: "position" as ControlMode,
  /** `network_interface.protocol`. */
  protocol: "zenoh/shm",
  /** `network_interface.backend`. */
  backend: "flatbuffer",
  /** `network_interface.connection_timeout_ms`. */
  connectionTimeoutMs: 100,
  /** `robot_interface.ip`. */
  ip: "127.0.0.1",
  /** `robot_interface.port`. */
  port: 0,
  /** `robot_interface.sync_timeout_ms`. */
  syncTimeoutMs: 2000,
} as const;
