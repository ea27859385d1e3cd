import { type DurationFigures, durationFigures } from "../core/duration_figures.ts";
import type { HeapFigures } from "../core/heap_watch.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import { VERSION } from "../core/version.ts";
import type { InterfaceReport } from "../interface/interface_report.ts";
import type { RecordingFigures } from "./recording/recording.ts";
import { SimulationBlock as B } from "./simulation_block.ts";
import type { OpenedWorld } from "./simulation_messages.ts";

/** The figures of a run of `uri simulate`: see docs/report.md. */
export interface SimulationReport {
  /** Which process. */
  role: "simulation";
  /** Version of the program. */
  version: string;
  /** Wall time from the first tick to the last [s]. */
  duration_s: number;
  /** The tick of the loop [s]: the largest period of which all robots' are multiples. */
  period_s: number;
  /** Physics step [s]. */
  step_s: number;
  /** Scheduling of the loop. */
  policy: OpenedWorld["scheduling"];
  /** Time that has passed in the world [s]. */
  simulated_s: number;
  /** `simulated_s` by `duration_s`; `null` when no time has passed. */
  real_time_factor: number | null;
  /** Ticks simulated. */
  ticks: number;
  /** Those of them that were missed in a stall and made up right after it. */
  made_up_ticks: number;
  /** Ticks missed and not made up: by so many the world is behind the wall clock. */
  lost_ticks: number;
  /** Time that the physics of a tick takes [µs]. */
  physics_us: DurationFigures;
  /** Time that the cycles of all robots of a tick take [µs]. */
  robots_us: DurationFigures;
  /** Heap of the loop. */
  heap: HeapFigures;
  /** What was recorded; `null`: nothing was asked for. */
  recording: RecordingFigures | null;
  /** By robot, what its interface reports; `null`: no manager has initialised it. */
  robots: Record<string, InterfaceReport | null>;
  /** Why the run ended; empty after a stop that was asked for. */
  error: string;
}

/** What a report is made of. */
export interface SimulationRun {
  /** Memory of the loop. */
  readonly block: SharedBlock;
  /** What the world turned out to be. */
  readonly world: OpenedWorld;
  /** Heap of the loop. */
  readonly heap: HeapFigures;
  /** What was recorded; absent: nothing was asked for. */
  readonly recording?: RecordingFigures;
  /** By robot, the report of its interface. */
  readonly robots: Readonly<Record<string, InterfaceReport | null>>;
  /** Why the run ended. */
  readonly error: string;
}

/** The report of a run that has ended. */
export function simulationReport(
  { block, world, heap, recording, robots, error }: SimulationRun,
): SimulationReport {
  const { values, histograms } = block;
  const wallNs = Math.max(0, values[B.NOW] - values[B.START] - values[B.STOOD]);
  const simulatedNs = values[B.TICKS] * world.tickNs;
  return {
    role: "simulation",
    version: VERSION,
    duration_s: seconds(wallNs),
    period_s: world.tickNs / 1e9,
    step_s: world.stepNs / 1e9,
    policy: world.scheduling,
    simulated_s: seconds(simulatedNs),
    real_time_factor: wallNs === 0 ? null : Math.round(1e6 * simulatedNs / wallNs) / 1e6,
    ticks: values[B.TICKS],
    made_up_ticks: values[B.MADE_UP],
    lost_ticks: values[B.LOST],
    physics_us: durationFigures(histograms[B.H_PHYSICS]),
    robots_us: durationFigures(histograms[B.H_ROBOTS]),
    heap,
    recording: recording ?? null,
    robots: { ...robots },
    error,
  };
}

function seconds(ns: number): number {
  return Math.round(ns / 1e3) / 1e6;
}
