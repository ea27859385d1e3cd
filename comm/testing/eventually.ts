import assert from "node:assert/strict";
import { pause } from "./pause.ts";

/** Longest wait for something that must happen [ms]; no bound on how fast it is. */
const PATIENCE_MS = 20_000;

/** Looks until `look` gives something other than undefined and false, and resolves to that. */
export async function eventually<T>(look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    assert.ok(performance.now() < end, `did not happen in time: ${look}`);
    await pause(2);
  }
}
