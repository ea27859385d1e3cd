import { fileURLToPath } from "node:url";
import type { Clock } from "../core/clock.ts";
import { createRobotDriverMuJoCo } from "../drivers/mujoco/create_robot_driver_mujoco.ts";
import { loadMujocoEngine } from "../drivers/mujoco/load_mujoco_engine.ts";
import { openMujocoModel } from "../drivers/mujoco/mujoco_model.ts";
import type { MujocoStep } from "../drivers/mujoco/mujoco_simulation.ts";
import { emptyState } from "../schemas/empty_state.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import { ARM7_GRIPPER } from "../robots/arm7_gripper.ts";
import { UR5E } from "../robots/ur5e.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { median } from "./median.ts";
import { PythonPeer } from "./python_peer.ts";

const ROUNDS = 15;
const STEPS = 4000;
/** Steps before the first round: MuJoCo's functions are compiled twice by V8, quickly and, once they are hot, well. */
const WARM_UP_STEPS = 60_000;
const EXAMPLES = fileURLToPath(new URL("../examples/", import.meta.url));
const ROBOTS = [
  { name: "UR5e", path: `${EXAMPLES}ur5e/ur5e.xml`, module: UR5E },
  { name: "7-joint arm with gripper", path: `${EXAMPLES}arm7_gripper/arm7_gripper.xml`, module: ARM7_GRIPPER },
];

/** A model that is stepped from its keyframe again in each round. */
interface Physics {
  readonly step: MujocoStep;
  restart(): void;
}

/**
 * Measures the simulation of the example robots: a physics step here (WebAssembly) and in MuJoCo's native library, and a whole cycle of
 * `RobotDriverMuJoCo` without its sleep. In one run, in turn; figures are medians of rounds. The native library is skipped, with
 * the reason, where python3 or the wheel cannot be had.
 */
export async function simBench(progress: BenchProgress = () => {}): Promise<BenchRow[]> {
  const engine = await loadMujocoEngine();
  const { version } = engine;
  progress(`MuJoCo ${version}: looking for the native library`);
  const native = await startNative(version);
  const physics = ROBOTS.map(({ path }): Physics => {
    const { simulation } = openMujocoModel(engine, path);
    return { step: simulation.bindStep(), restart: () => simulation.resetToKey(0) };
  });
  const cycles = await Promise.all(ROBOTS.map(({ path, module }) => Cycle.open(path, module)));
  const own = ROBOTS.map((): number[] => []);
  const peer = ROBOTS.map((): number[] => []);
  const driver = ROBOTS.map((): number[] => []);
  try {
    for (let robot = 0; robot < ROBOTS.length; robot++) {
      progress(`warming up: ${ROBOTS[robot].name}`);
      run(physics[robot], WARM_UP_STEPS);
      cycles[robot].run(WARM_UP_STEPS / 4);
    }
    for (let round = 0; round < ROUNDS; round++) {
      progress(`round ${round + 1} of ${ROUNDS}`);
      for (let robot = 0; robot < ROBOTS.length; robot++) {
        own[robot].push(timed(STEPS, () => run(physics[robot], STEPS)));
        if (typeof native !== "string") peer[robot].push(Number(await native.ask(`${robot} ${STEPS}`)) / 1000);
        driver[robot].push(timed(STEPS, () => cycles[robot].run(STEPS)));
      }
    }
  } finally {
    if (typeof native !== "string") await native.close();
    for (const cycle of cycles) cycle.close();
  }
  return ROBOTS.flatMap(({ name }, robot) => [
    stepRow(name, version, median(own[robot]), typeof native === "string" ? native : median(peer[robot])),
    { bench: "sim", name: `cycle of RobotDriverMuJoCo, ${name}`, unit: "us", value: median(driver[robot]) },
  ]);
}

/** The native library reads copies of the models: inside the executable there are no files that another process could open. */
async function startNative(version: string): Promise<PythonPeer | string> {
  const folder = await Deno.makeTempDir({ prefix: "uri-bench-" });
  try {
    const copies = ROBOTS.map(async ({ path }, robot) => {
      await Deno.writeTextFile(`${folder}/${robot}.xml`, await Deno.readTextFile(path));
      return `${folder}/${robot}.xml`;
    });
    return await PythonPeer.start("sim_native.py", `mujoco==${version}`, await Promise.all(copies));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function stepRow(name: string, version: string, value: number, native: number | string): BenchRow {
  const row: BenchRow = { bench: "sim", name: `physics step, ${name}`, unit: "us", value };
  if (typeof native === "string") return { ...row, note: `no native peer: ${native}` };
  return { ...row, peer: `MuJoCo ${version} native (Python wheel)`, peerValue: native, ratio: value / native };
}

function run({ step, restart }: Physics, steps: number): void {
  restart();
  for (let i = 0; i < steps; i++) step.step();
}

/** Microseconds that one of `count` takes. */
function timed(count: number, work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) * 1000 / count;
}

/** A clock on which sleeping takes no time. */
class InstantClock implements Clock {
  #timeNs = 10e9;
  now(): number {
    return this.#timeNs;
  }
  sleepUntil(deadlineNs: number): number {
    if (deadlineNs > this.#timeNs) this.#timeNs = deadlineNs;
    return 0;
  }
  stamp(): void {}
  fromStamp(): number {
    return 0;
  }
}

/** What an interface asks of the driver in each cycle. */
class Cycle {
  readonly #driver: RobotDriver;
  readonly #state;
  readonly #command: Float64Array;

  private constructor(driver: RobotDriver, module: RobotModule) {
    this.#driver = driver;
    this.#state = emptyState(module.joints.length, module.bodySensors, module.forceSensors);
    this.#command = Float64Array.from(module.posture);
  }

  static async open(configPath: string, module: RobotModule): Promise<Cycle> {
    const driver = await createRobotDriverMuJoCo({
      robot: "bench",
      ip: "",
      port: 0,
      configPath,
      mode: "position",
      periodNs: 1e6,
      module,
      clock: new InstantClock(),
      log: () => {},
    });
    return new Cycle(driver, module);
  }

  run(count: number): void {
    for (let i = 0; i < count; i++) {
      this.#driver.sync();
      this.#driver.readState(this.#state);
      this.#driver.servoJ(this.#command);
    }
  }

  close(): void {
    this.#driver.close();
  }
}
