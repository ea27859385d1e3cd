/**
 * A name of ASCII letters and digits in lower case, with `_` before an upper letter that follows a lower one or a digit, and before the last
 * upper letter of an acronym: `MyRobot` is `my_robot`, `URRobot` is `ur_robot`, `UR5e` is `ur5e`.
 */
export function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toLowerCase();
}
