/** Seconds as the shortest exact decimal text of a whole, non-negative number of nanoseconds: 1,000,000 is `0.001`. */
export function formatSeconds(ns: number): string {
  const digits = String(ns).padStart(10, "0");
  const fraction = digits.slice(-9).replace(/0+$/, "");
  return digits.slice(0, -9) + (fraction === "" ? "" : `.${fraction}`);
}
