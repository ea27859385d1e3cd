/** Why a text is no period. */
export type DecimalFault = "not decimal" | "negative" | "zero" | "finer than 1 ns" | "longer than 10 s";

/** Digits of 10 s in nanoseconds. */
const MOST_DIGITS = 11;
const LONGEST_NS = 10_000_000_000;
const DECIMAL = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * The nanoseconds of a decimal number of seconds (`0.001`, `1e-3`, `.005`), exactly: no floating-point number is involved.
 * A text that is no period gives the reason instead.
 */
export function decimalNs(text: string): number | DecimalFault {
  const match = DECIMAL.exec(text);
  if (match === null) return "not decimal";
  const [, sign, whole, fraction = "", exponent = "0"] = match;
  if (whole === "" && fraction === "") return "not decimal";
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "zero";
  if (sign === "-") return "negative";
  // value = significant × 10^power nanoseconds. A gigantic exponent becomes an infinity, which compares as it should.
  const power = Number(exponent) - fraction.length + (digits.length - significant.length) + 9;
  if (power < 0) return "finer than 1 ns";
  if (significant.length + power > MOST_DIGITS) return "longer than 10 s";
  const ns = Number(significant + "0".repeat(power));
  return ns > LONGEST_NS ? "longer than 10 s" : ns;
}
