import { fileURLToPath } from "node:url";
import type { MujocoEngine } from "../drivers/mujoco/mujoco_engine.ts";
import { openMujocoModel } from "../drivers/mujoco/mujoco_model.ts";
import type { MujocoSimulation } from "../drivers/mujoco/mujoco_simulation.ts";
import { buildWorld } from "../drivers/mujoco/world/build_world.ts";
import { placeParts } from "../drivers/mujoco/world/place_parts.ts";
import type { WorldScene } from "../drivers/mujoco/world/world_scene.ts";
import { UR5E } from "../robots/ur5e.ts";

/** A model whose steps are measured. */
export interface SimSubject {
  /** Its name. */
  readonly name: string;
  /** Steps of a round, each round from the same start. */
  readonly steps: number;
  /** Steps before the first round: V8 compiles MuJoCo's functions twice, quickly and, once they are hot, well. */
  readonly warmUp: number;
  /** A simulation of it, in its start. */
  open(engine: MujocoEngine): MujocoSimulation;
}

const MODEL = fileURLToPath(new URL("../examples/ur5e/ur5e.xml", import.meta.url));
const [UPRIGHT, TURNED] = [[1, 0, 0, 0], [0, 0, 0, 1]] as const;
const PERIOD_NS = 1e6;

/** What is measured; `folder`: where files of models may be put. */
export function simSubjects(folder: string): SimSubject[] {
  return [
    {
      name: "one arm (UR5e)",
      steps: 4000,
      warmUp: 60_000,
      open(engine) {
        const { simulation } = openMujocoModel(engine, MODEL);
        simulation.resetToKey(0);
        return simulation;
      },
    },
    { name: "two arms with contacts", steps: 2000, warmUp: 30_000, open: (engine) => world(engine, twoArms(folder)) },
    { name: "20 free boxes", steps: 600, warmUp: 6000, open: (engine) => world(engine, boxes()) },
  ];
}

function world(engine: MujocoEngine, scene: WorldScene): MujocoSimulation {
  const built = buildWorld(engine, scene);
  placeParts(built);
  return built.model.simulation;
}

/** Two UR5e whose forearms and wrists press against each other, with four contacts. The example's own arm touches nothing. */
function twoArms(folder: string): WorldScene {
  const text = Deno.readTextFileSync(MODEL);
  const arm = (name: string, contact: string) => {
    const file = `${folder}/${name}.xml`;
    Deno.writeTextFileSync(file, text.replace(`contype="0" conaffinity="0"`, contact));
    return { name, file, module: UR5E, periodNs: PERIOD_NS };
  };
  return {
    file: "two arms",
    ground: true,
    objects: [],
    robots: [
      { ...arm("one", `contype="1" conaffinity="2"`), pose: { position: [0, 0, 0], orientation: UPRIGHT } },
      { ...arm("other", `contype="2" conaffinity="1"`), pose: { position: [-0.8, -0.1, 0], orientation: TURNED } },
    ],
  };
}

/** Boxes that fall onto the ground and each other; most of the steps are after that. */
function boxes(): WorldScene {
  const objects = Array.from({ length: 20 }, (_, i) => ({
    name: `box ${i}`,
    pose: { position: [0.07 * (i % 3), 0.05 * (i % 2), 0.06 + 0.06 * i] as const, orientation: UPRIGHT },
    shape: { kind: "box" as const, size: [0.1, 0.1, 0.05] as const },
    isFixed: false,
    mass: 0.2,
  }));
  return { file: "boxes", timestepS: 0.001, ground: true, robots: [], objects };
}
