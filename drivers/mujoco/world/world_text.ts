import { xmlElement as element } from "../xml_element.ts";
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
      shape.kind === "mesh" ? [element("mesh", { name, file: shape.file, scale: listed(shape.scale) })] : []
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
    ? { size: listed(shape.size.map((length) => length / 2)) }
    : shape.kind === "sphere"
    ? { size: listed([shape.radius]) }
    : shape.kind === "cylinder"
    ? { size: listed([shape.radius, shape.length / 2]) }
    : { mesh: name };
  const geom = element("geom", {
    name,
    type: shape.kind,
    ...size,
    ...(mass === undefined ? {} : { mass: listed([mass]) }),
    ...(friction === undefined ? {} : { friction: listed(friction) }),
    ...(colour === undefined ? {} : { rgba: listed(colour) }),
  });
  const body = element("body", { name, ...placed(pose) }).replace(/\/>$/, ">");
  return `${body}${isFixed ? "" : element("freejoint", { name })}${geom}</body>`;
}

function placed({ position, orientation }: WorldPose): Record<string, string> {
  return { pos: listed(position), quat: listed(orientation) };
}

/** MuJoCo takes a number that is almost zero, as rotations have them, for one that is too large. */
function listed(values: readonly number[]): string {
  return values.map((value) => Math.abs(value) < 1e-200 ? 0 : value).join(" ");
}
