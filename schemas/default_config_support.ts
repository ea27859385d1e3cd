import type { ConfigSupport } from "./config_support.ts";

/** What this build supports. */
export const DEFAULT_CONFIG_SUPPORT: ConfigSupport = {
  protocols: ["shm", "zenoh", "zenoh/shm"],
  backends: ["flatbuffer", "protobuf"],
  controllers: ["hold", "posture"],
  proxies: ["interface_template"],
  builtInDrivers: ["RobotDriverMock", "RobotDriverMuJoCo"],
};
