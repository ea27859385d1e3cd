import assert from "node:assert/strict";
import { openMujocoModel } from "./mujoco_model.ts";
import { testEngine } from "./test_engine.ts";
import { TestRobot } from "./test_robot.ts";

/** Memory that is enough until the boxes reach the floor, after 0.4 s. */
const FALLING = `<mujoco><size memory="14K"/><option timestep="0.001"/><worldbody><geom type="plane" size="9 9 .1"/>
  <body pos="0 0 3"><joint name="a"/><geom size=".1"/></body>${
  Array.from(
    { length: 12 },
    (_, i) => `<body pos="${0.3 * i} 0 1"><freejoint/><geom type="box" size=".05 .05 .05"/></body>`,
  ).join("")
}</worldbody></mujoco>`;

Deno.test("an error from which MuJoCo cannot go on is the driver's, with MuJoCo's text, and nothing else", async () => {
  const folder = Deno.makeTempDirSync();
  const before = Deno.cwd();
  Deno.chdir(folder);
  try {
    {
      using robot = await TestRobot.open({ xml: FALLING, module: ["a"] });
      robot.run(0.3);
      assert.throws(
        () => robot.run(1),
        /simulating .*: MuJoCo stopped with 'mj_stackAlloc: out of memory.*'; check the model$/,
      );
      assert.ok(robot.driver.sync() < 0, "it stays so");
    }
    using other = await TestRobot.open({ xml: FALLING, module: ["a"] });
    other.run(0.1);
    assert.deepEqual([...Deno.readDirSync(folder)], [], "no MUJOCO_LOG.TXT");
  } finally {
    Deno.chdir(before);
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("a simulation that stopped can be reset, and goes on", async () => {
  const file = Deno.makeTempFileSync({ suffix: ".xml" });
  Deno.writeTextFileSync(file, FALLING);
  try {
    const { simulation } = openMujocoModel(await testEngine.shared(), file);
    const step = simulation.bindStep();
    const until = () => {
      for (let count = 0; count < 1000; count++) if (step.step() < 0) return count;
      return Infinity;
    };
    const first = until();
    assert.ok(first > 300 && first < 1000, `${first}`);
    assert.throws(() => simulation.forward(), /mj_stackAlloc/);
    for (let again = 0; again < 3; again++) {
      simulation.reset();
      assert.equal(until(), first);
    }
    simulation.close();
  } finally {
    Deno.removeSync(file);
  }
});
