/** `value` in at most `width` characters, at least 7: with `digits` decimals, or as many as there is room for. */
export function fitNumber(value: number, digits: number, width: number): string {
  if (!Number.isFinite(value)) return `${value}`.replace("Infinity", "Inf");
  for (let decimals = digits; decimals >= 0; decimals--) {
    const text = value.toFixed(decimals);
    // Numbers beyond 1e21 have an exponent in any case.
    if (text.length > width || text.includes("e")) continue;
    // A zero whose sign comes and goes is no news.
    return /^-[0.]+$/.test(text) ? text.slice(1) : text;
  }
  return value.toExponential(0).replace("e+", "e");
}
