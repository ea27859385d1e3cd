import { dirname, resolve } from "node:path";
import { RunFailure } from "../core/run_failure.ts";
import type { DriverConfig } from "../schemas/driver_config.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import { loadGeometry } from "./geometry/load_geometry.ts";
import type { ViewModel } from "./view_source.ts";

/** Between two robots whose places nobody tells [m]. */
const APART = 1.5;

/** What a robot's entry says of how it looks. */
export interface LookedAtRobot {
  /** Its name. */
  readonly name: string;
  /** Its module. */
  readonly module: RobotModule;
  /** `module`, as it is written. */
  readonly moduleName: string;
  /** `robot_interface`, where it is known. */
  readonly driver?: Pick<DriverConfig, "driver" | "configPath">;
  /** Its number. */
  readonly robot: number;
  /** How many there are: they are drawn side by side. */
  readonly robots: number;
  /** The file that names them: relative paths start beside it. */
  readonly folder: string;
}

/** Models of the built-in modules: of the robots that they are. */
const BUILT_IN: Readonly<Record<string, string>> = {
  UR5e: "../examples/ur5e/ur5e.xml",
  Arm7Gripper: "../examples/arm7_gripper/arm7_gripper.xml",
};

/**
 * What is drawn of one robot: the model that it is simulated from, else the shapes of its module's URDF, else the model that comes with its built-in
 * module.
 */
export function robotViewModel(of: LookedAtRobot): ViewModel {
  const { name, module, robot, robots } = of;
  const found = modelFile(of);
  return {
    name: found?.file ?? name,
    position: [0, (robot - (robots - 1) / 2) * -APART, 0],
    load() {
      if (found !== undefined) return loadGeometry({ ...found, module, robot });
      return Promise.reject(
        new RunFailure(
          `drawing '${name}': the module '${of.moduleName}' tells joints and no shapes; name a URDF as its module to see it`,
        ),
      );
    },
  };
}

function modelFile({ module, moduleName, driver, folder }: LookedAtRobot) {
  const base = dirname(resolve(folder));
  if (driver?.driver === "RobotDriverMuJoCo" && driver.configPath) {
    return { kind: "mjcf" as const, file: resolve(base, driver.configPath) };
  }
  if (/\.(urdf|xml)$/i.test(moduleName)) return { kind: "urdf" as const, file: resolve(base, moduleName) };
  if (!Object.hasOwn(BUILT_IN, module.name) || moduleName !== module.name) return undefined;
  return { kind: "mjcf" as const, file: decodeURIComponent(new URL(BUILT_IN[module.name], import.meta.url).pathname) };
}
