import type { Clock } from "../../core/clock.ts";
import type { SharedBlock } from "../../core/shared_block.ts";
import type { MujocoWorld } from "../../drivers/mujoco/world/mujoco_world.ts";
import { jointSources } from "../../view/geometry/joint_sources.ts";
import type { ModelGeometry } from "../../view/geometry/model_geometry.ts";
import { mujocoGeometry } from "../../view/geometry/mujoco_geometry.ts";
import { PoseWriter } from "../../view/geometry/pose_writer.ts";
import { SimulationBlock as B } from "../simulation_block.ts";
import { ContactMemory } from "./contact_memory.ts";
import { Watching } from "./watching.ts";

/** Between two looks: what a screen shows [ns]. */
const FRAME_NS = 16e6;

/** What a view of a world needs; it goes through `postMessage`. */
export interface WorldSight {
  /** What is drawn. */
  readonly geometry: ModelGeometry;
  /** Where the bodies are, see `ViewModel.poses`. */
  readonly poses: SharedArrayBuffer;
  /** Contacts, see `ContactMemory`. */
  readonly contacts: SharedArrayBuffer;
}

/**
 * Tells who looks on where the bodies of a world are: some sixty times a second, and only while somebody does.
 *
 * - Who creates, and calls: the thread in which the world is advanced, between two ticks.
 * - Real-time safe: `look`, but for contacts, which allocate and are told while somebody wants to see them.
 */
export class WorldLook {
  readonly #world: MujocoWorld;
  readonly #block: SharedBlock;
  readonly #clock: Clock;
  readonly #poses: PoseWriter;
  readonly #contacts = new ContactMemory();
  /** When it has told last [ns]. */
  readonly #told = new Float64Array(1);

  /** `clock`: the wall clock, also where time is simulated. */
  constructor(world: MujocoWorld, block: SharedBlock, clock: Clock) {
    this.#world = world;
    this.#block = block;
    this.#clock = clock;
    this.#poses = new PoseWriter(world.model);
  }

  /** What the main thread needs. The world stands in its start pose. */
  sight(): WorldSight {
    return {
      geometry: mujocoGeometry(this.#world.model, jointSources(this.#world.robots)),
      poses: this.#poses.poses.buffer,
      contacts: this.#contacts.buffer,
    };
  }

  /**
   * Tells, when it is time for it.
   *
   * @realtime
   */
  look(): void {
    const watched = Atomics.load(this.#block.flags, B.WATCHED);
    if (watched === Watching.Nobody) return;
    const nowNs = this.#clock.now();
    if (nowNs - this.#told[0] < FRAME_NS) return;
    this.#told[0] = nowNs;
    this.#poses.write();
    if (watched === Watching.Contacts) this.#contacts.write(this.#world.model.simulation);
    this.#block.histograms[B.H_LOOK].record(this.#clock.now() - nowNs);
  }
}
