import { fileURLToPath } from "node:url";
import type { Clock } from "../core/clock.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { SystemClock } from "../core/system_clock.ts";
import { loadMujocoEngine } from "../drivers/mujoco/load_mujoco_engine.ts";
import type { MujocoWorld } from "../drivers/mujoco/world/mujoco_world.ts";
import { openWorld } from "../drivers/mujoco/world/open_world.ts";
import type { WorldScene } from "../drivers/mujoco/world/world_scene.ts";
import { UR5E } from "../robots/ur5e.ts";
import { copyStateToLive } from "../schemas/copy_state_to_live.ts";
import { emptyState } from "../schemas/empty_state.ts";
import { liveLength } from "../schemas/live_length.ts";
import { SIMULATION_BLOCK_SHAPE, SimulationBlock } from "../simulate/simulation_block.ts";
import { Watching } from "../simulate/view/watching.ts";
import { WorldLook } from "../simulate/view/world_look.ts";
import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { median } from "./median.ts";
import { ThreadTime } from "./thread_time.ts";

const [ROUNDS, WARM_UP_ROUNDS] = [15, 5];
const [COPIES, TICKS, LOOKS] = [20_000, 20_000, 500];
/** A cycle, and a tick of the world [ns]. */
const PERIOD_NS = 1e6;
/** Between two looks [ns]. */
const FRAME_NS = 16e6;
/** A tenth of a cycle. */
const TARGET_NS = PERIOD_NS / 10;
const MODEL = fileURLToPath(new URL("../examples/ur5e/ur5e.xml", import.meta.url));

/** A clock that costs what the real one does, and on which each look at it comes a tick, or a frame, later. */
class SteppingClock implements Clock {
  readonly #real = new SystemClock();
  #timeNs = 0;
  stepNs = PERIOD_NS;
  now(): number {
    this.#real.now();
    return this.#timeNs += this.stepNs;
  }
  sleepUntil(): number {
    return 0;
  }
  stamp(): void {}
  fromStamp(): number {
    return 0;
  }
}

/**
 * Measures what control loops do for those who look on: copies of measured and commanded values in each cycle, and, in a simulated world, where the bodies
 * are and where they touch. Time of the thread on its processor; what pages and the process's main thread do is not the loop's.
 */
export async function viewBench(progress: BenchProgress): Promise<BenchRow[]> {
  progress("opening a world of four arms");
  const engine = await loadMujocoEngine();
  const world = await openWorld(engine, fourArms());
  try {
    // The boxes fall, and lie.
    for (let i = 0; i < 1000; i++) world.advance(1);
    const contacts = world.model.simulation.readContacts(new Float64Array(8 * 256));
    const look = new LookRounds(world);
    const scene = `four arms, ${contacts} contacts, ${engine.kind}`;
    return [
      row("copy of a State for who looks on, 6 joints and a force sensor, a cycle", measure(progress, copies())),
      row("world: a tick while nobody looks on", measure(progress, look.round(Watching.Nobody, PERIOD_NS, TICKS))),
      row(
        `world: a look, every 16 ms while a page is open; ${scene}`,
        measure(progress, look.round(Watching.Poses, FRAME_NS, LOOKS)),
      ),
      row("world: a look with contacts", measure(progress, look.round(Watching.Contacts, FRAME_NS, LOOKS))),
    ];
  } finally {
    world.close();
  }
}

/** Looks at a world. */
class LookRounds {
  readonly #block = new SharedBlock(SIMULATION_BLOCK_SHAPE);
  readonly #clock = new SteppingClock();
  readonly #look: WorldLook;

  constructor(world: MujocoWorld) {
    this.#look = new WorldLook(world, this.#block, this.#clock);
  }

  /** A round of `count` ticks that are `stepNs` apart. */
  round(watching: number, stepNs: number, count: number): () => number {
    return () => {
      this.#clock.stepNs = stepNs;
      Atomics.store(this.#block.flags, SimulationBlock.WATCHED, watching);
      for (let i = 0; i < count; i++) this.#look.look();
      return count;
    };
  }
}

/** Rounds of what an interface and a manager copy in each cycle. */
function copies(): () => number {
  const joints = UR5E.joints.length;
  const module = { joints: UR5E.joints, forceSensors: ["wrist"] };
  const state = emptyState(joints, [], module.forceSensors);
  state.positionCount = state.velocityCount = state.torqueCount = joints;
  for (const sensor of state.forceSensors) sensor.present = true;
  const live = new Float64Array(new SharedArrayBuffer(8 * liveLength(module)));
  return () => {
    for (let i = 0; i < COPIES; i++) {
      state.position[0] = i;
      copyStateToLive(live, state, joints);
    }
    return COPIES;
  };
}

/** Nanoseconds for each of what a round does, one figure a round. */
function measure(progress: BenchProgress, round: () => number): number[] {
  const time = new ThreadTime();
  const figures: number[] = [];
  for (let i = -WARM_UP_ROUNDS; i < ROUNDS; i++) {
    progress(`round ${i + WARM_UP_ROUNDS + 1} of ${WARM_UP_ROUNDS + ROUNDS}`);
    const begin = time.now();
    const count = round();
    if (i >= 0) figures.push((time.now() - begin) * 1000 / count);
  }
  return figures;
}

function row(name: string, figures: readonly number[]): BenchRow {
  const value = median(figures);
  return {
    bench: "view",
    unit: "ns",
    name,
    value,
    target: "at most 10 % of a cycle of 1 ms",
    pass: value <= TARGET_NS,
    note: `${Number((100 * value / PERIOD_NS).toPrecision(2))} % of it; medians of ${ROUNDS} rounds`,
  };
}

/** Four UR5e, and a box between them. */
function fourArms(): WorldScene {
  const pose = (x: number, y: number, z: number) => ({
    position: [x, y, z] as const,
    orientation: [1, 0, 0, 0] as const,
  });
  return {
    file: "four arms",
    timestepS: 0.001,
    ground: true,
    robots: [0, 1, 2, 3].map((i) => ({
      name: `arm${i}`,
      file: MODEL,
      module: UR5E,
      periodNs: PERIOD_NS,
      pose: pose(1.2 * (i % 2), 1.2 * (i >> 1), 0),
    })),
    objects: [0, 1, 2, 3].map((i) => ({
      name: `box${i}`,
      pose: pose(0.6, 0.6, 0.05 + 0.11 * i),
      shape: { kind: "box" as const, size: [0.1, 0.1, 0.1] as const },
      isFixed: false,
      mass: 0.2,
    })),
  };
}
