import { fileURLToPath } from "node:url";
import type { Clock } from "../core/clock.ts";
import type { MujocoEngine } from "../drivers/mujoco/mujoco_engine.ts";
import { openWorld } from "../drivers/mujoco/world/open_world.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import { UR5E } from "../robots/ur5e.ts";
import { emptyState } from "../schemas/empty_state.ts";
import type { BenchProgress } from "./bench_row.ts";
import { median } from "./median.ts";
import { ThreadTime } from "./thread_time.ts";

const MODEL = fileURLToPath(new URL("../examples/ur5e/ur5e.xml", import.meta.url));
const PERIOD_NS = 1e6;
const [WINDOWS, TICKS, SETTLING] = [5, 500, 500];
const MOST = 512;
const NO_CLOCK: Clock = { now: () => 0, sleepUntil: () => 0, stamp: () => {}, fromStamp: () => 0 };

/** How a number of robots in one world does. */
export interface SimRobots {
  /** How many. */
  readonly robots: number;
  /** 99th percentile of a tick [µs], the median of five windows of 500. */
  readonly p99: number;
}

/**
 * How many UR5e in one world an engine can simulate at 1 kHz: the largest number for which the 99th percentile of a tick (a step of the world, and for
 * each robot its State and a new command) is shorter than a millisecond. Ticks follow each other without a pause; what counts is the time of the thread on its
 * processor, as other programs do not keep a loop with real-time scheduling waiting.
 */
export async function simRobots(engine: MujocoEngine, progress: BenchProgress): Promise<SimRobots> {
  let good: SimRobots = { robots: 0, p99: 0 };
  let bad = MOST + 1;
  for (let next = 64; bad - good.robots > Math.max(1, good.robots / 32) && next <= MOST;) {
    progress(`${engine.kind}: ${next} robots`);
    const tried = await attempt(engine, next);
    if (tried.p99 < PERIOD_NS / 1000) good = tried;
    else bad = next;
    // What was measured tells where the limit may be; a guess that is no progress is replaced by the middle.
    const guess = Math.floor(next * 1000 / tried.p99);
    const isInside = guess > good.robots && guess < bad;
    next = isInside ? guess : bad > MOST ? 2 * good.robots : (good.robots + bad) >> 1;
  }
  return good;
}

async function attempt(engine: MujocoEngine, count: number): Promise<SimRobots> {
  const side = Math.ceil(Math.sqrt(count));
  const world = await openWorld(engine, {
    file: "robots",
    ground: true,
    objects: [],
    robots: Array.from({ length: count }, (_, i) => ({
      name: `r${i}`,
      file: MODEL,
      module: UR5E,
      periodNs: PERIOD_NS,
      pose: { position: [2 * (i % side), 2 * Math.floor(i / side), 0], orientation: [1, 0, 0, 0] },
    })),
  });
  try {
    const drivers: RobotDriver[] = [];
    for (const robot of world.robots) {
      drivers.push(
        await robot.createDriver({
          robot: robot.name,
          ip: "",
          port: 0,
          configPath: "",
          mode: "position",
          periodNs: PERIOD_NS,
          module: UR5E,
          clock: NO_CLOCK,
          log: () => {},
        }),
      );
    }
    const state = emptyState(UR5E.joints.length, UR5E.bodySensors, UR5E.forceSensors);
    const command = Float64Array.from(UR5E.posture);
    const tick = (number: number) => {
      world.advance(1);
      command.forEach((_, joint) => command[joint] = UR5E.posture[joint] + 0.1 * Math.sin(number / 300 + joint));
      for (const driver of drivers) {
        driver.sync();
        driver.readState(state);
        driver.servoJ(command);
      }
    };
    const time = new ThreadTime();
    let number = 0;
    for (; number < SETTLING; number++) tick(number);
    const figures = Array.from({ length: WINDOWS }, () => {
      const ticks = Array.from({ length: TICKS }, () => {
        const start = time.now();
        tick(number++);
        return time.now() - start;
      });
      return ticks.sort((a, b) => a - b)[Math.floor(0.99 * TICKS)];
    });
    return { robots: count, p99: median(figures) };
  } finally {
    world.close();
  }
}
