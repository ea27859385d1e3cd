import { BUILD_PREFIX } from "../core/build_prefix.ts";
import { shellQuote } from "../core/shell_quote.ts";
import { VERSION } from "../core/version.ts";
import type { LayoutResult } from "./lay_out.ts";

/** What else a description depends on. */
export interface InstallationSurroundings {
  /** The variable `PATH`. */
  readonly path: string;
  /** Whether the program that was there had file capabilities. */
  readonly hadRights: boolean;
}

/** Prefixes where CMake looks by itself. */
const FOUND_BY_CMAKE = ["/usr", "/usr/local"];

/** What `uri install` tells: what is where, and what is left to do. */
export function describeInstallation(
  prefix: string,
  result: LayoutResult,
  { path, hadRights }: InstallationSurroundings,
): string {
  const { before, count, bytes } = result;
  const program = `${prefix}/bin/uri`;
  const over = before === undefined ? "" : before === VERSION ? ", once more" : `, in place of ${before}`;
  const lines = [
    `uri ${VERSION} is installed in ${prefix}${over}: ${count} files, ${(bytes / 1e6).toFixed(0)} MB`,
    `  program            ${program}`,
    `  drivers            ${prefix}/lib/robot_interface`,
    `  controllers        ${prefix}/lib/robot_controller`,
    `  examples, modules  ${prefix}/share/unified_robot_interface`,
  ];
  for (const { path, as } of result.saved) {
    lines.push(`${prefix}/${path} was changed by somebody and is replaced; what it held is now ${prefix}/${as}`);
  }
  for (const { path, fresh } of result.kept) {
    lines.push(`${prefix}/${path} was changed by somebody and stays; that of this version is ${prefix}/${fresh}`);
  }
  if (BUILD_PREFIX !== "" && BUILD_PREFIX !== prefix) {
    lines.push(
      `This program was built for ${BUILD_PREFIX} and looks for its plugins there; one that looks in ${prefix} is made by ./dev build without --prefix`,
    );
  }
  if (!path.split(":").includes(`${prefix}/bin`)) {
    lines.push("To start it by its name:", `  export PATH=${shellQuote([`${prefix}/bin`])}:$PATH`);
  }
  if (!FOUND_BY_CMAKE.includes(prefix)) {
    lines.push("To build drivers and controllers:", `  cmake -DCMAKE_PREFIX_PATH=${shellQuote([prefix])} ...`);
  }
  if (!hadRights || result.replacedExecutable) {
    lines.push(
      hadRights
        ? "The program that was replaced was allowed real-time scheduling by setcap; this one needs it again:"
        : "Real-time scheduling is not allowed by this; where it is wanted:",
      `  sudo setcap cap_sys_nice+ep ${shellQuote([program])}`,
    );
    if (!hadRights) lines.push("  or lines with rtprio and memlock in /etc/security/limits.conf");
  }
  return `${lines.join("\n")}\n`;
}
