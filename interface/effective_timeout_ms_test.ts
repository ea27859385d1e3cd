import assert from "node:assert/strict";
import { effectiveTimeoutMs } from "./effective_timeout_ms.ts";

Deno.test("connection timeout of an interface: as configured, or three periods of a robot that is too slow for it", () => {
  assert.equal(effectiveTimeoutMs(100, 1e6), 100);
  assert.equal(effectiveTimeoutMs(100, 50e6), 100);
  assert.equal(effectiveTimeoutMs(100, 50.1e6), 151);
  assert.equal(effectiveTimeoutMs(100, 200e6), 600);
  assert.equal(effectiveTimeoutMs(3000, 200e6), 3000);
});
