/** Longest wait of a test for something that must come [ms]: patience for a busy computer, not a demand. */
const PATIENCE_MS = 60_000;

/** Waits until `condition` gives something truthy, looking every 25 ms, and returns it. Throws when it does not come for a minute. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<Exclude<T, undefined | null | false | 0 | "">> {
  const endAt = performance.now() + patienceMs;
  for (;;) {
    const value = await condition();
    if (value) return value as Exclude<T, undefined | null | false | 0 | "">;
    if (performance.now() > endAt) throw new Error(`Waiting for ${what}: it did not come in ${patienceMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
