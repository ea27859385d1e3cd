import { stringify } from "yaml";
import { RunFailure } from "../core/run_failure.ts";
import type { RobotConfig } from "../schemas/manager_config.ts";

/**
 * Writes the configuration of an autostarted interface to `<folder>/robot_manager_<name>_interface.yaml`, readable by this user only, and
 * returns its path. The name can be guessed, so the file is made under a name that cannot, and moved: what somebody else has put there, a
 * link for instance, is replaced and never written to. Errors: {@link RunFailure} when the name is taken by another user.
 */
export function writeInterfaceFile(robot: RobotConfig, folder = "/tmp"): string {
  const path = `${folder}/robot_manager_${robot.name}_interface.yaml`;
  let temporary = "";
  const { network_interface, robot_interface, controller } = robot.entry;
  try {
    temporary = Deno.makeTempFileSync({ dir: folder, prefix: "uri-", suffix: ".yaml" });
    Deno.writeTextFileSync(temporary, stringify({ name: robot.name, network_interface, robot_interface, controller }));
    Deno.renameSync(temporary, path);
  } catch (cause) {
    if (temporary !== "") Deno.removeSync(temporary);
    throw new RunFailure(
      `autostart of '${robot.name}': writing ${path}: ${
        (cause as Error).message
      }; remove it, or have its owner remove it`,
      { cause },
    );
  }
  return path;
}
