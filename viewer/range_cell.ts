import type { JointDescription } from "../schemas/robot_module.ts";

const PLACES = 14;

/** The position limits of a joint, and where it stands between them: `-6.28 [······●·······] 6.28`. */
export function rangeCell({ lower, upper }: JointDescription, position: number | undefined): string {
  if (lower === -Infinity && upper === Infinity) return "no limit";
  return `${end(lower).padStart(7)} ${bar(lower, upper, position)} ${end(upper)}`;
}

function bar(lower: number, upper: number, position = NaN): string {
  const range = upper - lower;
  // With one limit alone there is no scale to draw on.
  if (!Number.isFinite(range) || !(range > 0) || !Number.isFinite(position)) return `[${"·".repeat(PLACES)}]`;
  if (position < lower) return `◀${"·".repeat(PLACES)}]`;
  if (position > upper) return `[${"·".repeat(PLACES)}▶`;
  const at = Math.min(PLACES - 1, Math.floor((position - lower) / range * PLACES));
  return `[${"·".repeat(at)}●${"·".repeat(PLACES - 1 - at)}]`;
}

function end(limit: number): string {
  if (!Number.isFinite(limit)) return limit < 0 ? "-∞" : "∞";
  return Math.abs(limit) < 1000 ? limit.toFixed(2) : limit.toPrecision(2).replace("e+", "e");
}
