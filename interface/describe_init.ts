import { fnv1a } from "../core/fnv1a.ts";
import type { InitConfig } from "../schemas/parse_init_config.ts";
import { robotModuleToPlain } from "../schemas/robot_module_to_plain.ts";

/** What two init queries of one run must agree in, for comparison and for messages. Modules of one name may differ: the digits tell. */
export function describeInit(init: InitConfig): string {
  const { driver, ip, port, configPath, module, mode, timeStepNs } = init;
  const period = timeStepNs === undefined ? "not given" : `${timeStepNs / 1e6} ms`;
  const digits = fnv1a(JSON.stringify([robotModuleToPlain(module), init.grippers])).slice(0, 8);
  return `driver ${driver} (${ip}:${port}, config_path '${configPath}'), module ${module.name} (description ${digits}), ` +
    `mode ${mode}, period ${period}`;
}
