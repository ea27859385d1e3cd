import type { WorldPose, WorldScene, WorldShapedObject } from "./world_scene.ts";

/** Names by which the builder finds what it put into the text; no name of a user's is like them. */
const model = (index: number) => `uri model ${index}`;
const frame = (index: number) => `uri frame ${index}`;

/** The text of a world, with what the builder needs to find its way. */
export interface WorldText {
  /** MJCF: ground, objects, an empty frame for each child, and the models as assets. */
  readonly xml: string;
  /** Name of the model of the file at an index of `files`. */
  readonly model: (index: number) => string;
  /** Name of the frame of the child at an index of `frames`. */
  readonly frame: (index: number) => string;
}

/**
 * The MJCF text from which a world is built. `files`: the models to be read, one asset for each. `frames`: where children are attached later.
 * Frames, not bodies: a free joint is allowed in a frame of the world only.
 */
export function worldText(scene: WorldScene, files: readonly string[], frames: readonly WorldPose[]): WorldText {
  const shaped = scene.objects.filter((object) => "shape" in object);
  const xml = [
    `<mujoco model="world"><compiler angle="radian" autolimits="true"/>`,
    "<asset>",
    ...files.map((file, index) => element("model", { name: model(index), file })),
    ...shaped.flatMap(({ name, shape }) =>
      shape.kind === "mesh" ? [element("mesh", { name, file: shape.file, scale: shape.scale.join(" ") })] : []
    ),
    "</asset><worldbody>",
    ...(scene.ground ? [element("geom", { name: "ground", type: "plane", size: "0 0 1", rgba: "0.8 0.8 0.8 1" })] : []),
    ...shaped.map(bodyOf),
    ...frames.map((pose, index) => element("frame", { name: frame(index), ...placed(pose) })),
    "</worldbody></mujoco>",
  ];
  return { xml: xml.join("\n"), model, frame };
}

function bodyOf({ name, pose, shape, isFixed, mass, friction, colour }: WorldShapedObject): string {
  const size: Record<string, string> = shape.kind === "box"
    ? { size: shape.size.map((length) => length / 2).join(" ") }
    : shape.kind === "sphere"
    ? { size: String(shape.radius) }
    : shape.kind === "cylinder"
    ? { size: `${shape.radius} ${shape.length / 2}` }
    : { mesh: name };
  const geom = element("geom", {
    name,
    type: shape.kind,
    ...size,
    ...(mass === undefined ? {} : { mass: String(mass) }),
    ...(friction === undefined ? {} : { friction: friction.join(" ") }),
    ...(colour === undefined ? {} : { rgba: colour.join(" ") }),
  });
  const body = element("body", { name, ...placed(pose) }).replace(/\/>$/, ">");
  return `${body}${isFixed ? "" : element("freejoint", { name })}${geom}</body>`;
}

function placed({ position, orientation }: WorldPose): Record<string, string> {
  return { pos: position.join(" "), quat: orientation.join(" ") };
}

function element(name: string, attributes: Readonly<Record<string, string>>): string {
  const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<${name}${Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`).join("")}/>`;
}
