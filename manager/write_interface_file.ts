import { stringify } from "yaml";
import { Libc } from "../core/posix/libc.ts";
import { RunFailure } from "../core/run_failure.ts";
import type { RobotConfig } from "../schemas/manager_config.ts";

/**
 * Writes the configuration of an autostarted interface to `<folder>/robot_manager_<name>_interface.yaml`, readable by this user only, and
 * returns its path. The name can be guessed, so the file is made under a name that cannot, and moved: what somebody else has put there, a
 * link for instance, is replaced and never written to; where the file of another user stands there, the name gets our user number before
 * its ending. Errors: {@link RunFailure} when the folder cannot be written.
 */
export function writeInterfaceFile(robot: RobotConfig, folder = "/tmp"): string {
  const path = `${folder}/robot_manager_${robot.name}_interface.yaml`;
  let temporary = "";
  const { network_interface, robot_interface, controller } = robot.entry;
  try {
    temporary = Deno.makeTempFileSync({ dir: folder, prefix: "uri-", suffix: ".yaml" });
    Deno.writeTextFileSync(temporary, stringify({ name: robot.name, network_interface, robot_interface, controller }));
    return move(temporary, path, `${folder}/robot_manager_${robot.name}_interface.${new Libc().call.getuid()}.yaml`);
  } catch (cause) {
    if (temporary !== "") Deno.removeSync(temporary);
    throw new RunFailure(
      `autostart of '${robot.name}': writing ${path}: ${
        (cause as Error).message
      }; remove it, or have its owner remove it`,
      { cause },
    );
  }
}

/** Moves the file to `path`, or, where a file of another user has that name, to `own`; returns where it is. */
function move(temporary: string, path: string, own: string): string {
  try {
    Deno.renameSync(temporary, path);
    return path;
  } catch (error) {
    const taken = error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable;
    if (!taken) throw error;
    Deno.renameSync(temporary, own);
    return own;
  }
}
