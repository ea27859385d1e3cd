import type { ConfigProblems } from "../../core/config_problems.ts";
import { formatSeconds } from "../../core/format_seconds.ts";
import { keyPath } from "../../core/key_path.ts";
import type { CheckedRobot } from "./check_robot.ts";
import { resolveTiming, type Timing, type TimingFault } from "./resolve_timing.ts";
import { SHORTEST_TICK_NS } from "./shortest_tick_ns.ts";

/** The periods of all loops; notes every pair that does not fit, with both numbers and the nearest ones that would. */
export function checkTiming(
  timeStepNs: number | undefined,
  robots: readonly CheckedRobot[],
  problems: ConfigProblems,
): Timing {
  const timed = robots.filter((robot) => robot.timeStepNs !== undefined);
  // Without a readable Timestep the robots are still checked against one another.
  const periods = timed.map((robot) => robot.timeStepNs!);
  if (periods.length === 0) return { tickNs: 1, stepsPerRun: 1, ticksPerCycle: [], faults: [] };
  const timing = resolveTiming(timeStepNs ?? 0, periods);
  for (const fault of timing.faults) {
    const { timeStepMark, name } = timed[fault.robot];
    const [message, hint] = textOf(fault, timeStepNs ?? 0, timed);
    problems.add(timeStepMark, keyPath(["Robots", name, "controller", "time_step"]), message, { hint });
  }
  return timing;
}

function textOf(
  fault: TimingFault,
  timeStepNs: number,
  robots: readonly CheckedRobot[],
): [message: string, hint: string] {
  const periodOf = (robot: number) => formatSeconds(robots[robot].timeStepNs!);
  const period = periodOf(fault.robot);
  const shortest = formatSeconds(SHORTEST_TICK_NS);
  switch (fault.kind) {
    case "too short":
      return [`time_step ${period} is too short; wanted at least ${shortest}`, `write time_step: ${shortest} or more`];
    case "tick": {
      const others = fault.others.map((robot) => `${periodOf(robot)} of '${robots[robot].name}'`).join(" and ");
      const common = formatSeconds(fault.tickNs);
      return [
        `time_step ${period} and ${others} have only ${common} as a common period; wanted at least ${shortest}`,
        "make them equal, or multiples of one another",
      ];
    }
    default: {
      const step = formatSeconds(timeStepNs);
      const what = fault.kind === "shorter" ? "is shorter than" : "is no exact multiple of";
      const nearest = fault.nearestPeriodNs > 0 ? `time_step: ${formatSeconds(fault.nearestPeriodNs)} or ` : "";
      return [
        `Timestep ${step} ${what} time_step ${period}; wanted an exact multiple of it`,
        `nearest allowed: ${nearest}Timestep: ${formatSeconds(fault.nearestTimeStepNs)}`,
      ];
    }
  }
}
