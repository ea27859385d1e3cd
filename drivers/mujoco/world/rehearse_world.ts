import { DriverError } from "../../../core/driver_error.ts";
import type { Clock } from "../../../core/clock.ts";
import { CONTROL_MODES, type ControlMode } from "../../../schemas/control_mode.ts";
import { emptyState } from "../../../schemas/empty_state.ts";
import type { RobotDriver } from "../../robot_driver.ts";
import type { RobotState } from "../../../schemas/robot_state.ts";
import type { MujocoWorld } from "./mujoco_world.ts";
import type { WorldRobot } from "./world_robot.ts";

/** Cycles with physics: the first ones compile the functions of MuJoCo that a step needs. */
const PHYSICS_CYCLES = 100;
/** Cycles of a round without physics. */
const ROUND = 250;
/** Pause between rounds [ms], for the threads on which V8 compiles. */
const PAUSE_MS = 4;
/** Compiling takes as long as it takes; beyond this time [ms] in a mode the world starts without. */
const LONGEST_MS = 60;
/** Growth of the heap in a round [bytes] below which the cycles are compiled; those that are not make ten times as much. */
const COMPILED = 10_000;

interface Player {
  readonly driver: RobotDriver;
  readonly state: RobotState;
  readonly command: Float64Array;
}

/** Nobody asks it for the time. */
const NO_CLOCK: Clock = { now: () => 0, sleepUntil: () => 0, stamp: () => {}, fromStamp: () => 0 };

/**
 * Runs cycles of a new world, in all modes, until V8 has compiled them, so that its first cycles are as quick as later ones and allocate nothing;
 * then puts it back to its start. Takes about 0.1 s.
 */
export async function rehearseWorld(world: MujocoWorld): Promise<void> {
  // Position last: in that mode the robots stay until they get a driver.
  for (const mode of CONTROL_MODES.toReversed()) await rehearse(world, mode);
  world.restart();
  // The physics of the rehearsal is no news.
  world.model.engine.takeMessages();
}

async function rehearse(world: MujocoWorld, mode: ControlMode): Promise<void> {
  world.restart();
  const players: Player[] = [];
  for (const robot of world.robots) {
    const { joints, bodySensors, forceSensors } = robot.module;
    const driver = await driverOf(world, robot, mode);
    const state = emptyState(joints.length, bodySensors, forceSensors);
    if (driver !== undefined) players.push({ driver, state, command: new Float64Array(joints.length) });
  }
  const cycles = (count: number) => {
    const endMs = performance.now() + LONGEST_MS;
    for (let cycle = 0; cycle < count && performance.now() < endMs; cycle++) {
      world.advance(1);
      for (const { driver, state, command } of players) {
        driver.sync();
        driver.readState(state);
        if (cycle === 0) continue;
        if (mode !== "position") command.fill(0);
        else if (cycle === 1) command.set(state.position);
        if (mode === "position") driver.servoJ(command);
        else if (mode === "velocity") driver.speedJ(command);
        else driver.tauJ(command);
      }
    }
  };
  cycles(PHYSICS_CYCLES);
  world.step.isIdle = true;
  const endMs = performance.now() + LONGEST_MS;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let growth = Infinity; performance.now() < endMs && !(growth >= 0 && growth < COMPILED);) {
    Atomics.wait(pause, 0, 0, PAUSE_MS);
    const before = Deno.memoryUsage().heapUsed;
    cycles(ROUND);
    growth = Deno.memoryUsage().heapUsed - before;
  }
  world.step.isIdle = false;
  for (const { driver } of players) driver.close();
}

/** `undefined` when the robot cannot be commanded in that mode: whoever asks for it will be told. */
async function driverOf(
  { stepNs }: MujocoWorld,
  robot: WorldRobot,
  mode: ControlMode,
): Promise<RobotDriver | undefined> {
  try {
    return await robot.createDriver({
      robot: robot.name,
      ip: "",
      port: 0,
      configPath: "",
      mode,
      periodNs: stepNs,
      module: robot.module,
      clock: NO_CLOCK,
      log: () => {},
    });
  } catch (error) {
    if (error instanceof DriverError) return undefined;
    throw error;
  }
}
