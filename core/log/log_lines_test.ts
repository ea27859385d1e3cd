import assert from "node:assert/strict";
import { Logger } from "./logger.ts";
import { LogLines } from "./log_lines.ts";

Deno.test("the last lines of a log are kept, by number; those that are not written are not", () => {
  const lines = new LogLines(3);
  const log = new Logger({ level: "warning", format: "text", write: () => {}, onLine: lines.add });
  log.info("not written");
  for (const text of ["a", "b", "c", "d"]) log.warning(text);
  log.error("e\x1b");
  assert.equal(lines.count, 5);
  assert.deepEqual(lines.since(0).map(({ level, message }) => `${level} ${message}`).slice(0, 2), [
    "warning c",
    "warning d",
  ]);
  assert.ok(!lines.since(4)[0].message.includes("\x1b"));
  assert.deepEqual(lines.since(4).map(({ level }) => level), ["error"]);
  assert.deepEqual(lines.since(5), []);
  assert.ok(Math.abs(lines.since(4)[0].timeMs - Date.now()) < 60_000);
});
