import { DriverError } from "../../../core/driver_error.ts";
import { Divergence } from "../divergence.ts";
import { mujocoError } from "../mujoco_error.ts";
import type { MujocoModel } from "../mujoco_model.ts";
import type { MujocoStep } from "../mujoco_simulation.ts";
import { MujocoViews } from "../mujoco_views.ts";
import type { BuiltWorld } from "./build_world.ts";
import { describeWorld } from "./describe_world.ts";
import { placeParts } from "./place_parts.ts";
import type { WorldReport } from "./world_report.ts";
import { WorldRobot } from "./world_robot.ts";
import type { WorldScene } from "./world_scene.ts";

const FAULT = { none: 0, diverged: -1, internal: -2, closed: -5 } as const;

/**
 * Several robots and objects under one physics, see `openWorld`.
 *
 * - Who creates: `openWorld`; who advances it: its owner, in the thread in which it was opened; who closes it: its owner, once.
 * - Time: it has none but the number of steps made; nothing waits.
 * - Real-time safe: `advance`, `timeNs`, `fault`.
 * - A fault ends it: nothing is ever reset.
 */
export class MujocoWorld {
  /** Model and state of the whole; names have their prefixes. */
  readonly model: MujocoModel;
  /** The scene it was made of. */
  readonly scene: WorldScene;
  /** Physics step [s]. */
  readonly stepS: number;
  /** Physics step [ns]. */
  readonly stepNs: number;
  /** The robots, in the order of the scene. */
  readonly robots: readonly WorldRobot[];
  /** What people may want to know of how it was built, one line each. */
  readonly notes: readonly string[];
  /** Live arrays of the state. */
  readonly views: MujocoViews;
  /** One physics step, for a rehearsal. */
  readonly step: MujocoStep;
  readonly #built: BuiltWorld;
  readonly #divergence: Divergence;
  #steps = 0;
  #fault: number = FAULT.none;

  /** Puts all robots into their start poses, and brakes them there. Throws a `DriverError` where model and module do not fit, or nothing can start. */
  constructor(scene: WorldScene, built: BuiltWorld) {
    const { model } = built;
    this.scene = scene;
    this.model = model;
    this.#built = built;
    this.stepS = model.simulation.timestep;
    this.stepNs = Math.round(this.stepS * 1e9);
    placeParts(built);
    this.views = new MujocoViews(model);
    this.step = model.simulation.bindStep();
    this.#divergence = new Divergence(model, this.views, this.stepNs);
    const around = {
      file: scene.file,
      model,
      views: this.views,
      stepS: this.stepS,
      fault: () => this.#fault,
      lastError: () => this.lastError(),
      isOpen: () => this.#fault !== FAULT.closed,
    };
    const parts = built.parts.filter(({ child }) => child.kind === "robot");
    const faults: string[] = [];
    this.robots = scene.robots.flatMap(({ name, module }, index) => {
      try {
        return [new WorldRobot(name, module, parts[index], around)];
      } catch (error) {
        if (!(error instanceof DriverError)) throw error;
        faults.push(`robot '${name}': ${error.message}`);
        return [];
      }
    });
    if (faults.length > 0) throw mujocoError(faults.join("; "));
    if (this.#divergence.check(0)) throw mujocoError(this.#divergence.describe());
    this.notes = built.notes;
  }

  /** Puts everything back to the start: poses, time, faults; all robots are braked. Not real-time safe. */
  restart(): void {
    placeParts(this.#built);
    this.#steps = 0;
    this.#fault = FAULT.none;
    for (const robot of this.robots) robot.brake();
  }

  /**
   * Makes `steps` physics steps with the latest commands of all robots. Returns 0, or a negative number when the simulation has diverged or
   * MuJoCo stopped, now or before.
   *
   * @realtime
   */
  advance(steps: number): number {
    if (this.#fault < 0) return this.#fault;
    for (let i = 0; i < steps; i++) {
      for (let robot = 0; robot < this.robots.length; robot++) this.robots[robot].exert();
      if (this.step.step() < 0) {
        this.#fault = FAULT.internal;
        return this.#fault;
      }
      if (this.views.isStale) this.views.retake();
    }
    this.#steps += steps;
    for (let robot = 0; robot < this.robots.length; robot++) this.robots[robot].take();
    if (this.#divergence.check(this.#steps)) this.#fault = FAULT.diverged;
    return this.#fault;
  }

  /**
   * Time that was simulated [ns].
   *
   * @realtime
   */
  timeNs(): number {
    return this.#steps * this.stepNs;
  }

  /** Text of the fault that ended it, "" when there was none. */
  lastError(): string {
    if (this.#fault === FAULT.none) return "";
    if (this.#fault === FAULT.closed) return `simulating ${this.scene.file}: the world was closed; open it again`;
    if (this.#fault === FAULT.diverged) return this.#divergence.describe();
    return `simulating ${this.scene.file}: MuJoCo stopped with '${this.step.lastError()}'; check the models`;
  }

  /** What MuJoCo printed since the last call, line by line. */
  takeMessages(): string[] {
    return this.model.engine.takeMessages();
  }

  /** What the world is made of, and what of it belongs to which module, as it stands now; see `describeWorld`. Not real-time safe. */
  report(): WorldReport {
    return describeWorld(this, this.#built);
  }

  /** Frees the simulation. Drivers that are still open get a fault, and move nothing any more. */
  close(): void {
    if (this.#fault === FAULT.closed) return;
    this.#fault = FAULT.closed;
    this.views.release();
    this.model.simulation.close();
  }
}
