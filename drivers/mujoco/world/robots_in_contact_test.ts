import assert from "node:assert/strict";
import { testNear as near } from "./test_near.ts";
import { TestWorld } from "./test_world.ts";

/** A carriage that slides along x, with a smooth face: 0.1 m around its joint's position, at the height of `z`. */
const CARRIAGE = (mass: number, z = 0.5) =>
  `<mujoco><option timestep="0.001"/><worldbody><body name="carriage" pos="0 0 ${z}"><joint name="x" type="slide" axis="1 0 0"/>
    <geom name="face" type="box" size="0.1 0.1 0.02" mass="${mass}" condim="1" priority="1"/></body></worldbody></mujoco>`;
const CARRIAGES = { "light.xml": CARRIAGE(2), "heavy.xml": CARRIAGE(6), "low.xml": CARRIAGE(2, 0.05) };
const SLIDE = {
  name: "Carriage",
  joints: [{
    name: "x",
    type: "prismatic",
    lower: -5,
    upper: 5,
    velocity: 9,
    acceleration: 99,
    effort: 500,
  }] as const,
  grippers: [],
  bodySensors: [],
  forceSensors: [],
  posture: [0],
};

/** Contacts of the present state: where, the force on the second one, whose they are, and how deep the deepest is. */
function contacts({ world }: TestWorld) {
  const { simulation } = world.model;
  const into = new Float64Array(8 * 50);
  const geoms = simulation.names("geom");
  const found = Array.from({ length: simulation.readContacts(into) }, (_, i) => {
    const [x, y, z, fx, fy, fz, first, second] = into.subarray(8 * i, 8 * i + 8);
    return { at: [x, y, z], force: [fx, fy, fz], between: [geoms[first], geoms[second]] };
  });
  return { found, depth: Math.max(0, ...simulation.contacts().map(({ distance }) => -distance)) };
}

/** Force on what `geom` belongs to, from the other robot or object [N]. */
function forceOn(scene: TestWorld, geom: string): number[] {
  return contacts(scene).found.reduce((sum, { force, between }) => {
    const sign = between[1] === geom ? 1 : between[0] === geom ? -1 : 0;
    return sum.map((value, axis) => value + sign * force[axis]);
  }, [0, 0, 0]);
}

Deno.test("two robots that push each other go as the difference of their forces says, and feel the same force", async () => {
  using scene = await TestWorld.open({
    files: CARRIAGES,
    robots: [{ file: "light.xml", module: SLIDE }, { file: "heavy.xml", position: [0.2, 0, 0] }],
  });
  const [light, heavy] = [await scene.drive(0, "torque"), await scene.drive(1, "torque")];
  light.driver.tauJ(Float64Array.of(50));
  heavy.driver.tauJ(Float64Array.of(-10));
  scene.run(0.3);
  const from = [light, heavy].map(({ read }) => read().velocity[0]);
  scene.run(0.2);
  const to = [light, heavy].map(({ read }) => read().velocity[0]);
  const acceleration = (50 - 10) / (2 + 6);
  near(to.map((velocity, i) => (velocity - from[i]) / 0.2), [acceleration, acceleration], 0.02);
  near(forceOn(scene, "b/face"), [10 + 6 * acceleration, 0, 0], 0.2);
  near(forceOn(scene, "a/face"), [-10 - 6 * acceleration, 0, 0], 0.2);
  assert.ok(contacts(scene).depth < 2e-3, `${contacts(scene).depth}`);
});

Deno.test("a robot that runs into another one gives it momentum and keeps the rest", async () => {
  using scene = await TestWorld.open({
    files: CARRIAGES,
    robots: [{ file: "light.xml", module: SLIDE }, { file: "heavy.xml", position: [0.5, 0, 0] }],
  });
  const [light, heavy] = [await scene.drive(0, "torque"), await scene.drive(1, "torque")];
  heavy.driver.tauJ(Float64Array.of(0));
  light.driver.tauJ(Float64Array.of(20));
  scene.run(0.1);
  light.driver.tauJ(Float64Array.of(0));
  scene.run(0.001);
  const momentum = () => 2 * light.read().velocity[0] + 6 * heavy.read().velocity[0];
  const before = momentum();
  near([before, heavy.read().velocity[0]], [2, 0], 0.05);
  let impulse = 0;
  let depth = 0;
  for (let step = 0; step < 600; step++) {
    // MuJoCo's forces belong to the state from which the step was made.
    scene.run(0.001);
    impulse += forceOn(scene, "b/face")[0] * 0.001;
    depth = Math.max(depth, contacts(scene).depth);
  }
  near([momentum()], [before], 1e-9);
  assert.ok(heavy.read().velocity[0] > 0.2 && light.read().velocity[0] < 0.3);
  near([impulse], [6 * heavy.read().velocity[0]], 0.05);
  assert.ok(depth < 0.02, `${depth}`);
});

Deno.test("a robot that pushes a block over the ground works against its friction", async () => {
  const [mass, friction] = [3, 1];
  using scene = await TestWorld.open({
    files: CARRIAGES,
    robots: [{ file: "low.xml", module: SLIDE }],
    objects: [{
      name: "block",
      shape: { kind: "box", size: [0.3, 0.3, 0.1] },
      pose: { position: [0.3, 0, 0.05], orientation: [1, 0, 0, 0] },
      isFixed: false,
      mass,
      friction: [friction, 0.005, 0.0001],
    }],
  });
  const { driver, read } = await scene.drive(0);
  const forces: number[] = [];
  const torques: number[] = [];
  for (let step = 0; step < 3000; step++) {
    driver.servoJ(Float64Array.of(0.2 * step / 1000));
    scene.run(0.001);
    if (step < 2000) continue;
    forces.push(forceOn(scene, "block")[0]);
    torques.push(read().torque[0]);
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  // At a steady speed the push is the friction, and all forces on the block are balanced.
  near([mean(torques)], [friction * mass * 9.81], 0.05 * mass * 9.81);
  near([mean(forces)], [0], 0.05 * mass * 9.81);
  // The block is where the carriage has pushed it.
  near(scene.positionOf("block"), [0.1 + 0.15 + read().position[0], 0, 0.05], 3e-3);
  near(read().position, [0.2 * 3], 0.01);
});

Deno.test("what two arms that lean on each other report balances the force between them", async () => {
  const stick =
    `<mujoco><option timestep="0.001"/><worldbody><body name="stick"><joint name="turn" axis="0 0 1" damping="1" armature="0.1"/>
    <geom name="stick" type="capsule" fromto="0.05 0 0.2 0.5 0 0.2" size="0.03" mass="1"/></body></worldbody>
    <actuator><position name="drive" joint="turn" kp="400" kv="40" forcerange="-40 40"/></actuator></mujoco>`;
  using scene = await TestWorld.open({
    files: { "stick.xml": stick },
    robots: [{ file: "stick.xml", module: ["turn"] }, { position: [0, -0.35, 0] }],
  });
  const [still, pusher] = [await scene.drive(0), await scene.drive(1)];
  still.driver.servoJ(Float64Array.of(0));
  pusher.driver.servoJ(Float64Array.of(0.9));
  scene.run(4);
  near([still.read().velocity[0], pusher.read().velocity[0]], [0, 0], 2e-3);
  assert.ok(Math.abs(pusher.read().torque[0]) > 5);
  for (const [index, { read }] of [still, pusher].entries()) {
    const base = scene.world.scene.robots[index].pose.position;
    const geom = `${"ab"[index]}/stick`;
    const moment = contacts(scene).found.reduce((sum, { at: [x, y], force: [fx, fy], between }) => {
      const sign = between[1] === geom ? 1 : -1;
      return sum + sign * ((x - base[0]) * fy - (y - base[1]) * fx);
    }, 0);
    near([read().torque[0] + moment], [0], 1e-2);
  }
});
