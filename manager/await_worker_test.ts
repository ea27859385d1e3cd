import assert from "node:assert/strict";
import { Logger } from "../core/log/logger.ts";
import { awaitWorker } from "./await_worker.ts";

const LOG = new Logger({ level: "info", format: "text", write: () => {} });

Deno.test("awaitWorker: true when it is done, false at once when the run is stopped, and what goes wrong goes on", async () => {
  const stop = new AbortController();
  assert.equal(await awaitWorker(Promise.resolve(0), "it is", LOG, stop.signal), true);
  await assert.rejects(awaitWorker(Promise.reject(new RangeError("x")), "it is", LOG, stop.signal), RangeError);
  const waiting = awaitWorker(new Promise(() => {}), "it is", LOG, stop.signal);
  stop.abort();
  assert.equal(await waiting, false);
});
