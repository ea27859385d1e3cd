import { z } from "zod";
import type { ConfigProblems } from "../../core/config_problems.ts";
import { type KeyPath, keyPath } from "../../core/key_path.ts";
import { locateYaml } from "../../core/locate_yaml.ts";
import type { SourceMark, YamlNode } from "../../core/yaml_node.ts";
import type { WorldPose } from "../../drivers/mujoco/world/world_scene.ts";
import { checkSection } from "../../schemas/check_section.ts";
import { configField as field } from "../../schemas/config_field.ts";
import { readNumbers } from "./read_numbers.ts";

const POSE_SECTION = field.section({
  xyz: z.unknown().optional(),
  rpy: z.unknown().optional(),
  quaternion: z.unknown().optional(),
});

/** Farthest from the origin in each direction [m]: beyond, numbers are too coarse for contacts. */
const FARTHEST = 1e6;
/** Largest angle [rad]: beyond, it is something else. */
const WIDEST = 1e3;
/** A quaternion may be written with some digits only. */
const ROUNDED = 0.01;
const ORIGIN: WorldPose = { position: [0, 0, 0], orientation: [1, 0, 0, 0] };

/**
 * Reads a pose: `xyz` [m], and `rpy` (roll, pitch, yaw about the fixed axes x, y, z, in rad, as in URDF) or `quaternion` (w, x, y, z). What is not
 * written is zero. After a problem, the origin. `root` has the pose under the key `pose`; `at` is the place of `root`'s own key.
 */
export function readPose(root: YamlNode, at: SourceMark, path: KeyPath, problems: ConfigProblems): WorldPose {
  const { node, keyMark } = locateYaml(root, ["pose"], at);
  if (node === undefined) return ORIGIN;
  const full = [...path, "pose"];
  checkSection(POSE_SECTION, node, full, problems, { at: keyMark });
  const read = (key: string, count: number, what: string, most?: number) =>
    readNumbers(locateYaml(node, [key]).node, [...full, key], {
      least: count,
      most: count,
      what: `${what}: a list of ${count} numbers${most === undefined ? "" : ` within ±${most}`}`,
      isAllowed: (value) => most === undefined || Math.abs(value) <= most,
    }, problems);
  const position = read("xyz", 3, "x, y, z in m", FARTHEST) ?? [0, 0, 0];
  const angles = read("rpy", 3, "roll, pitch, yaw in rad", WIDEST);
  const quaternion = read("quaternion", 4, "w, x, y, z");
  const written = locateYaml(node, ["quaternion"]);
  if (written.node !== undefined && locateYaml(node, ["rpy"]).node !== undefined) {
    problems.add(written.keyMark, keyPath([...full, "quaternion"]), "is given beside rpy; wanted one of them");
  }
  const length = quaternion === undefined ? 1 : Math.hypot(...quaternion);
  if (Math.abs(length - 1) > ROUNDED) {
    const message = `has a length of ${length.toPrecision(4)}; wanted a unit quaternion w, x, y, z`;
    problems.add(written.mark, keyPath([...full, "quaternion"]), message);
  }
  const orientation = quaternion?.map((value) => value / (length || 1)) ?? (angles && fromAngles(angles)) ??
    [1, 0, 0, 0];
  return {
    position: position as unknown as WorldPose["position"],
    orientation: orientation as unknown as WorldPose["orientation"],
  };
}

function fromAngles(angles: readonly number[]): number[] {
  const [cr, cp, cy] = angles.map((angle) => Math.cos(angle / 2));
  const [sr, sp, sy] = angles.map((angle) => Math.sin(angle / 2));
  return [
    cr * cp * cy + sr * sp * sy,
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
  ];
}
