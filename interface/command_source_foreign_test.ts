import assert from "node:assert/strict";
import { Libc } from "../core/posix/libc.ts";
import { GateReason } from "./gate_reason.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { TestCycle } from "./test_cycle.ts";

new Libc(); // opened here, so that no single test is found to have left it open

Deno.test("cycle: commands of another process than the manager that initialised the robot are refused as foreign", async () => {
  const t = await TestCycle.open();
  t.driver.q = [0.5, -0.25];
  t.run();
  Atomics.store(t.block.flags, B.MANAGER, Deno.pid + 1);
  t.send([0.5, -0.25]);
  t.run();
  assert.equal(t.block.values[B.COMMANDS], 0);
  assert.equal(t.block.values[B.REFUSED + GateReason.Foreign], 1);
  Atomics.store(t.block.flags, B.MANAGER, Deno.pid);
  t.send([0.5, -0.25]);
  t.run();
  assert.equal(t.block.values[B.COMMANDS], 1);
});
