import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { ARM7_GRIPPER } from "../../../robots/arm7_gripper.ts";
import { UR5E } from "../../../robots/ur5e.ts";
import { TestRobot } from "../test_robot.ts";
import { TestWorld } from "./test_world.ts";
import { testNear as near } from "./test_near.ts";

const ROOT = fileURLToPath(new URL("../../../examples/", import.meta.url));
const UR5E_MODEL = `${ROOT}ur5e/ur5e.xml`;
const GRIPPER_MODEL = `${ROOT}arm7_gripper/arm7_gripper.xml`;
const HALF = Math.SQRT1_2;

/** An arm of one hinge about the vertical, with a stick that collides; `x` is its reach. */
const STICK = (rest = "", option = `timestep="0.001"`) =>
  `<mujoco><option ${option}/><worldbody><body name="stick"><joint name="turn" axis="0 0 1" damping="1" armature="0.1"/>
    <geom type="capsule" fromto="0.05 0 0.2 0.5 0 0.2" size="0.03" mass="1"/></body></worldbody>
    <actuator><position name="drive" joint="turn" kp="400" kv="40" forcerange="-40 40"/></actuator>${rest}</mujoco>`;

Deno.test("robots of one model, and of models with the same names, go each to their own target", async () => {
  using scene = await TestWorld.open({
    robots: [
      { name: "left", file: UR5E_MODEL, module: UR5E, position: [0, 1, 0] },
      { name: "right", position: [0, -1, 0], orientation: [HALF, 0, 0, HALF] },
      { name: "hand", file: GRIPPER_MODEL, module: ARM7_GRIPPER, position: [2, 0, 0] },
      { name: `hände <2> & "x"`, position: [-2, 0, 0] },
    ],
  });
  const driven = await Promise.all(scene.world.robots.map((_, index) => scene.drive(index)));
  const targets = driven.map(({ read }, index) => read().position.map((q) => q + 0.004 * (index + 1)));
  driven.forEach(({ driver }, index) => assert.equal(driver.servoJ(targets[index]), 0));
  scene.run(1);
  driven.forEach(({ read }, index) => near(read().position, targets[index], 5e-4));
  for (const [index, { log }] of driven.entries()) {
    const file = scene.world.scene.robots[index].file;
    assert.deepEqual(log, [
      `info: '${
        scene.world.robots[index].name
      }' is simulated from ${file} in the world of ${scene.world.scene.file}, 1 physics step a period`,
    ]);
  }
});

Deno.test("a robot in a world moves as it does alone", async () => {
  const target = UR5E.posture.map((q, i) => q + 0.1 * (i - 2));
  using alone = await TestRobot.open({ path: UR5E_MODEL, module: UR5E });
  alone.run(0.5, target);
  using scene = await TestWorld.open({ robots: [{ file: UR5E_MODEL, module: UR5E }, { position: [3, 0, 0] }] });
  const { driver, read } = await scene.drive(1);
  for (let i = 0; i < 500; i++) {
    driver.servoJ(Float64Array.from(target));
    scene.world.advance(1);
  }
  near(read().position, alone.q, 1e-9);
  near(read().velocity, [...alone.state.velocity], 1e-9);
  near(read().bodySensors[0].linearAcceleration, [...alone.state.bodySensors[0].linearAcceleration], 1e-6);
});

Deno.test("contacts between robots are real: one swings into another, is stopped by it and pushes it", async () => {
  using scene = await TestWorld.open({
    files: { "stick.xml": STICK() },
    robots: [{ file: "stick.xml", module: ["turn"] }, { position: [0.6, 0, 0], orientation: [HALF, 0, 0, HALF] }],
  });
  const { driver, read } = await scene.drive(1);
  const other = await scene.drive(0);
  other.driver.servoJ(Float64Array.of(0));
  driver.servoJ(Float64Array.of(1.57));
  scene.run(2);
  // Its target lies across the other one; both give way a little.
  assert.ok(read().position[0] < 1.5 && read().position[0] > 0.5, `${read().position[0]}`);
  assert.ok(Math.abs(other.read().position[0]) > 1e-3);
  assert.ok(Math.abs(other.read().torque[0]) > 1);
  assert.ok(scene.world.model.simulation.contacts().length > 0);
});

Deno.test("until it has a driver, and after that, a robot is braked where it stands; the next driver may have another mode", async () => {
  using scene = await TestWorld.open({
    gravity: [3, 0, -9.81],
    files: { "stick.xml": STICK(`<keyframe><key name="home" qpos="0.7" ctrl="-2"/></keyframe>`) },
    robots: [{ file: "stick.xml", module: ["turn"] }],
  });
  const at = () => scene.world.model.simulation.state("qpos")[0];
  scene.run(0.5);
  near([at()], [0.7], 1e-6);
  const first = await scene.drive(0);
  first.driver.servoJ(Float64Array.of(0.2));
  scene.run(1);
  near([at()], [0.2], 1e-2);
  first.driver.close();
  const braked = at();
  scene.run(0.5);
  near([at()], [braked], 1e-3);
  const second = await scene.drive(0, "velocity");
  assert.match(
    second.log.join(),
    /no velocity actuator, so the driver acts on the joint: turn; actuators switched off in velocity mode: drive/,
  );
  near(second.read().position, [braked], 1e-3);
  for (let i = 0; i < 500; i++) {
    second.driver.speedJ(Float64Array.of(0.4));
    scene.world.advance(1);
  }
  near(second.read().velocity, [0.4], 1e-2);
  assert.ok(second.driver.servoJ(Float64Array.of(0)) < 0);
  assert.match(second.driver.lastError(), /another mode than velocity/);
  // A driver whose place was taken cannot brake the robot.
  first.driver.close();
  scene.run(0.1);
  near(second.read().velocity, [0.4], 1e-2);
  const third = await scene.drive(0);
  third.driver.servoJ(Float64Array.of(0.3));
  scene.run(1);
  near(third.read().position, [0.3], 1e-2);
});

Deno.test("a driver that is refused leaves the robot as it was", async () => {
  using scene = await TestWorld.open({
    files: { "stick.xml": STICK() },
    robots: [{ file: "stick.xml", module: ["turn"] }],
  });
  const { driver, read } = await scene.drive(0);
  driver.servoJ(Float64Array.of(0.5));
  await assert.rejects(scene.drive(0, "torque", { periodNs: 1.5e6 }), {
    name: "DriverError",
    message: /the world's timestep is 0\.001 s and time_step 0\.0015 s.*set world\.timestep in .*scene\.yaml to/,
  });
  scene.run(1);
  near(read().position, [0.5], 1e-2);
});

Deno.test("a driver has the joints of the module that its manager sends, in that order", async () => {
  const model = STICK().replace(
    "</body></worldbody>",
    `<body pos="0 0 0.5"><joint name="lift" type="slide" axis="0 0 1" damping="1" armature="1"/>
    <geom size="0.05" mass="1" contype="0" conaffinity="0"/></body></body></worldbody>`,
  );
  const joint = (name: string, type: "revolute" | "prismatic") =>
    ({ name, type, lower: -9, upper: 9, velocity: 9, acceleration: 99, effort: 999 }) as const;
  const joints = [joint("turn", "revolute"), joint("lift", "prismatic")];
  const module = { name: "M", joints, grippers: [], bodySensors: [], forceSensors: [], posture: [0, 0] };
  using scene = await TestWorld.open({ files: { "m.xml": model }, robots: [{ file: "m.xml", module }] });
  const { driver, read } = await scene.drive(0, "position", { module: { ...module, joints: joints.toReversed() } });
  driver.servoJ(Float64Array.of(0.1, 0.6));
  scene.run(1);
  near(read().position, [0.1, 0.6], 5e-3);
  near(scene.world.model.simulation.state("qpos"), [0.6, 0.1], 5e-3);
  await assert.rejects(scene.drive(0, "position", { module: { ...module, joints: [joint("elbow", "revolute")] } }), {
    name: "DriverError",
    message: /joint 'elbow' is not in the model/,
  });
});

Deno.test("two worlds of one scene move alike, to the last bit", async () => {
  const run = async () => {
    const box = { shape: { kind: "box", size: [0.1, 0.1, 0.1] }, isFixed: false } as const;
    using scene = await TestWorld.open({
      files: { "stick.xml": STICK() },
      robots: [{ file: "stick.xml", module: ["turn"] }, { position: [0.6, 0, 0], orientation: [HALF, 0, 0, HALF] }],
      objects: [0, 1, 2].map((i) => ({
        ...box,
        name: `box ${i}`,
        pose: { position: [0.3, 0.3, 0.3 + 0.12 * i], orientation: [1, 0, 0, 0] },
      })),
    });
    const driven = [await scene.drive(0), await scene.drive(1)];
    for (let i = 0; i < 1000; i++) {
      driven.forEach(({ driver }, index) => driver.servoJ(Float64Array.of((index === 0 ? 1 : -1) * Math.sin(i / 300))));
      scene.world.advance(1);
    }
    assert.ok(scene.world.model.simulation.contacts().length > 4);
    return [...scene.world.model.simulation.state("qpos")];
  };
  assert.deepEqual(await run(), await run());
});

Deno.test("robots of different periods share one physics; a period that does not fit is refused at the start, with the robot", async () => {
  const files = { "stick.xml": STICK(), "fine.xml": STICK("", `timestep="0.0005"`) };
  const robots = [{ file: "stick.xml", module: ["turn"], periodNs: 2e6 }, {
    file: "fine.xml",
    periodNs: 5e5,
    position: [2, 0, 0],
  }] as const;
  using scene = await TestWorld.open({ files, robots });
  // The shortest of the models is right for all.
  assert.deepEqual([scene.world.stepS, scene.world.stepNs], [0.0005, 500_000]);
  assert.deepEqual(scene.world.report().robots.map(({ steps }) => steps), [4, 1]);
  assert.equal(scene.world.timeNs(), 0);
  scene.run(0.1);
  assert.equal(scene.world.timeNs(), 100e6);
  await assert.rejects(TestWorld.open({ files, robots, timestepS: 0.001 }), {
    message: /^robot 'b': fitting the physics to the robot's period: the world's timestep is 0\.001 s/,
  });
});

Deno.test("tendon-driven grippers of 0 to 255 open and close each by themselves", async () => {
  using scene = await TestWorld.open({
    robots: [{ file: GRIPPER_MODEL, module: ARM7_GRIPPER }, { position: [0, 2, 0] }],
  });
  const driven = [await scene.drive(0), await scene.drive(1)];
  [0, 0.04].forEach((opening, index) => {
    const target = Float64Array.from(ARM7_GRIPPER.posture).fill(opening, 7);
    driven[index].driver.servoJ(target);
  });
  scene.run(2);
  near(driven[0].read().position.subarray(7), [0, 0], 3e-4);
  near(driven[1].read().position.subarray(7), [0.04, 0.04], 3e-4);
  near(scene.world.model.simulation.state("ctrl").filter((_: number, i: number) => i % 8 === 7), [0, 255], 0.1);
});

Deno.test("a robot without actuators is served by the driver itself, in every mode", async () => {
  const xml = STICK().replace(/<actuator>.*<\/actuator>/, "");
  using scene = await TestWorld.open({ files: { "bare.xml": xml }, robots: [{ file: "bare.xml", module: ["turn"] }] });
  assert.deepEqual(scene.world.report().robots[0].joints[0].actuators, { position: [], velocity: [], torque: [] });
  const position = await scene.drive(0);
  position.driver.servoJ(Float64Array.of(0.5));
  scene.run(1);
  near(position.read().position, [0.5], 1e-3);
  const torque = await scene.drive(0, "torque");
  torque.driver.tauJ(Float64Array.of(2));
  scene.run(0.2);
  assert.ok(torque.read().velocity[0] > 0.1);
});

Deno.test("actuator groups that a model switches off are off for its robots only", async () => {
  const grouped = STICK("", `timestep="0.001" actuatorgroupdisable="2"`).replace(
    `name="drive"`,
    `name="drive" group="2"`,
  );
  using scene = await TestWorld.open({
    files: { "off.xml": grouped, "on.xml": grouped.replace(` actuatorgroupdisable="2"`, "") },
    robots: [{ file: "off.xml", module: ["turn"] }, { file: "on.xml", position: [2, 0, 0] }],
  });
  const [off, on] = scene.world.report().robots;
  assert.deepEqual([off.joints[0].actuators.position, on.joints[0].actuators.position], [[], ["drive"]]);
});

Deno.test("elements without a name belong to the robot whose model has them", async () => {
  const unnamed = STICK(`<sensor><jointpos joint="turn"/></sensor>`)
    .replace(`name="drive" `, "")
    .replace("</worldbody>", `<body><joint type="slide"/><geom size="0.01"/></body></worldbody>`);
  using scene = await TestWorld.open({
    files: { "unnamed.xml": unnamed },
    robots: [{ file: "unnamed.xml", module: ["turn"] }, { position: [2, 0, 0] }],
  });
  for (const robot of scene.world.report().robots) {
    assert.deepEqual(robot.joints[0].actuators.position, ["number 0"]);
    assert.deepEqual(robot.otherSensors, ["number 0"]);
    assert.equal(robot.otherJoints.length, 1);
  }
});

Deno.test("nothing is printed on the console, whatever the models' options are", async () => {
  const printed: unknown[] = [];
  const { log, warn, error } = console;
  Object.assign(
    console,
    ["log", "warn", "error"].reduce((own, key) => ({ ...own, [key]: (...text: unknown[]) => printed.push(text) }), {}),
  );
  try {
    const one = STICK("", `timestep="0.002" gravity="0 0 -1" integrator="RK4" cone="elliptic" impratio="10"`);
    using scene = await TestWorld.open({
      files: {
        "one.xml": `<!-- --> ${one.replace("<option", `<size memory="3M" nuserdata="7"/><option`)}`,
        "two.xml": STICK(),
      },
      robots: [{ file: "one.xml", module: ["turn"], periodNs: 2e6 }, { file: "two.xml", position: [2, 0, 0] }],
    });
    const notes = scene.world.notes.join("\n");
    for (const name of ["gravity", "integrator", "cone", "impratio"]) {
      assert.match(notes, new RegExp(`differ in ${name} `));
    }
  } finally {
    Object.assign(console, { log, warn, error });
  }
  assert.deepEqual(printed, []);
});

Deno.test("a simulation that diverges ends the world for all, with joint and value", async () => {
  using scene = await TestWorld.open({
    files: { "stick.xml": STICK() },
    robots: [{ file: "stick.xml", module: ["turn"] }, { position: [2, 0, 0] }],
  });
  const driven = [await scene.drive(0), await scene.drive(1)];
  scene.run(0.01);
  scene.world.model.simulation.state("qvel")[1] = 1e12;
  assert.ok(scene.world.advance(1) < 0);
  assert.ok(scene.world.advance(1) < 0, "it stays so");
  for (const { driver } of driven) {
    assert.ok(driver.sync() < 0);
    assert.match(driver.lastError(), /the (velocity|acceleration|position) of joint b\/turn is .* at 0\.011/);
  }
  scene.world.restart();
  assert.equal(scene.world.advance(1), 0);
});

Deno.test("a world that was closed moves nothing any more, and says so", async () => {
  const scene = await TestWorld.open({
    files: { "stick.xml": STICK() },
    robots: [{ file: "stick.xml", module: ["turn"] }],
  });
  const { driver, read } = await scene.drive(0);
  scene.world.close();
  assert.equal(read().positionCount, 1);
  driver.servoJ(Float64Array.of(1));
  assert.ok(driver.sync() < 0 && scene.world.advance(1) < 0);
  assert.match(driver.lastError(), /the world was closed/);
  await assert.rejects(scene.drive(0), { name: "DriverError", message: /the world was closed/ });
  scene[Symbol.dispose]();
});

Deno.test("a cycle of a world that is compiled allocates nothing, and the WebAssembly memory does not grow", async () => {
  const script = `
    import { TestWorld } from ${JSON.stringify(new URL("test_world.ts", import.meta.url).href)};
    const scene = await TestWorld.open(${
    JSON.stringify({
      robots: [{ file: UR5E_MODEL, module: UR5E }, { file: GRIPPER_MODEL, module: ARM7_GRIPPER, position: [1, 1, 0] }],
      objects: [{
        name: "box",
        pose: { position: [2, 2, 0.05], orientation: [1, 0, 0, 0] },
        shape: { kind: "box", size: [0.1, 0.1, 0.1] },
        isFixed: false,
      }],
    }, (_, value) => value === Infinity ? undefined : value)
  });
    const driven = [await scene.drive(0), await scene.drive(1)];
    const commands = driven.map(({ read }) => read().position.slice());
    const states = driven.map(({ read }) => read());
    const cycles = (count) => {
      for (let i = 0; i < count; i++) {
        if (scene.world.advance(1) < 0) throw 1;
        for (let r = 0; r < 2; r++) {
          const { driver } = driven[r];
          if (driver.sync() + driver.readState(states[r]) + driver.servoJ(commands[r]) < 0) throw 1;
        }
      }
    };
    cycles(10_000);
    gc();
    const growth = [];
    for (let round = 0; round < 3; round++) {
      const before = Deno.memoryUsage();
      cycles(3000);
      const after = Deno.memoryUsage();
      growth.push([after.heapUsed - before.heapUsed, after.external - before.external]);
    }
    console.log(JSON.stringify(growth));
    scene[Symbol.dispose]();`;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      "--quiet",
      "--v8-flags=--expose-gc",
      `--config=${fileURLToPath(new URL("../../../deno.json", import.meta.url))}`,
      `data:text/javascript,${encodeURIComponent(script)}`,
    ],
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const growth: [number, number][] = JSON.parse(new TextDecoder().decode(stdout));
  const heap = Math.min(...growth.map(([bytes]) => bytes));
  assert.ok(heap < 16_384, `the heap grew by ${growth} bytes in 3000 cycles`);
  for (const [, external] of growth) assert.equal(external, 0);
});
