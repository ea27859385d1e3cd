import fc from "fast-check";
import { testEngine } from "../test_engine.ts";
import { buildWorld } from "./build_world.ts";
import { placeParts } from "./place_parts.ts";
import { testNear as near } from "./test_near.ts";

const [x, y, z] = [0.1, -0.2, 0.6];
/** A floating body whose keyframe says the same as its initial position. */
const MODEL =
  `<mujoco><worldbody><body name="trunk" pos="${x} ${y} ${z}" quat="0.5 0.5 0.5 0.5"><freejoint/><geom size="0.1"/>
  <body><joint name="knee"/><geom size="0.1"/></body></body></worldbody>
  <keyframe><key qpos="${x} ${y} ${z} 0.5 0.5 0.5 0.5 0"/></keyframe></mujoco>`;

Deno.test("a keyframe's base is moved as MuJoCo moves the initial one, wherever the robot stands", async () => {
  const engine = await testEngine.load();
  const file = Deno.makeTempFileSync({ suffix: ".xml" });
  Deno.writeTextFileSync(file, MODEL);
  const module = { name: "M", joints: [], grippers: [], bodySensors: [], forceSensors: [], posture: [] };
  const coordinate = fc.double({ min: -9, max: 9, noNaN: true });
  const quaternion = fc.tuple(coordinate, coordinate, coordinate, coordinate).filter((q) => Math.hypot(...q) > 0.1)
    .map((q) => q.map((value) => value / Math.hypot(...q)) as unknown as readonly [number, number, number, number]);
  const pose = fc.record({ position: fc.tuple(coordinate, coordinate, coordinate), orientation: quaternion });
  try {
    fc.assert(
      fc.property(fc.array(pose, { minLength: 1, maxLength: 3 }), (poses) => {
        const robots = poses.map((pose, i) => ({ name: `r${i}`, file, module, pose, periodNs: 1e6 }));
        const world = buildWorld(engine, { file: "s.yaml", ground: false, objects: [], robots });
        try {
          placeParts(world);
          const { simulation } = world.model;
          near(simulation.state("qpos"), simulation.numbers("qpos0"), 1e-9);
        } finally {
          world.model.simulation.close();
        }
      }),
      { numRuns: 30 },
    );
  } finally {
    Deno.removeSync(file);
  }
});
