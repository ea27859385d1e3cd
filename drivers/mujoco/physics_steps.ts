import { formatSeconds } from "../../core/format_seconds.ts";
import { mujocoError } from "./mujoco_error.ts";

const NS_PER_S = 1e9;

/**
 * How many physics steps make one robot period. Both are compared in whole nanoseconds, so that 0.0003 three times is 0.0009.
 * `path` is the model's file, or that of a scene when `isWorld`. Throws a `DriverError` with both numbers and the nearest that fit when the period is no whole multiple of the physics step.
 */
export function physicsSteps(
  timestep: number,
  periodNs: number,
  path: string,
  isWorld = false,
): number {
  const exact = timestep * NS_PER_S;
  const stepNs = Math.round(exact);
  // A decimal text read as a double is off by far less than a thousandth of a nanosecond.
  const isWhole = Math.abs(exact - stepNs) < 1e-3 && stepNs > 0;
  if (isWhole && periodNs % stepNs === 0) return periodNs / stepNs;
  const given = isWhole ? formatSeconds(stepNs) : String(timestep);
  const divisors = nearestDivisors(exact, periodNs).map(formatSeconds).join(" or ");
  const key = isWorld ? "time_step" : "controller.time_step";
  const periods = isWhole ? `, or ${key} to ${nearestMultiples(stepNs, periodNs).map(formatSeconds).join(" or ")}` : "";
  throw mujocoError(
    `fitting the physics to the robot's period: the ${
      isWorld ? "world" : "model"
    }'s timestep is ${given} s and ${key} ` +
      `${formatSeconds(periodNs)} s, a whole number of physics steps in a period was wanted; set ` +
      `${isWorld ? "world.timestep" : timestepOf(path)} in ${path} to ${divisors}${periods}`,
  );
}

/** Where a model says its timestep: MuJoCo reads its own elements in a URDF as well. */
function timestepOf(path: string): string {
  return path.endsWith(".urdf") ? `<mujoco><option timestep="…"/></mujoco> in <robot>` : `<option timestep="…">`;
}

/** The divisors of the period next to `stepNs`, below and above, that are whole nanoseconds. */
function nearestDivisors(stepNs: number, periodNs: number): number[] {
  const ratio = periodNs / stepNs;
  let fewer = Math.max(1, Math.floor(ratio));
  while (fewer > 1 && periodNs % fewer !== 0) fewer--;
  let more = Math.max(1, Math.ceil(ratio));
  while (more < periodNs && periodNs % more !== 0) more++;
  return [...new Set([periodNs / fewer, periodNs / more])];
}

function nearestMultiples(stepNs: number, periodNs: number): number[] {
  const below = Math.floor(periodNs / stepNs) * stepNs;
  return below > 0 ? [below, below + stepNs] : [stepNs];
}
