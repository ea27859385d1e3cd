import { z } from "zod";
import { ConfigProblems } from "../../core/config_problems.ts";
import { formatSeconds } from "../../core/format_seconds.ts";
import { keyPath } from "../../core/key_path.ts";
import { locateYaml } from "../../core/locate_yaml.ts";
import { quoted } from "../../core/quoted.ts";
import { readRootMap } from "../../core/read_root_map.ts";
import type { YamlEntry, YamlMap } from "../../core/yaml_node.ts";
import type { WorldScene } from "../../drivers/mujoco/world/world_scene.ts";
import { BUILT_IN_ROBOT_MODULES } from "../../robots/built_in_robot_modules.ts";
import { checkPath } from "../../schemas/check_path.ts";
import { checkSection } from "../../schemas/check_section.ts";
import { configField as field } from "../../schemas/config_field.ts";
import type { ConfigSupport } from "../../schemas/config_support.ts";
import { DEFAULT_CONFIG_SUPPORT } from "../../schemas/default_config_support.ts";
import type { InterfaceConfig } from "../../schemas/interface_config.ts";
import { readPeriod } from "../../schemas/read_period.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { type CheckedSceneRobot, checkSceneRobot } from "./check_scene_robot.ts";
import { checkSceneObject } from "./check_scene_object.ts";
import { type NumbersWanted, readNumbers } from "./read_numbers.ts";

const SCENE_SECTION = field.section({
  world: field.section({
    timestep: z.unknown().optional(),
    gravity: z.unknown().optional(),
    ground: field.flag().optional(),
    environment: field.text("a model", "the path of an MJCF file").optional(),
  }).optional(),
  robots: z.unknown().optional(),
  objects: z.unknown().optional(),
});

/** Largest gravity in each direction [m/s²]. */
const MOST_GRAVITY = 1e4;
const GRAVITY: NumbersWanted = {
  least: 3,
  most: 3,
  what: `x, y, z in m/s²: a list of 3 numbers within ±${MOST_GRAVITY}, e.g. [0, 0, -9.81]`,
  isAllowed: (value) => Math.abs(value) <= MOST_GRAVITY,
};

/** How {@link loadScene} reads. */
export interface LoadSceneOptions {
  /** Abilities of the build, where they differ from `DEFAULT_CONFIG_SUPPORT`. */
  readonly support?: Partial<ConfigSupport>;
  /** Robot modules known by name; the built-in ones when not given. */
  readonly modules?: ReadonlyMap<string, RobotModule>;
}

/** A checked scene file: what the world is made of, and how its robots are reached. */
export interface LoadedScene {
  /** The world; plain data. */
  readonly scene: WorldScene;
  /** The robots' interfaces, in the order of the world's robots. */
  readonly robots: readonly InterfaceConfig[];
  /** By robot, the file of its record, absolute; undefined: none. */
  readonly records: readonly (string | undefined)[];
}

/**
 * Reads and checks a scene file, the configuration of `uri simulate`. Rejects with a `ConfigError` that holds everything wrong at once. Models are
 * looked for, but not read: that is what opening the world does.
 */
export async function loadScene(file: string, options: LoadSceneOptions = {}): Promise<LoadedScene> {
  const problems = new ConfigProblems();
  const root = await readRootMap(file, "a map with the keys world, robots and objects", problems);
  const data = checkSection(SCENE_SECTION, root, [], problems, { at: root.mark });
  const world = await checkWorld(root, data.world ?? {}, problems);
  const context = {
    file,
    support: { ...DEFAULT_CONFIG_SUPPORT, ...options.support },
    modules: options.modules ?? BUILT_IN_ROBOT_MODULES,
  };
  const robotEntries = entriesOf(root, "robots", "a map of robot names, each with module and model", problems);
  const objectEntries = entriesOf(root, "objects", "a map of object names, each with shape or model", problems);
  const robots: CheckedSceneRobot[] = [];
  for (const entry of robotEntries) robots.push(await checkSceneRobot(entry, context, problems));
  const objects: WorldScene["objects"][number][] = [];
  for (const entry of objectEntries) {
    const object = await checkSceneObject(entry, problems);
    if (object !== undefined) objects.push(object);
  }
  checkPrefixes(root, robotEntries, robots, objectEntries, problems);
  checkPeriods(world.timestepNs, robots, problems);
  checkRecords(robots, problems);
  problems.throwIfAny();
  const { timestepNs, ...scene } = world;
  return {
    scene: {
      file,
      ...scene,
      ...(timestepNs === undefined ? {} : { timestepS: timestepNs / 1e9 }),
      robots: robots.map(({ robot }) => robot),
      objects,
    },
    robots: robots.map(({ robot: { name, periodNs }, network }) => ({
      file,
      name,
      network,
      autostart: false,
      timeStepNs: periodNs,
    })),
    records: robots.map(({ record }) => record),
  };
}

/** The section `world`, which may be missing. */
async function checkWorld(
  root: YamlMap,
  data: { readonly ground?: boolean; readonly environment?: string },
  problems: ConfigProblems,
): Promise<Pick<WorldScene, "gravity" | "environment" | "ground"> & { readonly timestepNs?: number }> {
  const find = (key: string) => locateYaml(root, ["world", key]);
  const step = find("timestep").node;
  const timestepNs = step === undefined ? undefined : readPeriod(step, ["world", "timestep"], problems);
  const gravity = readNumbers(find("gravity").node, ["world", "gravity"], GRAVITY, problems);
  const environment = data.environment === undefined
    ? undefined
    : await checkPath(data.environment, "file", find("environment").mark, ["world", "environment"], problems);
  return {
    ...(timestepNs === undefined ? {} : { timestepNs }),
    ...(gravity === undefined ? {} : { gravity: gravity as [number, number, number] }),
    ...(environment === undefined ? {} : { environment }),
    // An environment has its own floor.
    ground: data.ground ?? environment === undefined,
  };
}

/** What is written under `robots` or `objects`; only the first is needed. */
function entriesOf(root: YamlMap, key: string, wanted: string, problems: ConfigProblems): readonly YamlEntry[] {
  const { node, mark } = locateYaml(root, [key]);
  if (node?.kind === "map" && node.entries.length > 0) return node.entries;
  if (node === undefined && key !== "robots") return [];
  const what = node === undefined
    ? "is missing"
    : node.kind === "list"
    ? "is a list"
    : node.kind === "map" || node.text === ""
    ? "is empty"
    : `${quoted(node.text)} is not a map`;
  problems.add(mark, keyPath([key]), `${what}; wanted ${wanted}`);
  return [];
}

/** Two things of one name, or names that begin alike, could not be told apart in the world. */
function checkPrefixes(
  root: YamlMap,
  entries: readonly YamlEntry[],
  robots: readonly CheckedSceneRobot[],
  objects: readonly YamlEntry[],
  problems: ConfigProblems,
): void {
  for (const { key, keyMark } of objects) {
    if (!entries.some((robot) => robot.key === key)) continue;
    problems.add(keyMark, keyPath(["objects", key]), `the name ${quoted(key)} is that of a robot; wanted another one`);
  }
  const taken = [
    ...robots.map(({ robot }) => ({ owner: `robot '${robot.name}'`, prefix: robot.prefix! })),
    ...objects.map(({ key }) => ({ owner: `object '${key}'`, prefix: `${key}/` })),
  ];
  robots.forEach(({ robot: { name, prefix } }, index) => {
    const { node, mark } = locateYaml(root, ["robots", name, "prefix"]);
    const other = taken.find((entry, i) =>
      i !== index && (entry.prefix.startsWith(prefix!) || prefix!.startsWith(entry.prefix))
    );
    // A default is told apart by the names.
    if (other === undefined || node?.kind !== "scalar" || node.text !== prefix) return;
    const message = `${quoted(prefix!)} and ${
      quoted(other.prefix)
    } of ${other.owner} begin alike; wanted prefixes that tell them apart`;
    problems.add(mark, keyPath(["robots", name, "prefix"]), message, { value: prefix });
  });
}

/** Two robots cannot write one file. */
function checkRecords(robots: readonly CheckedSceneRobot[], problems: ConfigProblems): void {
  robots.forEach(({ robot: { name }, record, recordMark }, index) => {
    const other = robots.slice(0, index).find((each) => record !== undefined && each.record === record);
    if (other === undefined) return;
    const message = `${quoted(record!)} is that of robot '${other.robot.name}'; wanted another file`;
    problems.add(recordMark, keyPath(["robots", name, "record"]), message);
  });
}

/** Without a timestep of the scene, the models' decides, when the world is opened. */
function checkPeriods(
  timestepNs: number | undefined,
  robots: readonly CheckedSceneRobot[],
  problems: ConfigProblems,
): void {
  for (const { robot: { name, periodNs }, periodMark } of timestepNs === undefined ? [] : robots) {
    if (periodNs % timestepNs! === 0) continue;
    const below = Math.floor(periodNs / timestepNs!) * timestepNs!;
    const near = [below, below + timestepNs!].filter((each) => each > 0);
    problems.add(
      periodMark,
      keyPath(["robots", name, "time_step"]),
      `${formatSeconds(periodNs)} s is no whole number of physics steps of ${
        formatSeconds(timestepNs!)
      } s (world.timestep); wanted ${near.map(formatSeconds).join(" or ")} s`,
    );
  }
}
