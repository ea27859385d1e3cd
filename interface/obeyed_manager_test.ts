import assert from "node:assert/strict";
import { ObeyedManager } from "./obeyed_manager.ts";

const first = { pid: 7, description: "uri manager 'a.yaml'", host: "arm-pc", mark: 70 };
const second = { pid: 7, description: "uri manager 'b.yaml'", host: "other-pc", mark: 71 };
const unknown = { pid: 0, description: "a program that does not say who it is", mark: 0 };

Deno.test("obeyed manager: who holds the robot may ask again, another one is refused with the first one named", () => {
  const obeyed = new ObeyedManager("ur5e", () => false);
  assert.equal(obeyed.refusal(first), "");
  obeyed.tokenChanged(true, first);
  assert.equal(obeyed.refusal({ ...first }), "");
  for (const other of [second, unknown]) {
    assert.match(obeyed.refusal(other), /'ur5e' is held by uri manager 'a\.yaml' \(pid 7 on arm-pc\), asked by /);
  }
});

Deno.test("obeyed manager: when it is gone another one may have the robot", () => {
  const obeyed = new ObeyedManager("ur5e", () => false);
  obeyed.tokenChanged(true, first);
  obeyed.tokenChanged(false, undefined);
  assert.equal(obeyed.refusal(second), "");
  obeyed.tokenChanged(true, second);
  assert.match(obeyed.refusal(first), /held by uri manager 'b\.yaml'/);
});

Deno.test("obeyed manager: one that does not say who it is has the robot while it is alone", () => {
  const obeyed = new ObeyedManager("ur5e", () => false);
  obeyed.tokenChanged(true, unknown);
  assert.equal(obeyed.refusal({ ...unknown }), "");
  assert.match(obeyed.refusal(first), /held by a program that does not say who it is, asked by uri manager/);
});

Deno.test("obeyed manager: one that does not say who it is keeps the robot when another one holds the same token, until it is lost", () => {
  let isLost = false;
  const obeyed = new ObeyedManager("ur5e", () => isLost);
  obeyed.tokenChanged(true, unknown);
  assert.equal(obeyed.refusal(unknown), "");
  obeyed.initialised(unknown);
  obeyed.tokenChanged(true, first); // it has not seen the other one
  assert.match(obeyed.refusal(first), /held by a program that does not say who it is, asked by uri manager 'a\.yaml'/);
  isLost = true; // no Commands any more, while the token is still there: the one of the other
  assert.equal(obeyed.refusal(first), "");
  obeyed.initialised(first);
  isLost = false;
  assert.equal(obeyed.refusal(first), "");
  assert.match(obeyed.refusal(unknown), /held by uri manager 'a\.yaml'/);
});

Deno.test("obeyed manager: one that does not say who it is has the robot no more when its token is gone", () => {
  const obeyed = new ObeyedManager("ur5e", () => false);
  obeyed.tokenChanged(true, unknown);
  obeyed.initialised(unknown);
  obeyed.tokenChanged(false, undefined);
  assert.equal(obeyed.refusal(first), "");
});
