import assert from "node:assert/strict";
import { DriverError } from "../../core/driver_error.ts";
import { TEST_MESHES } from "./test_meshes.ts";
import { TestRobot } from "./test_robot.ts";
import { TestWorld } from "./world/test_world.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** What is said of a robot with joint `a` whose model is `files[file]`: by the driver that simulates it alone, and by a world that has it twice. */
async function refusals(files: Files, file = "model.xml"): Promise<string[]> {
  const messages: string[] = [];
  const robots = [{ file, module: ["a"] }, { position: [9, 0, 0] }] as const;
  for (const open of [() => openAlone(files, file), () => TestWorld.open({ timestepS: 0.001, files, robots })]) {
    try {
      (await open())[Symbol.dispose]();
      messages.push("");
    } catch (error) {
      assert.ok(error instanceof DriverError, String(error));
      assert.equal(error.message.includes("\n"), false);
      messages.push(error.message);
    }
  }
  return messages;
}

async function openAlone(files: Files, file: string): Promise<Disposable> {
  const folder = Deno.makeTempDirSync({ prefix: "uri model " });
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = `${folder}/${name}`;
      Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      Deno.writeFileSync(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    }
    return await TestRobot.open({ path: `${folder}/${file}`, module: ["a"], periodNs: 2e6 });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const BODY = `<body pos="0 0 1"><joint name="a"/><geom size="0.1"/></body>`;
const MJCF = (rest: string, body = BODY) => `<mujoco>${rest}<worldbody>${body}</worldbody></mujoco>`;
const WITH_MESHES = (...files: readonly string[]) =>
  MJCF(`<compiler meshdir="meshes"/><asset>${files.map((file) => `<mesh file="${file}"/>`).join("")}</asset>`);
const INERTIAL = `<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>`;
/** A URDF of a joint `a` and a joint `b`, with what the links of them look like. */
const URDF = (a: string, b = "") =>
  `<robot name="r"><link name="base"/><link name="l">${a}${INERTIAL}</link><link name="m">${b}${INERTIAL}</link>
    <joint name="a" type="continuous"><parent link="base"/><child link="l"/></joint>
    <joint name="b" type="continuous"><parent link="l"/><child link="m"/></joint></robot>`;
const COLLISION = (file: string, rest = "") =>
  `<collision><geometry><mesh filename="${file}" ${rest}/></geometry></collision>`;

for (
  const [title, files, text] of [
    [
      "several meshes are missing",
      {
        "model.xml": WITH_MESHES(..."abcdef".split("").map((name) => `${name}.stl`)),
        "meshes/b.stl": TEST_MESHES.stl(1),
      },
      /Error opening file 'meshes\/a\.stl'; there are no files '\/.*meshes\/a\.stl', '.*\/c\.stl', '.*\/d\.stl', '.*\/e\.stl' and 1 more; correct the paths/,
    ],
    [
      "the name of a mesh is written in other capitals",
      { "model.xml": WITH_MESHES("Link.stl"), "meshes/link.STL": TEST_MESHES.stl(1) },
      /there is no file '.*\/Link\.stl' \(did you mean 'link\.STL'\?\); correct the path/,
    ],
    [
      "Git LFS has not fetched a mesh",
      {
        "model.xml": WITH_MESHES("a.stl"),
        "meshes/a.stl": `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`,
      },
      /'\/.*meshes\/a\.stl' is a pointer of Git LFS, not the file itself; fetch it with git lfs pull/,
    ],
    [
      "a mesh is ASCII STL",
      {
        "model.xml": WITH_MESHES("a.stl"),
        "meshes/a.stl": `solid a\n${"facet normal 0 0 1\n".repeat(20)}endsolid a\n`,
      },
      /mesh file '.*a\.stl'.*MuJoCo reads binary STL files of at most 200000 faces: save the mesh as that/,
    ],
    [
      "a texture is no picture",
      {
        "model.xml": MJCF(`<compiler texturedir="t"/><asset><texture name="t" type="2d" file="t.png"/></asset>`),
        "t/t.png": "none",
      },
      /error decoding PNG file '.*t\/t\.png'/,
    ],
    [
      "a folder is where a mesh should be",
      { "model.xml": WITH_MESHES("a.stl"), "meshes/a.stl/x": "" },
      /'.*meshes\/a\.stl' is no regular file, or has more than 500 MB; name another one/,
    ],
    [
      "the text is UTF-16",
      { "model.xml": new Uint8Array(Uint16Array.from(`\ufeff${MJCF("")}`, (c) => c.charCodeAt(0)).buffer) },
      /it is UTF-16 text or no text, MJCF or URDF in UTF-8 was wanted; save it as UTF-8/,
    ],
    ["the file is no text", { "model.xml": TEST_MESHES.stl(1) }, /it is UTF-16 text or no text/],
    ["the file is empty", { "model.xml": "" }, /empty file '.*model\.xml'/],
    ["it is none of MuJoCo's formats", { "model.xml": "<sdf><model/></sdf>" }, /loading model .*model\.xml.*sdf/],
    [
      "it includes itself",
      {
        "model.xml": MJCF(`<include file="parts/p.xml"/>`),
        "parts/p.xml": `<mujoco><include file="../model.xml"/></mujoco>`,
      },
      /'.*model\.xml' lists '.*p\.xml' lists '.*model\.xml', models without themselves/,
    ],
    [
      "it includes a file twice",
      {
        "model.xml": MJCF(`<include file="p.xml"/><include file="p.xml"/>`),
        "p.xml": `<mujoco><option timestep="0.001"/></mujoco>`,
      },
      /File 'p\.xml' already included/,
    ],
    [
      "it has a plugin",
      { "model.xml": MJCF(`<extension><plugin plugin="mujoco.elasticity.cable"/></extension>`) },
      /plugin mujoco\.elasticity\.cable not found.*this program has no plugins of MuJoCo: write the model without/,
    ],
    [
      "it needs more memory than there is",
      { "model.xml": MJCF(`<size memory="3G"/>`) },
      /more memory than a simulation can have: take meshes of fewer faces, .*smaller <size memory>/,
    ],
    [
      "a moving body has no mass",
      { "model.xml": MJCF("", `<body name="light" pos="0 0 1"><joint name="a"/></body>`) },
      /mass and inertia of moving bodies.*'light'.*give the body a mass: <inertial>/,
    ],
    [
      "a joint of the module is a ball joint",
      { "model.xml": MJCF("", `<body><joint name="a" type="ball"/><geom size="1"/></body>`) },
      /joint 'a' is a ball joint in the model and revolute in the module/,
    ],
    [
      "a keyframe has too many controls",
      { "model.xml": MJCF("").replace("</mujoco>", `<keyframe><key name="home" ctrl="1 2"/></keyframe></mujoco>`) },
      /keyframe 0: invalid ctrl size, expected length 0/,
    ],
    [
      "a keyframe was made before the model got another joint",
      {
        "model.xml": MJCF("", `<body pos="1 0 1"><freejoint/><geom size="0.1"/></body>${BODY}`)
          .replace("</mujoco>", `<keyframe><key name="home" qpos="0.5"/><key qvel="1 2"/><key/></keyframe></mujoco>`),
      },
      /keyframe home has 1 numbers in qpos and the model needs 8; keyframe number 1 has 2 numbers in qvel and the model needs 7, all or none/,
    ],
    ...["<actuator><motor joint='q'/></actuator>", "<sensor><gyro site='q'/></sensor>"].concat(
      "<equality><joint joint1='a' joint2='q'/></equality>",
      "<contact><exclude body1='world' body2='q'/></contact>",
      "<tendon><fixed><joint joint='q' coef='1'/></fixed></tendon>",
    ).map((element) =>
      [
        `it refers to what does not exist in ${element}`,
        { "model.xml": MJCF("").replace("</mujoco>", `${element}</mujoco>`) },
        /loading model .*'q'/,
      ] as const
    ),
  ] as readonly (readonly [string, Files, RegExp])[]
) {
  Deno.test(`refused alone and in a world, with what to do: ${title}`, async () => {
    for (const message of await refusals(files)) assert.match(message, text);
  });
}

for (
  const [title, files, file] of [
    ["a BOM and line ends of Windows", { "model.xml": `\ufeff<?xml version="1.0"?>\r\n${MJCF("\r\n")}\r\n` }],
    ["slashes of Windows", { "model.xml": WITH_MESHES("arm\\a.stl"), "meshes/arm/a.stl": TEST_MESHES.stl(1) }],
    [
      "a URDF of slashes of Windows",
      { "p/u/a.urdf": URDF(COLLISION("package://p/meshes\\a.stl")), "p/meshes/a.stl": TEST_MESHES.stl(1) },
      "p/u/a.urdf",
    ],
    [
      "a URDF with a relative path, and what looks are made of missing",
      {
        "u/a.urdf": URDF(
          `<visual><geometry><mesh filename="../visual/a.dae"/></geometry></visual>${COLLISION("../meshes/a.stl")}`,
        ),
        "meshes/a.stl": TEST_MESHES.stl(1),
      },
      "u/a.urdf",
    ],
    [
      "nested includes and meshes above the model",
      {
        "a/b/model.xml": MJCF(
          `<compiler meshdir="../../meshes" texturedir="."/><include file="c/one.xml"/>`,
          `${BODY}<include file="c/body.xml"/>`,
        ),
        "a/b/c/one.xml": `<mujoco><include file="d/two.xml"/></mujoco>`,
        "a/b/c/d/two.xml": `<mujoco><asset><mesh name="m" file="m.stl"/></asset></mujoco>`,
        "a/b/c/body.xml": `<mujocoinclude><geom type="mesh" mesh="m"/></mujocoinclude>`,
        "meshes/m.stl": TEST_MESHES.stl(1),
      },
      "a/b/model.xml",
    ],
  ] as readonly (readonly [string, Files, string?])[]
) {
  Deno.test(`a model loads alone and in a world: ${title}`, async () => {
    assert.deepEqual(await refusals(files, file), ["", ""]);
  });
}

Deno.test("links of a URDF have their own meshes, also where files in two folders have one name, or one file two scales", async () => {
  const files = {
    "p/a.urdf": URDF(
      COLLISION("package://p/one/base_link.stl") + COLLISION("package://p/one/base_link.stl", `scale="1 -3 1"`),
      COLLISION("package://p/two/base_link.stl") + COLLISION("package://p/one/base_link.obj"),
    ),
    "p/one/base_link.stl": TEST_MESHES.stl(0.1),
    "p/two/base_link.stl": TEST_MESHES.stl(0.2),
    "p/one/base_link.obj": TEST_MESHES.obj(0.4),
  };
  using scene = await TestWorld.open({
    timestepS: 0.001,
    files,
    robots: [{ file: "p/a.urdf", module: ["a"] }, { position: [9, 0, 0] }],
  });
  const { simulation } = scene.world.model;
  const [starts, vertices] = [simulation.integers("mesh_vertadr"), simulation.floats("mesh_vert")];
  const extents = Array.from(simulation.integers("geom_dataid")).filter((mesh) => mesh >= 0).map((mesh) => {
    const own = vertices.subarray(3 * starts[mesh], 3 * starts[mesh] + 12);
    // The longest of the edges between the corners of a tetrahedron, whatever way MuJoCo turned it.
    const corners = [0, 3, 6, 9].map((at) => own.subarray(at, at + 3));
    const lengths = corners.flatMap((p) => corners.map((q) => Math.hypot(...p.map((value, k) => value - q[k]))));
    return Number(Math.max(...lengths).toFixed(4));
  });
  const wanted = [0.1 * Math.SQRT2, 0.1 * Math.sqrt(10), 0.2 * Math.SQRT2, 0.4 * Math.SQRT2];
  assert.deepEqual(extents, [...wanted, ...wanted].map((value) => Number(value.toFixed(4))));
});
