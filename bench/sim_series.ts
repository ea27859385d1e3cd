import type { MujocoEngine } from "../drivers/mujoco/mujoco_engine.ts";
import type { MujocoSimulation, MujocoStep } from "../drivers/mujoco/mujoco_simulation.ts";
import type { SimSubject } from "./sim_subjects.ts";
import { ThreadTime } from "./thread_time.ts";

/** A subject in an engine: rounds of steps from the same start. */
export class SimSeries {
  /** Microseconds a step, of this thread's time, by round. */
  readonly figures: number[] = [];
  readonly #subject: SimSubject;
  readonly #simulation: MujocoSimulation;
  readonly #step: MujocoStep;
  readonly #time = new ThreadTime();
  readonly #start: { readonly qpos: Float64Array; readonly ctrl: Float64Array };

  /** Opens it. Throws a `DriverError`. */
  constructor(subject: SimSubject, engine: MujocoEngine) {
    this.#subject = subject;
    this.#simulation = subject.open(engine);
    this.#step = this.#simulation.bindStep();
    this.#start = { qpos: this.#simulation.state("qpos").slice(), ctrl: this.#simulation.state("ctrl").slice() };
  }

  /** The start, as positions and then controls. */
  get start(): Float64Array {
    return Float64Array.of(...this.#start.qpos, ...this.#start.ctrl);
  }

  /** Makes the steps before the first round. */
  warmUp(): void {
    for (let done = 0; done < this.#subject.warmUp; done += this.#subject.steps) this.#run();
  }

  /** Measures a round. */
  round(): void {
    this.#restart();
    const { steps } = this.#subject;
    const start = this.#time.now();
    for (let i = 0; i < steps; i++) this.#step.step();
    this.figures.push((this.#time.now() - start) / steps);
  }

  /** Ends it. */
  close(): void {
    this.#simulation.close();
  }

  #run(): void {
    this.#restart();
    for (let i = 0; i < this.#subject.steps; i++) this.#step.step();
  }

  #restart(): void {
    this.#simulation.reset();
    this.#simulation.state("qpos").set(this.#start.qpos);
    this.#simulation.state("ctrl").set(this.#start.ctrl);
  }
}
