import assert from "node:assert/strict";
import { ConfigProblems } from "../../core/config_problems.ts";
import { readUrdf } from "../../robots/read_urdf.ts";
import type { ModelGeometry } from "./model_geometry.ts";
import { readUrdfGeometry } from "./read_urdf_geometry.ts";

const LIMIT = '<limit lower="-1" upper="1" velocity="1" effort="1"/>';

/** Writes files into a folder, the URDF among them, and reads it. */
function read(files: Record<string, string | Uint8Array>, urdf = "my_robot/urdf/robot.urdf"): ModelGeometry {
  const folder = Deno.makeTempDirSync();
  try {
    for (const [name, content] of Object.entries(files)) {
      Deno.mkdirSync(`${folder}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
      Deno.writeFileSync(
        `${folder}/${name}`,
        typeof content === "string" ? new TextEncoder().encode(content) : content,
      );
    }
    const problems = new ConfigProblems();
    const module = readUrdf(Deno.readTextFileSync(`${folder}/${urdf}`), urdf, problems);
    assert.deepEqual(problems.all, []);
    return readUrdfGeometry(`${folder}/${urdf}`, module!, 2);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** A binary STL with one triangle. */
function stl(): Uint8Array {
  const bytes = new Uint8Array(84 + 50);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("solid but binary"));
  view.setUint32(80, 1, true);
  [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0].forEach((value, i) => view.setFloat32(84 + 4 * i, value, true));
  return bytes;
}

const TEXT_STL =
  "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 0 2e0 0\nendloop\nendfacet\nendsolid\n";

Deno.test("links in any order, shapes, materials, joints that follow others", () => {
  const { bodies, notes, meshes } = read({
    "my_robot/urdf/robot.urdf": `<robot name="r">
      <material name="blue"><color rgba="0 0 1 1"/></material>
      <link name="tool"><visual><geometry><mesh filename="package://my_robot/meshes/tool.stl" scale="2 2 2"/></geometry></visual></link>
      <link name="finger"><visual><geometry><mesh filename="package://my_robot/meshes/text.STL"/></geometry></visual></link>
      <link name="base">
        <visual><origin xyz="0 0 0.5" rpy="0 0 1.5707963267948966"/><geometry><box size="1 2 3"/></geometry><material name="blue"/></visual>
        <visual><geometry><sphere radius="0.1"/></geometry></visual>
        <collision><geometry><box size="9 9 9"/></geometry></collision>
      </link>
      <link name="arm"><visual><geometry><cylinder radius="0.1" length="0.6"/></geometry>
        <material name="own"><color rgba="1 0 0 0.5"/></material></visual></link>
      <joint name="j2" type="prismatic"><parent link="arm"/><child link="tool"/><axis xyz="0 0 2"/>${LIMIT}</joint>
      <joint name="j1" type="revolute"><origin xyz="1 2 3"/><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>${LIMIT}</joint>
      <joint name="j3" type="prismatic"><parent link="tool"/><child link="finger"/><mimic joint="j2" multiplier="-2" offset="0.5"/>${LIMIT}</joint>
    </robot>`,
    "my_robot/meshes/tool.stl": stl(),
    "my_robot/meshes/text.STL": TEXT_STL,
  });
  assert.deepEqual(notes, []);
  assert.deepEqual(bodies.map(({ name, parent }) => [name, parent]), [["base", -1], ["arm", 0], ["tool", 1], [
    "finger",
    2,
  ]]);
  const [base, arm, tool, finger] = bodies;
  assert.deepEqual(base.shapes.map(({ type, size }) => [type, ...size]), [["box", 0.5, 1, 1.5], ["sphere", 0.1, 0, 0]]);
  assert.deepEqual(base.shapes[0].colour, [0, 0, 1, 1]);
  assert.deepEqual(base.shapes[0].position, [0, 0, 0.5]);
  assert.ok(
    Math.abs(base.shapes[0].rotation[0] - Math.SQRT1_2) < 1e-12 &&
      Math.abs(base.shapes[0].rotation[3] - Math.SQRT1_2) < 1e-12,
  );
  assert.deepEqual(arm.shapes.map(({ type, size, colour }) => [type, ...size, ...colour]), [[
    "cylinder",
    0.1,
    0.3,
    0,
    1,
    0,
    0,
    0.5,
  ]]);
  assert.deepEqual(arm.position, [1, 2, 3]);
  assert.deepEqual(arm.joints.map(({ type, axis, robot, joint }) => [type, axis, robot, joint]), [[
    "revolute",
    [0, 1, 0],
    2,
    1,
  ]]);
  assert.deepEqual(tool.joints.map(({ type, axis, robot, joint }) => [type, axis, robot, joint]), [[
    "prismatic",
    [0, 0, 1],
    2,
    0,
  ]]);
  assert.deepEqual(finger.joints.map(({ joint, scale, offset }) => [joint, scale, offset]), [[0, -2, 0.5]]);
  assert.deepEqual(tool.shapes.map(({ type, size, mesh }) => [type, size, mesh]), [["mesh", [2, 2, 2], 0]]);
  assert.deepEqual([...meshes[0].positions], [0, 0, 0, 1, 0, 0, 0, 1, 0]);
  assert.deepEqual([...meshes[0].normals], [0, 0, 1, 0, 0, 1, 0, 0, 1]);
  assert.deepEqual([...meshes[1].positions], [0, 0, 0, 2, 0, 0, 0, 2, 0]);
});

Deno.test("what cannot be drawn is noted, and the rest is drawn; without any shape boxes show the links", () => {
  const joint =
    `<joint name="j" type="revolute"><origin xyz="0 0 -0.4"/><parent link="a"/><child link="b"/>${LIMIT}</joint>`;
  const mesh = (file: string) => `<visual><geometry><mesh filename="${file}"/></geometry></visual>`;
  const some = read({
    "my_robot/urdf/robot.urdf": `<robot name="r"><link name="a">${mesh("package://other/a.stl")}${mesh("x.dae")}${
      mesh("empty.obj")
    }</link><link name="b"><visual><geometry><sphere radius="1"/></geometry></visual></link>${joint}</robot>`,
    "my_robot/urdf/x.dae": "<x/>",
    "my_robot/urdf/empty.obj": "f 1 2 3\n",
  });
  assert.deepEqual(some.bodies.map(({ shapes }) => shapes.length), [0, 1]);
  assert.match(some.notes[0], /'package:\/\/other\/a.stl': there is no such file, looked for .*other\/a.stl/);
  assert.match(some.notes[1], /x.dae: it is neither STL nor OBJ/);
  assert.match(some.notes[2], /empty.obj: it has no triangles/);

  const bare = read({ "my_robot/urdf/robot.urdf": `<robot name="r"><link name="b"/><link name="a"/>${joint}</robot>` });
  assert.deepEqual(bare.bodies[0].shapes.map(({ type }) => type), ["box", "sphere"]);
  assert.deepEqual(bare.bodies[0].shapes[0].size[2], 0.2);
  assert.deepEqual(bare.bodies[0].shapes[0].position, [0, 0, -0.2]);
  assert.match(bare.notes[0], /no shapes that can be drawn: boxes show the links/);
});

Deno.test("an OBJ may have faces of more than three corners, and count from the end", () => {
  const { meshes } = read({
    "robot.urdf":
      `<robot name="r"><link name="a"><visual><geometry><mesh filename="square.obj"/></geometry></visual></link><link name="b"/>
      <joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>`,
    "square.obj": "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nf -4//1 -3//1 3//1 4//1\n",
  }, "robot.urdf");
  assert.deepEqual([...meshes[0].positions], [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0]);
});
