import type { RobotModule } from "../../schemas/robot_module.ts";
import type { MujocoStep } from "./mujoco_simulation.ts";
import type { RobotDriverMujoco } from "./robot_driver_mujoco.ts";
import { emptyState } from "../../schemas/empty_state.ts";

/** Cycles with physics: the first ones compile the functions of MuJoCo that a step needs. */
const PHYSICS_CYCLES = 200;
/** Cycles of a round without physics. */
const ROUND = 250;
/** Pause between rounds [ms], for the threads on which V8 compiles. */
const PAUSE_MS = 4;
/** Compiling takes as long as it takes; beyond this time [ms] the robot starts without. */
const LONGEST_MS = 100;
/** Growth of the heap in a round [bytes] below which the cycles are compiled; those that are not make ten times as much. */
const COMPILED = 10_000;

/**
 * Runs cycles of a new driver until V8 has compiled them, so that the first cycles of the robot are as quick as later ones and allocate
 * nothing. The simulation moves, and the driver has to be restarted afterwards. Takes about 0.1 s.
 */
export function warmUp(driver: RobotDriverMujoco, step: MujocoStep, module: RobotModule): void {
  const state = emptyState(module.joints.length, module.bodySensors, module.forceSensors);
  driver.rehearse(PHYSICS_CYCLES, state);
  step.isIdle = true;
  const endMs = performance.now() + LONGEST_MS;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let growth = Infinity; performance.now() < endMs && !(growth >= 0 && growth < COMPILED);) {
    Atomics.wait(pause, 0, 0, PAUSE_MS);
    const before = Deno.memoryUsage().heapUsed;
    driver.rehearse(ROUND, state);
    growth = Deno.memoryUsage().heapUsed - before;
  }
  step.isIdle = false;
}
