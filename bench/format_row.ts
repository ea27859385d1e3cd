import type { BenchRow } from "./bench_row.ts";

/** A figure with three significant digits, or all of those before the point. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return "not measured";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

/**
 * One figure as lines of text: what was measured with its peer and their ratio; for a target the verdict, `PASS` or `MISS`, or that there
 * is none for want of a peer; and how it was measured.
 */
export function formatRow(row: BenchRow): string {
  const unit = row.unit === "us" ? "µs" : row.unit;
  const amount = (value: number) => Number.isFinite(value) && unit !== "" ? `${figure(value)} ${unit}` : figure(value);
  let text = `${row.name}: ${amount(row.value)}`;
  if (row.peer !== undefined && row.peerValue !== undefined) text += `; ${row.peer}: ${amount(row.peerValue)}`;
  if (row.ratio !== undefined) text += `; ratio ${figure(row.ratio)}`;
  const verdict = row.target === undefined || row.pass === undefined ? "    " : row.pass ? "PASS" : "MISS";
  let lines = `${verdict}  ${text}\n`;
  if (row.target !== undefined) {
    lines += `      target: ${row.target}${row.pass === undefined ? " (no verdict without the peer)" : ""}\n`;
  }
  if (row.note !== undefined) lines += `      ${row.note}\n`;
  return lines;
}
