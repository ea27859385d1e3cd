import assert from "node:assert/strict";
import { SharedBlock } from "../core/shared_block.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock } from "./interface_block.ts";
import { ObeyedManager } from "./obeyed_manager.ts";

const first = { pid: 7, description: "uri manager 'a.yaml'", host: "arm-pc", mark: 70 };
const second = { pid: 7, description: "uri manager 'b.yaml'", host: "other-pc", mark: 71 };
const unknown = { pid: 0, description: "a program that does not say who it is", mark: 0 };

/** An interface whose loop and clock the test moves. */
function setUp() {
  const block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
  const clock = { ms: 1000 };
  const obeyed = new ObeyedManager("ur5e", block, () => clock.ms);
  return {
    obeyed,
    clock,
    command: () => block.values[InterfaceBlock.COMMANDS]++,
    hold: (on: boolean) => Atomics.store(block.flags, InterfaceBlock.HOLDING, on ? 1 : 0),
  };
}

Deno.test("obeyed manager: who holds the robot may ask again, another one is refused with the first one named", () => {
  const { obeyed } = setUp();
  assert.equal(obeyed.refusal(first), "");
  obeyed.tokenChanged(true, first);
  assert.equal(obeyed.refusal({ ...first }), "");
  for (const other of [second, unknown]) {
    assert.match(obeyed.refusal(other), /'ur5e' is held by uri manager 'a\.yaml' \(pid 7 on arm-pc\), asked by /);
  }
});

Deno.test("obeyed manager: when it is gone another one may have the robot", () => {
  const { obeyed } = setUp();
  obeyed.tokenChanged(true, first);
  obeyed.initialised(first);
  assert.equal(obeyed.tokenChanged(false, undefined), false);
  assert.equal(obeyed.refusal(second), "");
  assert.equal(obeyed.tokenChanged(true, second), undefined); // it has not asked yet: nobody is obeyed
  assert.match(obeyed.refusal(first), /held by uri manager 'b\.yaml'/);
  obeyed.initialised(second);
  assert.equal(obeyed.tokenChanged(false, undefined), false);
  assert.equal(obeyed.tokenChanged(true, second), true); // the network was gone for a while
});

Deno.test("obeyed manager: the token that comes and goes is that of a manager which was refused, and says nothing of the obeyed one", () => {
  for (const [holder, other] of [[first, second], [unknown, first]] as const) {
    const { obeyed, command } = setUp();
    obeyed.initialised(holder); // by its token, or without one
    command();
    assert.equal(obeyed.tokenChanged(true, other), undefined);
    if (holder === unknown) assert.match(obeyed.refusal(other), /held by a program that does not say who it is/);
    assert.equal(obeyed.tokenChanged(false, undefined), undefined);
  }
});

Deno.test("obeyed manager: one that does not say who it is has the robot while it is alone", () => {
  const { obeyed } = setUp();
  obeyed.tokenChanged(true, unknown);
  assert.equal(obeyed.refusal({ ...unknown }), "");
  assert.match(obeyed.refusal(first), /held by a program that does not say who it is, asked by uri manager/);
});

Deno.test("obeyed manager: one without a name keeps the robot when another one holds the same token, until its Commands are lost", () => {
  const { obeyed, clock, hold } = setUp();
  obeyed.tokenChanged(true, unknown);
  obeyed.initialised(unknown);
  clock.ms += 600_000; // it waits for its other robots
  assert.equal(obeyed.tokenChanged(true, first), undefined); // it has not seen the other one
  assert.match(obeyed.refusal(first), /held by a program that does not say who it is, asked by uri manager 'a\.yaml'/);
  hold(true); // no Commands any more, while the token is still there: the one of the other
  assert.equal(obeyed.refusal(first), "");
  obeyed.initialised(first);
  hold(false);
  assert.equal(obeyed.refusal(first), "");
  assert.match(obeyed.refusal(unknown), /held by uri manager 'a\.yaml'/);
});

Deno.test("obeyed manager: one without a name has the robot no more when its token is gone", () => {
  const { obeyed } = setUp();
  obeyed.tokenChanged(true, unknown);
  obeyed.initialised(unknown);
  obeyed.tokenChanged(true, first);
  assert.equal(obeyed.tokenChanged(false, undefined), false);
  obeyed.tokenChanged(true, first);
  obeyed.initialised(first);
  assert.equal(obeyed.refusal(first), "");
});

Deno.test("obeyed manager: one without a name and a token has the robot while its Commands come, or for a moment before the first", () => {
  const { obeyed, clock, command, hold } = setUp();
  obeyed.initialised(unknown);
  assert.match(obeyed.refusal(first), /held by a program/);
  clock.ms += 5001; // only asked: a tool, or one that was killed before its first Command
  assert.equal(obeyed.refusal(first), "");
  command();
  assert.match(obeyed.refusal(first), /held by a program/);
  hold(true);
  assert.equal(obeyed.refusal(first), "");
});
