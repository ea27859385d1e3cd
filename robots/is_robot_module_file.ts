/** True when `module`, as it is written in a configuration, is a file: it has a slash or an extension. Everything else is a name. */
export function isRobotModuleFile(module: string): boolean {
  return module.includes("/") || /\.[a-z]+$/i.test(module);
}
