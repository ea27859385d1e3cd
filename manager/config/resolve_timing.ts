import { SHORTEST_TICK_NS } from "./shortest_tick_ns.ts";

/** A period that cannot be run, by the index of its robot. */
export type TimingFault =
  | {
    /** `Timestep` is shorter than the robot's period, or no multiple of it. */
    readonly kind: "shorter" | "no multiple";
    /** Index of the robot. */
    readonly robot: number;
    /** The nearest period of the robot that fits `Timestep` [ns]; 0 when there is none. */
    readonly nearestPeriodNs: number;
    /** The nearest `Timestep` that fits the robot's period [ns]. */
    readonly nearestTimeStepNs: number;
  }
  | {
    /** The robot's period alone is too short. */
    readonly kind: "too short";
    /** Index of the robot. */
    readonly robot: number;
  }
  | {
    /** Two robots, or all together, have a common period that is too short. */
    readonly kind: "tick";
    /** Index of the robot that is reported. */
    readonly robot: number;
    /** Indices of the robots that it does not fit. */
    readonly others: readonly number[];
    /** Their largest common period [ns]. */
    readonly tickNs: number;
  };

/** How the loops mesh. */
export interface Timing {
  /** Period of the main loop [ns]. */
  readonly tickNs: number;
  /** The controller runs every so many ticks. */
  readonly stepsPerRun: number;
  /** Each robot is served every so many ticks. */
  readonly ticksPerCycle: readonly number[];
  /** What cannot be run; the rest is meaningless unless this is empty. */
  readonly faults: readonly TimingFault[];
}

/**
 * The periods of the loops for a controller every `timeStepNs` and robots every `periodsNs` (at least one), all whole numbers
 * of nanoseconds up to 10 s. Exact: no floating-point remainder is involved.
 */
export function resolveTiming(timeStepNs: number, periodsNs: readonly number[]): Timing {
  const faults: TimingFault[] = [];
  periodsNs.forEach((periodNs, robot) => {
    if (periodNs < SHORTEST_TICK_NS) faults.push({ kind: "too short", robot });
    else if (timeStepNs % periodNs !== 0) {
      faults.push({
        kind: timeStepNs < periodNs ? "shorter" : "no multiple",
        robot,
        nearestPeriodNs: nearestDivisor(timeStepNs, periodNs),
        nearestTimeStepNs: Math.max(1, Math.round(timeStepNs / periodNs)) * periodNs,
      });
    }
  });
  const tickNs = periodsNs.reduce(greatestCommonDivisor);
  const hasShortPeriod = faults.some(({ kind }) => kind === "too short");
  if (tickNs < SHORTEST_TICK_NS && !hasShortPeriod) faults.push(tickFault(periodsNs, tickNs));
  return { tickNs, stepsPerRun: timeStepNs / tickNs, ticksPerCycle: periodsNs.map((ns) => ns / tickNs), faults };
}

/** The pair that does not fit, or else the robot with which the common period of those before it gets too short. */
function tickFault(periodsNs: readonly number[], tickNs: number): TimingFault {
  for (let robot = 1; robot < periodsNs.length; robot++) {
    for (let other = 0; other < robot; other++) {
      const common = greatestCommonDivisor(periodsNs[robot], periodsNs[other]);
      if (common < SHORTEST_TICK_NS) return { kind: "tick", robot, others: [other], tickNs: common };
    }
  }
  const robot = periodsNs.findIndex((_, i) =>
    periodsNs.slice(0, i + 1).reduce(greatestCommonDivisor) < SHORTEST_TICK_NS
  );
  return { kind: "tick", robot, others: periodsNs.slice(0, robot).map((_, i) => i), tickNs };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The divisor of `whole` nearest to `wanted` that can be a tick; 0 when there is none. */
function nearestDivisor(whole: number, wanted: number): number {
  let nearest = 0;
  for (let parts = 1; whole / parts >= SHORTEST_TICK_NS; parts++) {
    const divisor = whole / parts;
    if (whole % parts === 0 && (nearest === 0 || Math.abs(divisor - wanted) < Math.abs(nearest - wanted))) {
      nearest = divisor;
    }
  }
  return nearest;
}
