import { basename } from "node:path";
import type { Logger } from "../../core/log/logger.ts";
import type { Clock } from "../../core/clock.ts";
import type { InterfaceConfig } from "../../schemas/interface_config.ts";
import type { OpenedWorld } from "../simulation_messages.ts";
import type { Recording } from "./recording.ts";

/** What a recording of a simulation is made of. */
export interface SimulationRecording {
  /** The file, which is made anew; undefined: none is wanted. */
  readonly file: string | undefined;
  /** Memory of the ring that the loop writes. */
  readonly ring: SharedArrayBuffer | undefined;
  /** The file of the scene. */
  readonly scene: { readonly file: string };
  /** The robots, in the order of the scene. */
  readonly robots: readonly Pick<InterfaceConfig, "name" | "network">[];
  /** What the world turned out to be. */
  readonly world: OpenedWorld;
  /** Whether time is simulated. */
  readonly isLockstep: boolean;
  /** Time of the loop. */
  readonly clock: Clock;
  /** Log of the process. */
  readonly log: Logger;
}

/**
 * Begins to record a simulation; resolves to undefined when that is not wanted. Times are simulated ones since the start in lock step, where nothing of the wall clock is in the file, else UNIX time.
 * Rejects with a `RunFailure` when the file cannot be made.
 */
export async function startRecording(run: SimulationRecording): Promise<Recording | undefined> {
  const { file, ring, scene, robots, world, isLockstep, clock, log } = run;
  if (file === undefined || ring === undefined) return undefined;
  // In lock step time stands still, at its start.
  const offsetNs = (isLockstep ? 0 : (performance.timeOrigin + performance.now()) * 1e6) - clock.now();
  const facts = {
    engine: world.engine,
    scene: basename(scene.file),
    step_ns: String(world.stepNs),
    time: isLockstep ? "simulated, since the start" : "UNIX",
  };
  const { Recording } = await import("./recording.ts");
  const recorded = robots.map(({ name, network }) => ({ name, backend: network.backend }));
  const parts = { file, ring, robots: recorded, facts, offsetNs: BigInt(Math.round(offsetNs)), log };
  const recording = await Recording.start(parts);
  log.info(`[Simulation] recording States and Commands to '${file}'`);
  return recording;
}
