import type { LogLines } from "../../core/log/log_lines.ts";
import { Histogram } from "../../core/histogram.ts";
import type { SharedBlock } from "../../core/shared_block.ts";
import type { WorldScene } from "../../drivers/mujoco/world/world_scene.ts";
import type { InterfaceLooks } from "../../interface/interface_looks.ts";
import { WatchedInterface } from "../../interface/watched_interface.ts";
import type { InterfaceConfig } from "../../schemas/interface_config.ts";
import { viewDurations } from "../../view/view_durations.ts";
import type { ViewDurations, ViewLoop, ViewSource } from "../../view/view_source.ts";
import { SimulationBlock as B } from "../simulation_block.ts";
import { ContactMemory } from "./contact_memory.ts";
import { RecentFactor } from "./recent_factor.ts";
import { Watching } from "./watching.ts";
import type { WorldSight } from "./world_look.ts";

/** A simulation, for who looks on. */
export interface LookedAtWorld {
  /** Memory of its loop. */
  readonly block: SharedBlock;
  /** What it is made of. */
  readonly scene: WorldScene;
  /** What is drawn of it. */
  readonly sight: WorldSight;
  /** Simulated time of a tick [ns]. */
  readonly tickNs: number;
  /** Whether it is in lock step. */
  readonly isLockstep: boolean;
  /** Its robots, in the order of the scene. */
  readonly robots: readonly InterfaceConfig[];
  /** What is known of each of them. */
  readonly looks: readonly InterfaceLooks[];
  /** Lines of all logs. */
  readonly lines: LogLines;
}

/** What a view shows of a simulation. */
export function worldViewSource(world: LookedAtWorld): ViewSource {
  const { block, scene, sight, tickNs, isLockstep } = world;
  const { flags, values, histograms } = block;
  const contacts = new ContactMemory(sight.contacts);
  const factor = new RecentFactor();
  const marks = histograms.map(Histogram.newMark);
  const recent = (histogram: number) => histograms[histogram].takeSince(marks[histogram]);
  const wanted = { isWatched: false, areContacts: false };
  const tell = () => {
    const { isWatched, areContacts } = wanted;
    const watching = !isWatched ? Watching.Nobody : areContacts ? Watching.Contacts : Watching.Poses;
    Atomics.store(flags, B.WATCHED, watching);
  };
  return {
    title: `uri simulate: ${scene.file.split("/").slice(-2).join("/")}`,
    log: world.lines,
    robots: world.robots.map(({ name, network }, index) =>
      new WatchedInterface(world.looks[index], {
        name,
        protocol: network.protocol,
        timeoutMs: network.connectionTimeoutMs,
        module: scene.robots[index].module,
        periodNs: scene.robots[index].periodNs,
        meanwhile: "no manager has asked for it yet, and it is braked",
        isOnTime: false,
      })
    ),
    models: [{
      name: scene.file,
      position: [0, 0, 0],
      load: () => Promise.resolve(sight.geometry),
      poses: new Float64Array(sight.poses),
    }],
    // In lock step nothing is late: it waits for all.
    unmeasured: isLockstep ? ["state_age", "lateness"] : ["state_age"],
    loop: (): ViewLoop => ({
      cycles: values[B.TICKS],
      missed: values[B.MADE_UP] + values[B.LOST],
      late: viewDurations(recent(B.H_LATE)),
      busy: sum(viewDurations(recent(B.H_PHYSICS)), viewDurations(recent(B.H_ROBOTS))),
    }),
    time() {
      const simulatedMs = values[B.TICKS] * tickNs / 1e6;
      return { timeS: simulatedMs / 1000, factor: factor.take(performance.now(), simulatedMs) };
    },
    watch(isWatched) {
      wanted.isWatched = isWatched;
      tell();
    },
    contacts: {
      read: () => contacts.read(),
      want(areContacts) {
        wanted.areContacts = areContacts;
        tell();
      },
    },
  };
}

/** Physics and robots of one tick; the largest of both need not be of the same one. */
function sum(a: ViewDurations, b: ViewDurations): ViewDurations {
  return { mean: a.mean + b.mean, max: a.max + b.max };
}
