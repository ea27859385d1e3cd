import assert from "node:assert/strict";
import { Libc } from "../core/posix/libc.ts";
import { ConnectionLoss } from "./connection_loss.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import { RestartReason } from "./restart_reason.ts";
import { TestTemplate } from "./test_template.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const MS = 1e6;

/** A proxy whose robot is initialised at (0.5, 0.25) and commanded once. */
async function commanded(): Promise<TestTemplate> {
  const t = await TestTemplate.open("position");
  t.state.position.set([0.5, 0.25]);
  t.sendState();
  t.update();
  t.command();
  t.events();
  return t;
}

Deno.test("proxy: when no command went out for longer than the timeout, the robot starts over from where it stands", async () => {
  const t = await commanded();
  t.clock.timeNs += 150 * MS; // the loop was stopped; the interface holds the robot by now
  t.state.position.set([0.7, 0.3]);
  t.sendState();
  const calls = t.update();
  assert.deepEqual(calls.filter(([what]) => what === "initialize"), [["initialize", TestTemplate.INDEX, [0.7, 0.3]]]);
  assert.equal(t.proxy.isInitialized(), true);
  assert.deepEqual(t.events().map(([name]) => name), ["StartedOver", "Initialized"]);
});

Deno.test("proxy: a robot that is to start over does so with the next State, once", async () => {
  const t = await commanded();
  Atomics.store(t.block.flags, B.PEERS + TestTemplate.INDEX, 2);
  t.clock.timeNs += MS;
  t.state.position.set([0.7, 0.3]);
  t.sendState();
  const calls = t.update();
  assert.deepEqual(calls.filter(([what]) => what === "initialize"), [["initialize", TestTemplate.INDEX, [0.7, 0.3]]]);
  assert.deepEqual(t.events().map(([name]) => name), ["StartedOver", "Initialized"]);
  assert.equal(Atomics.load(t.block.flags, B.PEERS + TestTemplate.INDEX), 1);
  t.clock.timeNs += MS;
  t.sendState();
  assert.deepEqual(t.update().filter(([what]) => what === "initialize"), []);
});

Deno.test("proxy: a robot that falls silent while it starts over is lost after its timeout, as any other", async () => {
  const t = await commanded();
  Atomics.store(t.block.flags, B.PEERS + TestTemplate.INDEX, 2);
  t.clock.timeNs += MS;
  t.update();
  assert.equal(t.proxy.isInitialized(), false);
  assert.equal(t.loss, ConnectionLoss.None);
  t.clock.timeNs += 101 * MS;
  t.update();
  assert.equal(t.loss, ConnectionLoss.Watchdog);
});

Deno.test("proxy: a shorter stop changes nothing", async () => {
  const t = await commanded();
  t.clock.timeNs += 50 * MS;
  t.sendState();
  assert.deepEqual(t.update().filter(([what]) => what === "initialize"), []);
  assert.deepEqual(t.events(), []);
});

Deno.test("proxy: a State older than the timeout neither initialises nor is handed on", async () => {
  const t = await TestTemplate.open("position");
  t.state.position.set([0.5, 0.25]);
  t.sendState();
  t.clock.timeNs += 150 * MS;
  assert.deepEqual(t.update(), []);
  assert.equal(t.proxy.isInitialized(), false);
  assert.equal(t.value(B.STATES), 0);
});

Deno.test("proxy: why no command went out is told: the loop, the controller, or another robot", async () => {
  for (const reason of [RestartReason.LoopStopped, RestartReason.NoCommand, RestartReason.OtherRobot]) {
    const t = await commanded();
    t.block.values[B.ALL_INITIALIZED] = reason === RestartReason.OtherRobot ? 0 : 1;
    t.clock.timeNs += 150 * MS;
    if (reason === RestartReason.NoCommand) {
      t.controller.target = [NaN, 0];
      assert.equal(t.command(), undefined);
      t.events();
    }
    t.sendState();
    t.update();
    assert.deepEqual(t.events()[0], ["StartedOver", TestTemplate.INDEX, 150 * MS, reason, 0]);
  }
});

Deno.test("proxy: a robot that the controller refuses is noted for the loop", async () => {
  const t = await TestTemplate.open("position");
  t.controller.codes.initialize = -1;
  t.sendState();
  t.update();
  assert.equal(t.block.values[B.REFUSED_BY_CONTROLLER], TestTemplate.INDEX + 1);
});
