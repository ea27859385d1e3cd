import { z } from "zod";
import type { ConfigProblems } from "../../core/config_problems.ts";
import { keyPath } from "../../core/key_path.ts";
import { locateYaml } from "../../core/locate_yaml.ts";
import { orList } from "../../core/or_list.ts";
import type { YamlEntry } from "../../core/yaml_node.ts";
import type { WorldScene, WorldShape } from "../../drivers/mujoco/world/world_scene.ts";
import { checkPath } from "../../schemas/check_path.ts";
import { checkSection } from "../../schemas/check_section.ts";
import { configField as field } from "../../schemas/config_field.ts";
import { checkSceneName } from "./check_scene_name.ts";
import { type NumbersWanted, readNumbers } from "./read_numbers.ts";
import { readPose } from "./read_pose.ts";

/** Largest length [m], factor, mass [kg] and friction: whatever is more was meant otherwise, and is nothing to compute with. */
const MOST = { length: 1e6, scale: 1e6, mass: 1e9, friction: 1e4 } as const;

const length = (what: string) =>
  field.number(what, `a length > 0 in m, at most ${MOST.length}`, (value) => value > 0 && value <= MOST.length);

const OBJECT_SECTION = field.section({
  shape: field.choice("a shape", ["box", "sphere", "cylinder", "mesh"]).optional(),
  model: field.text("a model", "the path of an MJCF or URDF file").optional(),
  size: z.unknown().optional(),
  radius: length("a radius").optional(),
  length: length("a length").optional(),
  file: field.text("a mesh", "the path of an STL, OBJ or MSH file").optional(),
  scale: z.unknown().optional(),
  pose: z.unknown().optional(),
  mass: field.number("a mass", `a mass > 0 in kg, at most ${MOST.mass}`, (value) => value > 0 && value <= MOST.mass)
    .optional(),
  friction: z.unknown().optional(),
  colour: z.unknown().optional(),
  fixed: field.flag().optional(),
});

/** Keys that each shape has for itself. */
const OWN = {
  box: { needs: ["size"], may: [] },
  sphere: { needs: ["radius"], may: [] },
  cylinder: { needs: ["radius", "length"], may: [] },
  mesh: { needs: ["file"], may: ["scale"] },
  model: { needs: [], may: [] },
} as const;
/** Keys that a model says itself. */
const SHAPED = ["mass", "friction", "colour", "fixed"];

const SIZE: NumbersWanted = {
  least: 3,
  most: 3,
  what: `the lengths of the edges along x, y, z in m: a list of 3 numbers > 0, at most ${MOST.length}`,
  isAllowed: (value) => value > 0 && value <= MOST.length,
};
const SCALE: NumbersWanted = {
  least: 1,
  most: 3,
  what: `a factor, or a list of 3 for x, y, z, not 0, within ±${MOST.scale}`,
  isAllowed: (value) => value !== 0 && Math.abs(value) <= MOST.scale,
};
const FRICTION: NumbersWanted = {
  least: 1,
  most: 3,
  what:
    `a coefficient of sliding friction from 0 to ${MOST.friction}, or a list of sliding, torsional and rolling friction`,
  isAllowed: (value) => value >= 0 && value <= MOST.friction,
};
const COLOUR: NumbersWanted = {
  least: 3,
  most: 4,
  what: "red, green, blue and perhaps opacity: a list of numbers from 0 to 1",
  isAllowed: (value) => value >= 0 && value <= 1,
};

/**
 * Checks one entry of `objects:` and notes everything wrong with it by itself. `undefined` when not even its kind could be read.
 */
export async function checkSceneObject(
  { key: name, keyMark: at, value: root }: YamlEntry,
  problems: ConfigProblems,
): Promise<WorldScene["objects"][number] | undefined> {
  const path = ["objects", name];
  checkSceneName(name, at, path, problems);
  const data = checkSection(OBJECT_SECTION, root, path, problems, { at });
  if (root.kind !== "map") return undefined;
  const find = (key: string) => locateYaml(root, [key], at);
  const isWritten = (key: string) => find(key).node !== undefined;
  const pose = readPose(root, at, path, problems);
  const numbers = (key: string, wanted: NumbersWanted) => readNumbers(find(key).node, [...path, key], wanted, problems);
  const [size, scale, friction, colour] = [
    numbers("size", SIZE),
    numbers("scale", SCALE),
    numbers("friction", FRICTION),
    numbers("colour", COLOUR),
  ];
  const fileOf = async (key: "model" | "file") =>
    data[key] === undefined ? "" : await checkPath(data[key], "file", find(key).mark, [...path, key], problems);
  const [model, file] = [await fileOf("model"), await fileOf("file")];
  if (isWritten("shape") === isWritten("model")) {
    const what = isWritten("shape") ? "has shape and model" : "has neither shape nor model";
    problems.add(at, keyPath(path), `${what}; wanted one of them`);
    return undefined;
  }
  const kind = isWritten("model") ? "model" : data.shape;
  if (kind === undefined) return undefined;
  checkKeys(kind, isWritten, (key, message) => problems.add(find(key).keyMark, keyPath([...path, key]), message));
  if (kind === "model") return { name, pose, file: model };
  const shape: WorldShape = kind === "box"
    ? { kind, size: (size ?? [1, 1, 1]) as [number, number, number] }
    : kind === "sphere"
    ? { kind, radius: data.radius ?? 1 }
    : kind === "cylinder"
    ? { kind, radius: data.radius ?? 1, length: data.length ?? 1 }
    : { kind, file, scale: threeOf(scale ?? [1]) };
  return {
    name,
    pose,
    shape,
    isFixed: data.fixed ?? false,
    ...(data.mass === undefined ? {} : { mass: data.mass }),
    ...(friction === undefined ? {} : { friction }),
    ...(colour === undefined ? {} : { colour: [...colour, 1].slice(0, 4) as [number, number, number, number] }),
  };
}

function checkKeys(
  kind: keyof typeof OWN,
  isWritten: (key: string) => boolean,
  note: (key: string, message: string) => void,
): void {
  const { needs, may } = OWN[kind];
  const what = kind === "model" ? "a model" : `shape '${kind}'`;
  for (const key of needs) if (!isWritten(key)) note(key, `is missing; wanted it with ${what}`);
  const own: readonly string[] = [...needs, ...may];
  const others = Object.values(OWN).flatMap(({ needs, may }) => [...needs, ...may]).filter((key) => !own.includes(key));
  for (const key of new Set<string>(kind === "model" ? [...others, ...SHAPED] : others)) {
    if (!isWritten(key)) continue;
    const wanted = kind === "model" ? "that of the file" : orList(own);
    note(key, `has no meaning with ${what}; wanted ${wanted}`);
  }
}

function threeOf(scale: readonly number[]): [number, number, number] {
  return scale.length === 1 ? [scale[0], scale[0], scale[0]] : scale as [number, number, number];
}
