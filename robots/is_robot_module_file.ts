/**
 * True when `module`, as it is written in a configuration, is a file: it has a slash or an extension. Everything else is a name; so is a name with
 * parameters, `[env, /path, name]`.
 */
export function isRobotModuleFile(module: string): boolean {
  return !module.startsWith("[") && (module.includes("/") || /\.[a-z]+$/i.test(module));
}
