import assert from "node:assert/strict";
import { LockstepLog } from "./lockstep_log.ts";

Deno.test("LockstepLog: a wait is told when it is long, and again; another one begins anew", () => {
  const lines: string[] = [];
  const log = new LockstepLog({ info: (line) => void lines.push(line) }, "[X]");
  for (let ms = 0; ms <= 13_000; ms += 100) log.look("a manager of 'a'", ms);
  assert.deepEqual(lines, [
    "[X] lock step: time stands for 2 s, waiting for a manager of 'a'",
    "[X] lock step: time stands for 12 s, waiting for a manager of 'a'",
  ]);
  log.look("", 13_100);
  for (let ms = 13_200; ms <= 15_100; ms += 100) log.look("a manager of 'a'", ms);
  assert.equal(lines.length, 2, "not long yet");
  log.finish(10e9, 0.5e9);
  assert.equal(lines.at(-1), "[X] lock step: 10.000 s of simulated time in 0.500 s, real-time factor 20.0");
});
