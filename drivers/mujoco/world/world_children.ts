import type { RobotModule } from "../../../schemas/robot_module.ts";
import type { WorldPose, WorldScene } from "./world_scene.ts";

/** A model that becomes a part of a world. */
export interface WorldChild {
  /** How messages call it: `robot 'left'`. */
  readonly label: string;
  /** What it is. */
  readonly kind: "robot" | "object" | "environment";
  /** Its model's file. */
  readonly file: string;
  /** What its elements get in front of their names. */
  readonly prefix: string;
  /** Where the origin of its model stands. */
  readonly pose: WorldPose;
  /** Keyframe in which it starts, when one is asked for. */
  readonly keyframe?: string;
  /** What is known of it, for a robot. */
  readonly module?: RobotModule;
}

const ORIGIN: WorldPose = { position: [0, 0, 0], orientation: [1, 0, 0, 0] };

/** All models of a scene, in the order in which they are attached: the environment, the robots, the objects. */
export function worldChildren({ environment, robots, objects }: WorldScene): WorldChild[] {
  return [
    ...(environment === undefined
      ? []
      : [{ label: "the environment", kind: "environment", file: environment, prefix: "", pose: ORIGIN } as const]),
    ...robots.map(({ name, file, module, pose, prefix, keyframe }) => ({
      label: `robot '${name}'`,
      kind: "robot" as const,
      file,
      prefix: prefix ?? `${name}/`,
      pose,
      module,
      ...(keyframe === undefined ? {} : { keyframe }),
    })),
    ...objects.flatMap((object) =>
      "shape" in object ? [] : [{
        label: `object '${object.name}'`,
        kind: "object" as const,
        file: object.file,
        prefix: `${object.name}/`,
        pose: object.pose,
      }]
    ),
  ];
}
