import type { ConfigSupport } from "./config_support.ts";

/** What this build supports. */
export const DEFAULT_CONFIG_SUPPORT: ConfigSupport = {
  protocols: ["shm"],
  backends: ["flatbuffer"],
  controllers: ["hold", "posture"],
  proxies: ["interface_template"],
  builtInDrivers: ["RobotDriverMock", "RobotDriverMuJoCo"],
};
