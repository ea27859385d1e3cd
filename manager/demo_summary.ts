import type { DurationFigures } from "../core/duration_figures.ts";
import type { ManagerReport } from "./manager_report.ts";

/** What a demo needs of the interface's report. */
export interface DemoInterfaceFigures {
  /** Round trip [µs]. */
  readonly round_trip_us: DurationFigures;
  /** Cycles of the robot's loop. */
  readonly cycles: number;
  /** Periods without a cycle. */
  readonly missed_cycles: number;
}

/** The closing words of the demo: what was measured, as lines. */
export function demoSummary(report: ManagerReport, robot: string, side: DemoInterfaceFigures | undefined): string[] {
  const figures = report.robots[robot];
  const lines = ["", "Summary"];
  const say = (what: string, text: string) => lines.push(`  ${what.padEnd(28)}${text}`);
  const spread = (d: DurationFigures) =>
    `${d.p50.toFixed(1)} µs median, ${d.p99.toFixed(1)} µs p99, ${d.p999.toFixed(1)} µs p99.9, ${
      d.max.toFixed(0)
    } µs max`;
  const share = report.cycles === 0 ? 0 : 100 * report.missed_cycles / (report.cycles + report.missed_cycles);
  say(
    "manager's loop",
    `${report.cycles} cycles in ${report.duration_s.toFixed(2)} s, ${report.missed_cycles} missed (${
      share.toFixed(2)
    } %)`,
  );
  if (report.real_time_factor !== null) {
    const wallS = report.duration_s / report.real_time_factor;
    say(
      "lock step",
      `in ${wallS.toFixed(2)} s of the wall clock: real-time factor ${report.real_time_factor.toFixed(1)}`,
    );
    say("  tick takes", spread(report.cycle_us));
  } else {
    say("  wake-up late", spread(report.wakeup_late_us));
    say("  tick takes", spread(report.cycle_us));
    say("  scheduling", report.policy.obtained);
    say(
      "  heap",
      `${report.heap.growth_bytes} bytes more, ${report.heap.minor_gcs} small and ${report.heap.major_gcs} full collections`,
    );
    if (side !== undefined) {
      say("robot's loop", `${side.cycles} cycles, ${side.missed_cycles} missed`);
      say("link, round trip", spread(side.round_trip_us));
    }
    say("  age of a state when used", spread(figures.state_age_us));
  }
  say(
    "states, commands",
    `${figures.states_received} received, ${figures.commands_sent} sent, ${figures.states_refused} refused, lost: ${
      figures.lost ?? "no"
    }`,
  );
  if (report.start_to_first_command_ms !== null) {
    say("start to first command", `${report.start_to_first_command_ms.toFixed(0)} ms`);
  }
  for (const { at_s, tracking_error, joint } of figures.postures) {
    say(`posture at ${at_s.toFixed(1)} s`, `tracking error ${(1000 * tracking_error).toFixed(3)} mrad (${joint})`);
  }
  return lines;
}
