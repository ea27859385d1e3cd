import { dirname, resolve } from "node:path";
import { z } from "zod";
import { ConfigError } from "../../core/config_error.ts";
import type { ConfigProblems } from "../../core/config_problems.ts";
import { keyPath } from "../../core/key_path.ts";
import { locateYaml } from "../../core/locate_yaml.ts";
import type { SourceMark, YamlEntry } from "../../core/yaml_node.ts";
import type { WorldSceneRobot } from "../../drivers/mujoco/world/world_scene.ts";
import { loadRobotModule } from "../../robots/load_robot_module.ts";
import { checkNetwork } from "../../schemas/check_network.ts";
import { checkPath } from "../../schemas/check_path.ts";
import { checkSection } from "../../schemas/check_section.ts";
import { CONFIG_DEFAULTS } from "../../schemas/config_defaults.ts";
import { configField as field } from "../../schemas/config_field.ts";
import type { ConfigSupport } from "../../schemas/config_support.ts";
import type { NetworkConfig } from "../../schemas/network_config.ts";
import { NETWORK_SECTION } from "../../schemas/network_section.ts";
import { readPeriod } from "../../schemas/read_period.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { checkSceneName } from "./check_scene_name.ts";
import { readPose } from "./read_pose.ts";

const ROBOT_SECTION = field.section({
  module: field.text("a robot module", "the name of a robot module, or a file"),
  model: field.text("a model", "the path of an MJCF or URDF file"),
  pose: z.unknown().optional(),
  prefix: field.text("a prefix", "what the names of its elements get in front, e.g. left/").optional(),
  time_step: z.unknown().optional(),
  record: field.text("a file", "the name of a file").optional(),
  keyframe: field.text("a keyframe", "the name of a keyframe of the model").optional(),
  network_interface: NETWORK_SECTION.optional(),
});

/** What the check of a robot knows beside its entry. */
export interface CheckSceneRobotContext {
  /** The scene file. */
  readonly file: string;
  /** Abilities of this build. */
  readonly support: ConfigSupport;
  /** Robot modules known by name. */
  readonly modules: ReadonlyMap<string, RobotModule>;
}

/** A robot of a scene, as far as it could be read; complete when no problem was noted. */
export interface CheckedSceneRobot {
  /** Its part of the world. */
  readonly robot: WorldSceneRobot;
  /** How managers reach it. */
  readonly network: NetworkConfig;
  /** Where its period is written, or its key. */
  readonly periodMark: SourceMark;
  /** File of its record, absolute; undefined: none. */
  readonly record: string | undefined;
  /** Where that is written, or the robot's key. */
  readonly recordMark: SourceMark;
}

/** Checks one entry of `robots:` and notes everything wrong with it by itself. */
export async function checkSceneRobot(
  { key: name, keyMark: at, value: root }: YamlEntry,
  { file, support, modules }: CheckSceneRobotContext,
  problems: ConfigProblems,
): Promise<CheckedSceneRobot> {
  const path = ["robots", name];
  checkSceneName(name, at, path, problems);
  const data = checkSection(ROBOT_SECTION, root, path, problems, { at });
  const model = data.model === undefined
    ? ""
    : await checkPath(data.model, "file", locateYaml(root, ["model"], at).mark, [...path, "model"], problems);
  const step = locateYaml(root, ["time_step"], at);
  const periodNs = step.node === undefined
    ? CONFIG_DEFAULTS.timeStepNs
    : readPeriod(step.node, [...path, "time_step"], problems) ?? CONFIG_DEFAULTS.timeStepNs;
  const network = await checkNetwork(data.network_interface ?? {}, root, at, path, support, problems, {
    ignoreMissing: root.kind !== "map",
  });
  const timeout = locateYaml(root, ["network_interface", "connection_timeout_ms"], at);
  if (timeout.node !== undefined && network.connectionTimeoutMs * 1e6 < 2 * periodNs) {
    problems.add(
      timeout.mark,
      keyPath([...path, "network_interface", "connection_timeout_ms"]),
      `connection_timeout_ms ${network.connectionTimeoutMs} is shorter than two periods of ${
        periodNs / 1e6
      } ms; wanted at least ${Math.ceil(2 * periodNs / 1e6)}`,
    );
  }
  const record = locateYaml(root, ["record"], at);
  const pose = readPose(root, at, path, problems);
  const module = data.module === undefined
    ? undefined
    : await moduleOf(data.module, file, modules, locateYaml(root, ["module"], at).mark, path, problems);
  return {
    robot: {
      name,
      file: model,
      module: module ?? { name: "", joints: [], grippers: [], bodySensors: [], forceSensors: [], posture: [] },
      pose,
      prefix: data.prefix ?? `${name}/`,
      periodNs,
      ...(data.keyframe === undefined ? {} : { keyframe: data.keyframe }),
    },
    network,
    periodMark: step.mark,
    record: data.record === undefined ? undefined : resolve(dirname(record.mark.file), data.record),
    recordMark: record.mark,
  };
}

async function moduleOf(
  module: string,
  file: string,
  modules: ReadonlyMap<string, RobotModule>,
  mark: SourceMark,
  path: readonly string[],
  problems: ConfigProblems,
): Promise<RobotModule | undefined> {
  try {
    return await loadRobotModule(module, dirname(file), {
      modules,
      from: { mark, path: keyPath([...path, "module"]) },
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.addAll(error.problems);
    return undefined;
  }
}
