import type { InitConfig } from "../schemas/parse_init_config.ts";

/** What two init queries of one run must agree in, for comparison and for messages. */
export function describeInit(init: InitConfig): string {
  return `driver ${init.driver} (${init.ip}:${init.port}, config_path '${init.configPath}'), module ${init.module.name}, ` +
    `mode ${init.mode}, period ${init.timeStepNs === undefined ? "not given" : `${init.timeStepNs / 1e6} ms`}`;
}
