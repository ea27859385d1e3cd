import assert from "node:assert/strict";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import type { RobotState } from "../schemas/robot_state.ts";
import { SensorLearner, type SensorNames } from "./sensor_learner.ts";
import type { ViewCycle } from "./view_cycle.ts";

function scene(sensorNames: (() => SensorNames) | undefined, sensors = 2) {
  const used: RobotState[] = [];
  const told: SensorNames[] = [];
  const learner = new SensorLearner(
    { sensorNames } as unknown as RobotDriver,
    { use: (state: RobotState) => used.push(state) } as unknown as ViewCycle,
    { joints: 4, bodySensors: sensors, forceSensors: sensors },
    (names) => told.push(names),
  );
  return { learner, used, told };
}

Deno.test("sensors that a driver knows later are found, and told once", () => {
  let cycle = 0;
  const { learner, used, told } = scene(() => ({ bodySensors: cycle < 100 ? [] : ["imu"], forceSensors: ["wrist"] }));
  for (cycle = 1; cycle <= 3000; cycle++) learner.look();
  assert.deepEqual(told, [
    { bodySensors: [], forceSensors: ["wrist"] },
    { bodySensors: ["imu"], forceSensors: ["wrist"] },
  ]);
  assert.deepEqual(used[1].bodySensors.map(({ name }) => name), ["imu"]);
  assert.equal(used[1].position.length, 4);
});

Deno.test("it looks seldom, because looking allocates", () => {
  let looks = 0;
  const { learner } = scene(() => {
    looks++;
    return { bodySensors: [], forceSensors: [] };
  });
  for (let cycle = 1; cycle <= 100_000; cycle++) learner.look();
  assert.ok(looks > 50 && looks < 150, `${looks} looks`);
});

Deno.test("sensors beyond the room are left out; a driver that tells none is asked for none", () => {
  const { learner, told } = scene(() => ({ bodySensors: ["a", "b", "c"], forceSensors: [] }));
  for (let cycle = 1; cycle <= 2000; cycle++) learner.look();
  assert.deepEqual(told, [{ bodySensors: ["a", "b"], forceSensors: [] }]);
  const silent = scene(undefined);
  silent.learner.look();
  assert.deepEqual(silent.told, []);
});
