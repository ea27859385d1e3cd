import assert from "node:assert/strict";
import { UR5E } from "../../robots/ur5e.ts";
import { projectRoot } from "../../tools/project_root.ts";
import { loadGeometry } from "./load_geometry.ts";
import { readGeometry } from "./read_geometry.ts";

const FILE = `${projectRoot()}/examples/ur5e/ur5e.xml`;

Deno.test("an MJCF gives its bodies with shapes and colours, in a thread of its own", async () => {
  const { bodies, notes } = await loadGeometry({ kind: "mjcf", file: FILE, module: UR5E, robot: 3 });
  assert.deepEqual(notes, []);
  assert.deepEqual(bodies.map(({ isRobot }) => isRobot), bodies.map((_, index) => index > 0));
  const joints = bodies.flatMap((body) => body.joints);
  assert.deepEqual(joints.map(({ robot, joint }) => [robot, joint]), [0, 1, 2, 3, 4, 5].map((joint) => [3, joint]));
  const [plane] = bodies[0].shapes;
  assert.equal(plane.type, "plane");
  assert.ok(bodies[1].shapes.every(({ type, colour }) => type === "capsule" && Math.abs(colour[2] - 0.8) < 1e-6));
});

Deno.test("a model that is none, or is of another robot, is a clear error", async () => {
  const other = { ...UR5E, joints: UR5E.joints.map((joint) => ({ ...joint, name: `my_${joint.name}` })) };
  await assert.rejects(loadGeometry({ kind: "mjcf", file: FILE, module: other, robot: 0 }), {
    name: "RunFailure",
    message: /joint 'my_shoulder_pan_joint' is not in the model/,
  });
  await assert.rejects(loadGeometry({ kind: "mjcf", file: "/nowhere.xml", module: UR5E, robot: 0 }), {
    message: /there is no file '\/nowhere.xml'/,
  });
  await assert.rejects(loadGeometry({ kind: "urdf", file: "/nowhere.urdf", module: UR5E, robot: 0 }), {
    message: /nowhere.urdf/,
  });
});

Deno.test("meshes, height fields, materials; shapes for contacts are left out where there are others", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(
      `${folder}/tetra.obj`,
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n",
    );
    Deno.writeTextFileSync(
      `${folder}/model.xml`,
      `<mujoco>
      <asset>
        <mesh name="tetra" file="tetra.obj"/>
        <material name="red" rgba="1 0 0 1"/>
        <hfield name="hills" nrow="3" ncol="4" size="2 1 0.5 0.1" elevation="0 0 0 0 0 1 1 0 0 0 0 0"/>
      </asset>
      <worldbody>
        <geom type="hfield" hfield="hills"/>
        <body><joint name="j" axis="0 0 1"/>
          <geom type="mesh" mesh="tetra" material="red" group="2"/>
          <geom type="mesh" mesh="tetra" rgba="0 1 0 0.5" pos="1 0 0"/>
          <geom type="box" size="1 2 3" group="3"/>
          <geom type="box" size="1 2 3" rgba="1 1 1 0"/>
        </body>
      </worldbody></mujoco>`,
    );
    const module = { ...UR5E, joints: [{ ...UR5E.joints[0], name: "j" }], posture: [0] };
    const { bodies, meshes } = await readGeometry({ kind: "mjcf", file: `${folder}/model.xml`, module, robot: 0 });
    assert.deepEqual(bodies[1].shapes.map(({ type, colour, mesh }) => [type, mesh, ...colour]), [
      ["mesh", 1, 1, 0, 0, 1],
      ["mesh", 1, 0, 1, 0, 0.5],
    ]);
    const [hills, tetra] = meshes;
    assert.equal(hills.positions.length, 9 * 12);
    const heights = hills.positions.filter((_, i) => i % 3 === 2);
    assert.deepEqual([Math.min(...heights), Math.max(...heights)], [0, 0.5]);
    assert.equal(Math.max(...hills.positions.filter((_, i) => i % 3 === 0)), 2);
    assert.equal(tetra.positions.length, 9 * 4);
    for (const { normals } of meshes) {
      for (let i = 0; i < normals.length; i += 3) {
        assert.ok(Math.abs(Math.hypot(...normals.subarray(i, i + 3)) - 1) < 1e-3);
      }
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
