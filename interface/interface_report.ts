import { type DurationFigures, durationFigures } from "../core/duration_figures.ts";
import type { HeapFigures } from "../core/heap_watch.ts";
import type { SchedulingOutcome } from "../core/request_realtime.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import { VERSION } from "../core/version.ts";
import { GATE_REASONS, GateReason } from "./gate_reason.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import type { HoldRecord } from "./interface_log.ts";

/** The figures of a run of `uri interface`: see docs/report.md. */
export interface InterfaceReport {
  /** Which process. */
  role: "interface";
  /** Version of the program. */
  version: string;
  /** Robot name. */
  name: string;
  /** Duration of the control loop [s]. */
  duration_s: number;
  /** `controller.time_step` [s]. */
  period_s: number;
  /** Scheduling of the control loop. */
  policy: SchedulingOutcome;
  /** Cycles run. */
  cycles: number;
  /** Periods that passed without a cycle. */
  missed_cycles: number;
  /** How much later than one period after the cycle before a cycle began [µs]. */
  wakeup_late_us: DurationFigures;
  /** Time of a cycle without `sync()` [µs]. */
  cycle_us: DurationFigures;
  /** Time in `sync()` [µs]. */
  sync_us: DurationFigures;
  /** Heap of the control loop. */
  heap: HeapFigures;
  /** States sent. */
  states_published: number;
  /** States kept back because of a measurement that was not finite. */
  states_not_finite: number;
  /** Commands accepted. */
  commands_received: number;
  /** Commands refused, by reason; only reasons that occurred. */
  commands_refused: Record<string, number>;
  /** Times that the robot was held because the manager was lost. */
  holds: HoldRecord[];
  /** Round trip interface → manager → interface, without the time that the manager held the State [µs]. */
  round_trip_us: DurationFigures;
  /** Why the loop ended; empty after a stop that was asked for. */
  error: string;
}

/** What a report is made of. */
export interface InterfaceRun {
  /** Robot name. */
  readonly name: string;
  /** Memory of the loop. */
  readonly block: SharedBlock;
  /** Duration of the loop [ns]. */
  readonly durationNs: number;
  /** `controller.time_step` [ns]. */
  readonly periodNs: number;
  /** Scheduling of the loop. */
  readonly scheduling: SchedulingOutcome;
  /** Heap of the loop. */
  readonly heap: HeapFigures;
  /** Holds of the run. */
  readonly holds: HoldRecord[];
  /** Why the loop ended. */
  readonly error: string;
}

/** The report of a run that has ended. */
export function interfaceReport(run: InterfaceRun): InterfaceReport {
  const { values, histograms } = run.block;
  const refused: Record<string, number> = {};
  GATE_REASONS.forEach((reason, code) => {
    const kept = code === GateReason.Foreign ? values[B.IGNORED] : 0;
    const count = values[B.REFUSED + code] + kept;
    if (count > 0) refused[reason] = count;
  });
  return {
    role: "interface",
    version: VERSION,
    name: run.name,
    duration_s: Math.round(run.durationNs / 1e3) / 1e6,
    period_s: run.periodNs / 1e9,
    policy: run.scheduling,
    cycles: values[B.CYCLES],
    missed_cycles: values[B.MISSED],
    wakeup_late_us: durationFigures(histograms[B.H_LATE]),
    cycle_us: durationFigures(histograms[B.H_CYCLE]),
    sync_us: durationFigures(histograms[B.H_SYNC]),
    heap: run.heap,
    states_published: values[B.STATES],
    states_not_finite: values[B.STATES_NOT_FINITE],
    commands_received: values[B.COMMANDS],
    commands_refused: refused,
    holds: run.holds,
    round_trip_us: durationFigures(histograms[B.H_ROUND_TRIP]),
    error: run.error,
  };
}
