import assert from "node:assert/strict";
import { HangWatch } from "./hang_watch.ts";

const MS = 1e6;

/** Looks every 20 ms from `fromMs` to `toMs`, while the loop's last sign of life is at `beatMs`; the first complaint. */
function looks(watch: HangWatch, fromMs: number, toMs: number, beatMs: number): string {
  for (let ms = fromMs; ms <= toMs; ms += 20) {
    const text = watch.look(beatMs * MS, ms * MS);
    if (text !== "") return text;
  }
  return "";
}

Deno.test("hang watch: a driver may take its time, three periods at least, and no more", () => {
  const init = { driver: "Slow", syncTimeoutMs: 2000 };
  assert.equal(looks(new HangWatch(init, MS), 0, 60_000, 0), "", "it has not begun");
  assert.equal(looks(new HangWatch(init, MS), 1000, 2980, 1000), "");
  assert.match(
    looks(new HangWatch(init, MS), 1000, 3000, 1000),
    /driver 'Slow' sync\(\) has not returned for 2\.0 s; wanted at most 2000 ms/,
  );
  assert.equal(looks(new HangWatch(init, 1000 * MS), 1000, 3980, 1000), "");
  assert.match(looks(new HangWatch(init, 1000 * MS), 1000, 4000, 1000), /wanted at most 3000 ms/);
});

Deno.test("hang watch: while the process was stopped the driver had no time to return in", () => {
  const watch = new HangWatch({ driver: "Stopped", syncTimeoutMs: 2000 }, MS);
  assert.equal(looks(watch, 1000, 1100, 1090), "");
  assert.equal(looks(watch, 9000, 10_980, 1090), "", "stopped for eight seconds");
  assert.match(
    looks(watch, 11_000, 11_000, 1090),
    /has not returned for 2\.0 s/,
    "it does not return afterwards, either",
  );
});
