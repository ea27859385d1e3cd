import assert from "node:assert/strict";
import { orAborted } from "./or_aborted.ts";

const never = new Promise<number>(() => {});

Deno.test("or aborted: the value, the error, or undefined at the abort, also of a signal that was aborted before", async () => {
  const { signal } = new AbortController();
  assert.equal(await orAborted(Promise.resolve(3), signal), 3);
  await assert.rejects(orAborted(Promise.reject(new RangeError("so")), signal), /so/);
  const later = new AbortController();
  const waiting = orAborted(never, later.signal);
  later.abort();
  assert.equal(await waiting, undefined);
  assert.equal(await orAborted(never, later.signal), undefined);
});

Deno.test("or aborted: an error that comes after the abort disturbs nobody", async () => {
  const stop = new AbortController();
  const { promise, reject } = Promise.withResolvers<number>();
  const waiting = orAborted(promise, stop.signal);
  stop.abort();
  assert.equal(await waiting, undefined);
  reject(new RangeError("too late"));
  await new Promise((resolve) => setTimeout(resolve, 0));
});
