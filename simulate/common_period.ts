/** The largest period of which all `periodsNs` are whole multiples [ns]; they are whole numbers. */
export function commonPeriod(periodsNs: readonly number[]): number {
  return periodsNs.reduce((a, b) => {
    while (b !== 0) [a, b] = [b, a % b];
    return a;
  });
}
