import { type DurationFigures, durationFigures } from "../core/duration_figures.ts";
import type { HeapFigures } from "../core/heap_watch.ts";
import type { SchedulingOutcome } from "../core/request_realtime.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import { VERSION } from "../core/version.ts";
import type { ManagerConfig } from "../schemas/manager_config.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import type { PostureRecord } from "./posture_watch.ts";

/** Figures of one robot. */
export interface RobotFigures {
  /** States accepted. */
  states_received: number;
  /** States refused. */
  states_refused: number;
  /** Commands sent. */
  commands_sent: number;
  /** Age of a State when it was used [µs]. */
  state_age_us: DurationFigures;
  /** Round trip interface → manager → interface as the interface has measured it since its start [µs]; null when it did not tell. */
  round_trip_us: DurationFigures | null;
  /** Why the connection was lost; null when it was not. */
  lost: string | null;
  /** True when the robot did not answer the handshake. */
  dropped: boolean;
  /** In position mode: where the commanded position stood still for 0.3 s or longer, and how well the robot followed. */
  postures: PostureRecord[];
}

/** The figures of a run of `uri manager`: see docs/report.md. */
export interface ManagerReport {
  /** Which process. */
  role: "manager";
  /** Version of the program. */
  version: string;
  /** Duration of the control loop [s]. */
  duration_s: number;
  /** Period of the loop [s]. */
  period_s: number;
  /** Scheduling of the control loop. */
  policy: SchedulingOutcome;
  /** Ticks run. */
  cycles: number;
  /** Ticks skipped because the loop was late. */
  missed_cycles: number;
  /** How late the loop woke up [µs]. */
  wakeup_late_us: DurationFigures;
  /** Time of a tick [µs]. */
  cycle_us: DurationFigures;
  /** Heap of the control loop. */
  heap: HeapFigures;
  /** The controller. */
  controller: { name: string; runs: number; run_us: DurationFigures };
  /** Figures by robot. */
  robots: Record<string, RobotFigures>;
  /** Simulated time for each second of the wall clock, in lock step; else null. */
  real_time_factor: number | null;
  /** Time from the start of the process to the first Command [ms]; null when there was none. */
  start_to_first_command_ms: number | null;
  /** Why the run ended; empty after a stop that was asked for. */
  error: string;
}

/** What a report is made of. */
export interface ManagerRun {
  /** The configuration. */
  readonly config: ManagerConfig;
  /** Memory of the loop. */
  readonly block: SharedBlock;
  /** Duration of the loop [ns]. */
  readonly durationNs: number;
  /** Scheduling of the loop. */
  readonly scheduling: SchedulingOutcome;
  /** Heap of the loop. */
  readonly heap: HeapFigures;
  /** Numbers of the robots that answered the handshake. */
  readonly active: ReadonlySet<number>;
  /** Reason of a loss, by number of the robot. */
  readonly lost: ReadonlyMap<number, string>;
  /** Round trips that interfaces have told, by robot. */
  readonly roundTrips: ReadonlyMap<number, DurationFigures>;
  /** Postures, by number of the robot. */
  readonly postures: ReadonlyMap<number, readonly PostureRecord[]>;
  /** Time from the start of the process to the first Command [ms]. */
  readonly firstCommandMs: number | null;
  /** Simulated time for each second of the wall clock, in lock step; else null. */
  readonly realTimeFactor: number | null;
  /** Why the run ended. */
  readonly error: string;
}

/** The report of a run that has ended. */
export function managerReport(run: ManagerRun): ManagerReport {
  const { values, histograms } = run.block;
  const robots = run.config.robots.map(({ name }, index): [string, RobotFigures] => {
    const at = B.VALUES + index * B.ROBOT_VALUES;
    return [name, {
      states_received: values[at + B.STATES],
      states_refused: values[at + B.REFUSED],
      commands_sent: values[at + B.COMMANDS],
      state_age_us: durationFigures(histograms[B.H_AGE + index]),
      round_trip_us: run.roundTrips.get(index) ?? null,
      lost: run.lost.get(index) ?? null,
      dropped: !run.active.has(index),
      postures: [...run.postures.get(index) ?? []],
    }];
  });
  return {
    role: "manager",
    version: VERSION,
    duration_s: Math.round(run.durationNs / 1e3) / 1e6,
    period_s: run.config.tickNs / 1e9,
    policy: run.scheduling,
    cycles: values[B.CYCLES],
    missed_cycles: values[B.MISSED],
    wakeup_late_us: durationFigures(histograms[B.H_LATE]),
    cycle_us: durationFigures(histograms[B.H_CYCLE]),
    heap: run.heap,
    controller: { name: run.config.controller, runs: values[B.RUNS], run_us: durationFigures(histograms[B.H_RUN]) },
    robots: Object.fromEntries(robots),
    real_time_factor: run.realTimeFactor,
    start_to_first_command_ms: run.firstCommandMs,
    error: run.error,
  };
}
