import assert from "node:assert/strict";
import { testNear as near } from "./test_near.ts";
import { TestWorld } from "./test_world.ts";

const box = (name: string, z: number, mass: number) => ({
  name,
  pose: { position: [0.5, 0, z] as const, orientation: [1, 0, 0, 0] as const },
  shape: { kind: "box" as const, size: [0.2, 0.2, 0.2] as const },
  isFixed: false,
  mass,
});

/** What each geom gets from the others, and how many contacts there are. */
function forces({ world }: TestWorld, places = 100) {
  const { simulation } = world.model;
  const into = new Float64Array(8 * places + 7);
  const count = simulation.readContacts(into);
  const geoms = simulation.names("geom");
  const total = new Map(geoms.map((name) => [name, [0, 0, 0]]));
  const points: number[][] = [];
  for (let i = 0; i < count; i++) {
    const [x, y, z, fx, fy, fz, geom1, geom2] = into.subarray(8 * i, 8 * i + 8);
    points.push([x, y, z]);
    [fx, fy, fz].forEach((value, axis) => {
      total.get(geoms[geom1])![axis] -= value;
      total.get(geoms[geom2])![axis] += value;
    });
  }
  return { count, total, points };
}

Deno.test("contacts of things at rest carry their weights, each upwards on the one above, at the places where they touch", async () => {
  using scene = await TestWorld.open({
    timestepS: 0.001,
    robots: [],
    objects: [box("upper", 0.3, 2), box("lower", 0.1, 5)],
  });
  scene.run(1);
  const { count, total, points } = forces(scene);
  assert.equal(count, 8);
  near(total.get("upper")!, [0, 0, 2 * 9.81], 1e-2);
  near(total.get("lower")!, [0, 0, 5 * 9.81], 1e-2);
  near(total.get("ground")!, [0, 0, -7 * 9.81], 1e-2);
  for (const [x, y, z] of points) {
    near([Math.abs(x - 0.5), Math.abs(y)], [0.1, 0.1], 2e-3);
    near([Math.min(z, Math.abs(z - 0.2))], [0], 2e-3);
  }
});

Deno.test("as many contacts are written as there is room for, and none of things that do not touch", async () => {
  using scene = await TestWorld.open({
    timestepS: 0.001,
    robots: [],
    objects: [box("one", 0.1, 1), box("high", 3, 1)],
  });
  scene.run(0.1);
  assert.equal(forces(scene, 3).count, 3);
  assert.equal(forces(scene, 0).count, 0);
  near(forces(scene).total.get("high")!, [0, 0, 0], 0);
});
