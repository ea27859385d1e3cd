import assert from "node:assert/strict";
import type { KeyOwner } from "../comm/transport_error.ts";
import { InitHandler, type InitResult } from "./init_handler.ts";

const ASKER: KeyOwner = { pid: 1, description: "uri manager" };

/** A handler whose configurations are `essence/detail`; its work is finished by the test. */
function handler() {
  const work = Promise.withResolvers<InitResult>();
  const started: string[] = [];
  const made = new InitHandler((config) => {
    started.push(config);
    return work.promise;
  }, (config) => {
    if (config.startsWith("bad")) throw new TypeError(`cannot read '${config}'`);
    return config.split("/")[0];
  });
  return { made, started, work };
}

Deno.test("init: the first query does the work, and its answer comes when the work is done", async () => {
  const { made, started, work } = handler();
  let answered = "";
  const answer = made.answer("mock/1", ASKER).then((text) => answered = text);
  await Promise.resolve();
  assert.deepEqual(started, ["mock/1"]);
  assert.equal(answered, "");
  work.resolve({ ok: true });
  assert.equal(await answer, "OK");
});

Deno.test("init: queries at the same time and later ones get the answer of the first, and the work is done once", async () => {
  const { made, started, work } = handler();
  const asking = ["mock/1", "mock/2", "mock/1"].map((config) => made.answer(config, ASKER));
  work.resolve({ ok: true });
  assert.deepEqual(await Promise.all(asking), ["OK", "OK", "OK"]);
  assert.equal(await made.answer("mock/3", ASKER), "OK");
  assert.deepEqual(started, ["mock/1"]);
});

Deno.test("init: one that asks for something else is refused at once, while the first works and after it", async () => {
  const { made, started, work } = handler();
  const first = made.answer("mock/1", ASKER);
  const other = await made.answer("mujoco/1", ASKER);
  assert.equal(
    other,
    "ERROR: the interface runs with mock, and was asked for mujoco; restart the interface to change that",
  );
  work.resolve({ ok: true });
  assert.equal(await first, "OK");
  assert.match(await made.answer("mujoco/1", ASKER), /^ERROR: the interface runs with mock/);
  assert.equal(await made.answer("mock/9", ASKER), "OK");
  assert.deepEqual(started, ["mock/1"]);
});

Deno.test("init: one that cannot be read is refused with the reason, and the robot runs on", async () => {
  const { made, started, work } = handler();
  work.resolve({ ok: true });
  await made.answer("mock/1", ASKER);
  assert.equal(await made.answer("bad", ASKER), "ERROR: cannot read 'bad'");
  assert.equal(await made.answer("mock/1", ASKER), "OK");
  assert.deepEqual(started, ["mock/1"]);
});

Deno.test("init: a failure is answered with its reason, to each that asks the same", async () => {
  const { made, started, work } = handler();
  const asking = [made.answer("mock/1", ASKER), made.answer("mock/1", ASKER)];
  work.resolve({ ok: false, reason: "Driver load failed: no such robot" });
  const error = "ERROR: Driver load failed: no such robot";
  assert.deepEqual(await Promise.all(asking), [error, error]);
  assert.equal(await made.answer("mock/1", ASKER), error);
  assert.equal(started.length, 1);
});

Deno.test("init: a first query that cannot be read goes through the work, which reports what is wrong", async () => {
  const { made, started, work } = handler();
  work.resolve({ ok: false, reason: "line 3" });
  assert.equal(await made.answer("bad", ASKER), "ERROR: line 3");
  assert.deepEqual(started, ["bad"]);
});

Deno.test("init: after a failure, one that asks for something else is not told that the robot runs", async () => {
  const { made, started, work } = handler();
  work.resolve({ ok: false, reason: "no such robot" });
  assert.equal(await made.answer("mock/1", ASKER), "ERROR: no such robot");
  assert.equal(await made.answer("mujoco/1", ASKER), "ERROR: no such robot");
  assert.equal(started.length, 1);
});
