import assert from "node:assert/strict";
import { ConfigError } from "../../core/config_error.ts";
import { BUILT_IN_ROBOT_MODULES } from "../../robots/built_in_robot_modules.ts";
import { testModules } from "../../tests/test_modules.ts";
import { type LoadedScene, loadScene, type LoadSceneOptions } from "./load_scene.ts";

const MINIMAL = `robots:
  arm: {module: Arm, model: arm.xml, network_interface: {protocol: shm}}
`;
const FILES = { "arm.xml": "<mujoco/>", "env.xml": "<mujoco/>", "cup.xml": "<mujoco/>", "part.stl": "solid x" };

/** Loads `text` from a folder of its own, which has the {@link FILES} too. */
async function load(text: string, options: LoadSceneOptions = {}): Promise<{ loaded: LoadedScene; folder: string }> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, content] of Object.entries(FILES)) await Deno.writeTextFile(`${folder}/${name}`, content);
    await Deno.writeTextFile(`${folder}/scene.yaml`, text);
    return { loaded: await loadScene(`${folder}/scene.yaml`, { modules: testModules(), ...options }), folder };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Checks that `text` is refused with exactly these lines, without the name of the file; `DIR` is its folder. */
async function refuses(text: string, ...expected: readonly string[]): Promise<void> {
  await assert.rejects(load(text), (error) => {
    assert.ok(error instanceof ConfigError, String(error));
    const folder = error.problems[0].file.replace("/scene.yaml", "");
    const lines = error.message.replaceAll(`${folder}/scene.yaml:`, "").replaceAll(folder, "DIR").split("\n");
    assert.deepEqual(lines, expected);
    return true;
  });
}

Deno.test("a short scene gets every default", async () => {
  const { loaded, folder } = await load(MINIMAL);
  assert.deepEqual(loaded, {
    scene: {
      file: `${folder}/scene.yaml`,
      ground: true,
      robots: [{
        name: "arm",
        file: `${folder}/arm.xml`,
        module: testModules().get("Arm"),
        pose: { position: [0, 0, 0], orientation: [1, 0, 0, 0] },
        prefix: "arm/",
        periodNs: 2_000_000,
      }],
      objects: [],
    },
    robots: [{
      file: `${folder}/scene.yaml`,
      name: "arm",
      network: { protocol: "shm", backend: "flatbuffer", latencyStats: false, connectionTimeoutMs: 100 },
      autostart: false,
      timeStepNs: 2_000_000,
    }],
    records: [undefined],
  });
  assert.deepEqual(structuredClone(loaded), loaded);
});

Deno.test("a full scene is read completely, with paths relative to it", async () => {
  const { loaded: { scene, robots }, folder } = await load(`
world: {timestep: 0.0005, gravity: [0, 0, -1.62], environment: env.xml, ground: true}
robots:
  left: &robot
    module: Arm
    model: arm.xml
    pose: {xyz: [1, 2.5, -3e-1], rpy: [0, 0, 1.5707963267948966]}
    prefix: L-
    time_step: 0.001
    keyframe: ready
    network_interface: {protocol: shm, connection_timeout_ms: 50}
  right: {<<: *robot, prefix: R-, time_step: 0.0025, pose: {quaternion: [0.7071, 0, 0.7071, 0]}}
objects:
  box: {shape: box, size: [1, 2, 3], mass: 4, friction: 0.5, colour: [1, 0, 0], pose: {xyz: [0, 0, 1.5]}}
  ball: {shape: sphere, radius: 0.1, friction: [1, 0.01, 0], colour: [0, 0, 1, 0.5], fixed: true}
  can: {shape: cylinder, radius: 0.1, length: 0.3}
  part: {shape: mesh, file: part.stl, scale: 0.001}
  part 2: {shape: mesh, file: part.stl, scale: [1, 1, -1]}
  cup: {model: cup.xml}
`);
  assert.deepEqual([scene.timestepS, scene.gravity, scene.environment, scene.ground], [
    0.0005,
    [0, 0, -1.62],
    `${folder}/env.xml`,
    true,
  ]);
  const [left, right] = scene.robots;
  assert.deepEqual(left.pose.position, [1, 2.5, -0.3]);
  left.pose.orientation.forEach((value, i) =>
    assert.ok(Math.abs(value - [Math.SQRT1_2, 0, 0, Math.SQRT1_2][i]) < 1e-15)
  );
  assert.ok(Math.abs(Math.hypot(...right.pose.orientation) - 1) < 1e-15);
  assert.deepEqual([left.prefix, left.periodNs, left.keyframe], ["L-", 1e6, "ready"]);
  assert.deepEqual([right.prefix, right.periodNs, robots[1].timeStepNs], ["R-", 2.5e6, 2.5e6]);
  assert.equal(robots[0].network.connectionTimeoutMs, 50);
  const origin = { position: [0, 0, 0], orientation: [1, 0, 0, 0] };
  const file = `${folder}/part.stl`;
  assert.deepEqual(scene.objects, [
    {
      name: "box",
      pose: { position: [0, 0, 1.5], orientation: [1, 0, 0, 0] },
      shape: { kind: "box", size: [1, 2, 3] },
      isFixed: false,
      mass: 4,
      friction: [0.5],
      colour: [1, 0, 0, 1],
    },
    {
      name: "ball",
      pose: origin,
      shape: { kind: "sphere", radius: 0.1 },
      isFixed: true,
      friction: [1, 0.01, 0],
      colour: [0, 0, 1, 0.5],
    },
    { name: "can", pose: origin, shape: { kind: "cylinder", radius: 0.1, length: 0.3 }, isFixed: false },
    { name: "part", pose: origin, shape: { kind: "mesh", file, scale: [0.001, 0.001, 0.001] }, isFixed: false },
    { name: "part 2", pose: origin, shape: { kind: "mesh", file, scale: [1, 1, -1] }, isFixed: false },
    { name: "cup", pose: origin, file: `${folder}/cup.xml` },
  ]);
});

Deno.test("an environment has its own floor", async () => {
  assert.equal((await load(`world: {environment: env.xml}\n${MINIMAL}`)).loaded.scene.ground, false);
  assert.equal((await load(`world: {ground: false}\n${MINIMAL}`)).loaded.scene.ground, false);
});

Deno.test("roll, pitch and yaw turn about fixed axes, as in URDF", async () => {
  const text = MINIMAL.replace("arm.xml", "arm.xml, pose: {rpy: [0.3, -0.4, 1.1]}");
  const [w, x, y, z] = (await load(text)).loaded.scene.robots[0].pose.orientation;
  // The images of the axes x and z, from the rotation matrix Rz · Ry · Rx.
  const [cr, sr, cp, sp, cy, sy] = [0.3, -0.4, 1.1].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]);
  const image = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
  const zImage = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
  [cy * cp, sy * cp, -sp].forEach((value, i) => assert.ok(Math.abs(value - image[i]) < 1e-12));
  [cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr].forEach((value, i) =>
    assert.ok(Math.abs(value - zImage[i]) < 1e-12)
  );
});

Deno.test("the example's scene is right", async () => {
  const { scene, robots } = await loadScene(new URL("../../examples/two_arms/scene.yaml", import.meta.url).pathname);
  assert.deepEqual(robots.map(({ name, timeStepNs }) => [name, timeStepNs]), [["bender", 1e6], ["sweeper", 2e6]]);
  assert.deepEqual(scene.objects.map(({ name }) => name), ["block"]);
});

Deno.test("everything wrong is told at once, in the order of the file", async () => {
  await refuses(
    `wrold: {timestep: 0.001}
world: {timestep: 1ms, gravity: [0, 0], ground: yes, environment: none.xml, wind: 3}
robots:
  a/b: {module: Arn, model: gone.xml, network_interface: {protocol: shn}}
  arm:
    module: Arm
    pose: {xyz: [1, 2, z], rpy: [0, 0, 0], quaternion: [1, 1, 0, 0], yaw: 1}
    prefix: ""
    time_step: -1
    keyframe: [1]
    network_interface: {protocol: shm}
    controller: {mode: torque}
  flat: Arm
objects:
  a*: {shape: bxo}
  box: {shape: box, radius: 1, mass: 0, friction: -1, colour: [1, 2, 3]}
  both: {shape: sphere, model: cup.xml, radius: 1}
  neither: {mass: 1}
  file: {model: cup.xml, mass: 1, radius: 2}
  can: {shape: cylinder, radius: -1}
  arm: {shape: sphere, radius: 0.1}
`,
    "1:1: wrold: 'wrold' is not known here; wanted world, robots or objects (did you mean 'world'?)",
    "2:19: world.timestep: '1ms' is not a period; wanted seconds as a decimal number, e.g. 0.005",
    "2:33: world.gravity: has 2 values; wanted x, y, z in m/s²: a list of 3 numbers within ±10000, e.g. [0, 0, -9.81]",
    "2:49: world.ground: 'yes' is not a truth value; wanted true or false (write true)",
    "2:67: world.environment: 'none.xml' does not exist; wanted an existing file (looked for DIR/none.xml)",
    "2:77: world.wind: 'wind' is not known here; wanted timestep, gravity, ground or environment",
    "4:3: robots.a/b: the name 'a/b' contains '/'; wanted a name without / * $ ? #",
    "4:17: robots.a/b.module: 'Arn' is not a robot module; wanted Arm, Rail, or a file (./my_robot.yaml, my_robot.urdf) (did you mean 'Arm'?)",
    "4:29: robots.a/b.model: 'gone.xml' does not exist; wanted an existing file (looked for DIR/gone.xml)",
    "4:69: robots.a/b.network_interface.protocol: 'shn' is not a protocol; wanted shm, zenoh or zenoh/shm (did you mean 'shm'?)",
    "5:3: robots.arm.model: is missing; wanted the path of an MJCF or URDF file",
    "7:24: robots.arm.pose.xyz[2]: 'z' is not a number; wanted x, y, z in m: a list of 3 numbers within ±1000000",
    "7:44: robots.arm.pose.quaternion: is given beside rpy; wanted one of them",
    "7:56: robots.arm.pose.quaternion: has a length of 1.414; wanted a unit quaternion w, x, y, z",
    "7:70: robots.arm.pose.yaw: 'yaw' is not known here; wanted xyz, rpy or quaternion",
    "8:13: robots.arm.prefix: is empty; wanted what the names of its elements get in front, e.g. left/",
    "9:16: robots.arm.time_step: '-1' is negative; wanted a period > 0",
    "10:15: robots.arm.keyframe: is a list; wanted the name of a keyframe of the model",
    "12:5: robots.arm.controller: 'controller' is not known here; wanted module, model, pose, prefix, time_step, record, keyframe or network_interface",
    "13:9: robots.flat: 'Arm' is not a map; wanted a map with module, model, pose, prefix, time_step, record, keyframe or network_interface",
    "15:3: objects.a*: the name 'a*' contains '*'; wanted a name without / * $ ? #",
    "15:15: objects.a*.shape: 'bxo' is not a shape; wanted box, sphere, cylinder or mesh (did you mean 'box'?)",
    "16:3: objects.box.size: is missing; wanted it with shape 'box'",
    "16:21: objects.box.radius: has no meaning with shape 'box'; wanted size",
    "16:38: objects.box.mass: '0' is not a mass; wanted a mass > 0 in kg, at most 1000000000",
    "16:51: objects.box.friction: '-1' is not allowed; wanted a coefficient of sliding friction from 0 to 10000, or a list of sliding, torsional and rolling friction",
    "16:67: objects.box.colour[1]: '2' is not allowed; wanted red, green, blue and perhaps opacity: a list of numbers from 0 to 1",
    "16:70: objects.box.colour[2]: '3' is not allowed; wanted red, green, blue and perhaps opacity: a list of numbers from 0 to 1",
    "17:3: objects.both: has shape and model; wanted one of them",
    "18:3: objects.neither: has neither shape nor model; wanted one of them",
    "19:26: objects.file.mass: has no meaning with a model; wanted that of the file",
    "19:35: objects.file.radius: has no meaning with a model; wanted that of the file",
    "20:3: objects.can.length: is missing; wanted it with shape 'cylinder'",
    "20:34: objects.can.radius: '-1' is not a radius; wanted a length > 0 in m, at most 1000000",
    "21:3: objects.arm: the name 'arm' is that of a robot; wanted another one",
  );
});

Deno.test("numbers beyond reason are told of, as physics could not start with them", async () => {
  await refuses(
    `world: {gravity: [0, 0, -1e300]}
robots:
  arm: {module: Arm, model: arm.xml, pose: {xyz: [1e300, 0, 0]}, network_interface: {protocol: shm}}
  bar: {module: Arm, model: arm.xml, pose: {rpy: [0, 0, -1e9]}, network_interface: {protocol: shm}}
objects:
  box: {shape: box, size: [1e200, 1, 1], mass: 1e100, friction: 1e300}
  can: {shape: cylinder, radius: 1e7, length: 1e7, pose: {xyz: [0, -1e7, 0]}}
  part: {shape: mesh, file: part.stl, scale: -1e9}
`,
    "1:25: world.gravity[2]: '-1e300' is not allowed; wanted x, y, z in m/s²: a list of 3 numbers within ±10000, e.g. [0, 0, -9.81]",
    "3:51: robots.arm.pose.xyz[0]: '1e300' is not allowed; wanted x, y, z in m: a list of 3 numbers within ±1000000",
    "4:57: robots.bar.pose.rpy[2]: '-1e9' is not allowed; wanted roll, pitch, yaw in rad: a list of 3 numbers within ±1000",
    "6:28: objects.box.size[0]: '1e200' is not allowed; wanted the lengths of the edges along x, y, z in m: a list of 3 numbers > 0, at most 1000000",
    "6:48: objects.box.mass: '1e100' is not a mass; wanted a mass > 0 in kg, at most 1000000000",
    "6:65: objects.box.friction: '1e300' is not allowed; wanted a coefficient of sliding friction from 0 to 10000, or a list of sliding, torsional and rolling friction",
    "7:34: objects.can.radius: '1e7' is not a radius; wanted a length > 0 in m, at most 1000000",
    "7:47: objects.can.length: '1e7' is not a length; wanted a length > 0 in m, at most 1000000",
    "7:68: objects.can.pose.xyz[1]: '-1e7' is not allowed; wanted x, y, z in m: a list of 3 numbers within ±1000000",
    "8:46: objects.part.scale: '-1e9' is not allowed; wanted a factor, or a list of 3 for x, y, z, not 0, within ±1000000",
  );
});

Deno.test("a module and a model are regular files: nothing waits for a pipe", async () => {
  const fifo = Deno.makeTempDirSync() + "/fifo";
  try {
    assert.ok((await new Deno.Command("mkfifo", { args: [fifo] }).output()).success);
    await refuses(
      `robots:
  a: {module: ${fifo}, model: arm.xml, network_interface: {protocol: shm}}
  b: {module: Arm, model: ${fifo}, network_interface: {protocol: shm}}
  c: {module: Arm, model: /dev/zero, network_interface: {protocol: shm}}
`,
      `2:15: robots.a.module: '${fifo}' cannot be read: it is no regular file; wanted one (looked for ${fifo})`,
      `3:27: robots.b.model: '${fifo}' is no regular file; wanted one`,
      "4:27: robots.c.model: '/dev/zero' is no regular file; wanted one",
    );
  } finally {
    Deno.removeSync(fifo.slice(0, -5), { recursive: true });
  }
});

Deno.test("a scene needs robots, as a map", async () => {
  const wanted = "wanted a map of robot names, each with module and model";
  await refuses("world: {ground: true}\n", `1:1: robots: is missing; ${wanted}`);
  await refuses("robots: []\n", `1:9: robots: is a list; ${wanted}`);
  await refuses("robots: {}\n", `1:9: robots: is empty; ${wanted}`);
  await refuses(
    "robots:\nobjects: 3\n",
    `1:8: robots: is empty; ${wanted}`,
    "2:10: objects: '3' is not a map; wanted a map of object names, each with shape or model",
  );
});

Deno.test("a period that is no multiple of the world's timestep is told of where it is written", async () => {
  await refuses(
    `world: {timestep: 0.0007}\n${MINIMAL}  b: {module: Arm, model: arm.xml, time_step: 0.001, network_interface: {protocol: shm}}\n`,
    "3:3: robots.arm.time_step: 0.002 s is no whole number of physics steps of 0.0007 s (world.timestep); wanted 0.0014 or 0.0021 s",
    "4:47: robots.b.time_step: 0.001 s is no whole number of physics steps of 0.0007 s (world.timestep); wanted 0.0007 or 0.0014 s",
  );
});

Deno.test("prefixes that begin alike are refused", async () => {
  await refuses(
    `robots:
  a: {module: Arm, model: arm.xml, prefix: x, network_interface: {protocol: shm}}
  b: {module: Arm, model: arm.xml, prefix: xy, network_interface: {protocol: shm}}
  c: {module: Arm, model: arm.xml, network_interface: {protocol: shm}}
`,
    "2:44: robots.a.prefix: 'x' and 'xy' of robot 'b' begin alike; wanted prefixes that tell them apart",
    "3:44: robots.b.prefix: 'xy' and 'x' of robot 'a' begin alike; wanted prefixes that tell them apart",
  );
});

Deno.test("a file that is missing, empty or no map is told of", async () => {
  await assert.rejects(loadScene("/nonexistent/scene.yaml"), /scene\.yaml: cannot be read: there is no such file/);
  await refuses("", "1:1: the file is empty; wanted a map with the keys world, robots and objects");
  await refuses("- 1\n", "1:1: the file is a list; wanted a map with the keys world, robots and objects");
});

Deno.test("the example of docs/scenes.md is a good scene", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/scenes.md", import.meta.url));
  const [, example] = /```yaml\n([^]*?)```/.exec(page)!;
  const files = [["../ur5e/ur5e.xml", "arm.xml"], ["hall.xml", "env.xml"], ["drawer.xml", "cup.xml"]];
  const text = files.reduce((text, [from, to]) => text.replaceAll(from, to), example);
  const { scene } = (await load(text, { modules: BUILT_IN_ROBOT_MODULES })).loaded;
  assert.deepEqual([scene.robots.length, scene.objects.length], [2, 5]);
});
