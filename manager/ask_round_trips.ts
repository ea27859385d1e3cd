import type { DurationFigures } from "../core/duration_figures.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import type { RobotConfig } from "../schemas/manager_config.ts";
import type { RobotLink } from "./open_robot_link.ts";

/** An interface of another program does not answer; nobody waits longer for it at the end of a run [ms]. */
const PATIENCE_MS = 200;
const KEYS = ["count", "p50", "p99", "p999", "max"] as const;

/**
 * Asks interfaces for the round trips that they have measured: a manager has no clock in common with them and cannot. Those of `robots` by their
 * numbers; one that does not answer is left out.
 */
export async function askRoundTrips(
  robots: readonly RobotConfig[],
  links: ReadonlyMap<number, RobotLink>,
  indices: Iterable<number>,
): Promise<Map<number, DurationFigures>> {
  const answers = new Map<number, DurationFigures>();
  const ask = async (index: number) => {
    const key = robotKeys(robots[index].name).figures;
    const answer = await links.get(index)?.transport.query(key, new Uint8Array(), { timeoutMs: PATIENCE_MS })
      .catch(() => undefined); // the report does without
    const figures = answer === undefined ? undefined : read(answer);
    if (figures !== undefined) answers.set(index, figures);
  };
  await Promise.all([...indices].map(ask));
  return answers;
}

/** The figures in an answer; undefined when it is anything else. */
function read(answer: Uint8Array): DurationFigures | undefined {
  try {
    const figures = JSON.parse(new TextDecoder().decode(answer)).round_trip_us;
    if (!KEYS.every((key) => Number.isFinite(figures[key]))) return undefined;
    const [count, p50, p99, p999, max] = KEYS.map((key) => figures[key] as number);
    return { count, p50, p99, p999, max };
  } catch {
    return undefined;
  }
}
