import { locateYaml } from "../core/locate_yaml.ts";
import { BackendModules } from "../manager/config/backend_modules.ts";
import { checkRobot } from "../manager/config/check_robot.ts";
import { checkTopLevel } from "../manager/config/check_top_level.ts";
import { resolveBases } from "../manager/config/resolve_bases.ts";
import { BUILT_IN_ROBOT_MODULES } from "../robots/built_in_robot_modules.ts";
import { checkDriver } from "../schemas/check_driver.ts";
import { CONFIG_DEFAULTS } from "../schemas/config_defaults.ts";
import { DEFAULT_CONFIG_SUPPORT } from "../schemas/default_config_support.ts";
import { readPeriod } from "../schemas/read_period.ts";
import type { RobotsReader } from "../viewer/robots_reader.ts";

/**
 * Reads one robot of a manager's file for the viewer, by the manager's own checks. Nothing is said of the other robots: the viewer is for the one
 * that is at hand.
 */
export const readViewedRobot: RobotsReader = async (root, file, name, installation, problems) => {
  checkTopLevel(root, problems);
  const step = locateYaml(root, ["Timestep"]).node;
  const timeStepNs = step === undefined ? CONFIG_DEFAULTS.timeStepNs : readPeriod(step, ["Timestep"], problems);
  const section = locateYaml(root, ["Robots"]).node;
  const entries = section?.kind === "map" ? section.entries : [];
  const resolved = resolveBases(entries, problems).find(({ entry }) => entry.key === name)!;
  const support = DEFAULT_CONFIG_SUPPORT;
  // Whether the controller can run does not matter here, but it may know the robot.
  const named = locateYaml(root, ["Controller"]).node;
  const controller = named?.kind === "scalar" && named.text !== "" ? named.text : CONFIG_DEFAULTS.controller;
  const backend = new BackendModules(controller, installation, root);
  const modules = BUILT_IN_ROBOT_MODULES;
  const notes: string[] = [];
  const context = { file, timeStepNs, support, modules, controller, backend, notes };
  const robot = { ...await checkRobot(resolved, context, problems), notes };
  if (!problems.isEmpty) return robot;
  // The manager leaves the paths of a robot elsewhere as they are written; here the driver is loaded on this computer.
  const { key, keyMark, value } = resolved.entry;
  const data = { driver: robot.driver.driver, config_path: robot.driver.configPath };
  const options = { isOnThisHost: true, ignoreMissing: true };
  const { driver, configPath } = await checkDriver(data, value, keyMark, ["Robots", key], support, options, problems);
  return { ...robot, driver: { ...robot.driver, driver, configPath } };
};
