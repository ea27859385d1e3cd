import assert from "node:assert/strict";
import { LoopTime } from "../core/loop_time.ts";
import type { RobotController } from "../controller/robot_controller.ts";
import { ConnectionLoss } from "./connection_loss.ts";
import { GuardedProxy } from "./guarded_proxy.ts";
import type { RobotProxy } from "./robot_proxy.ts";

const CONTROLLER = {} as RobotController;
const NOW = new LoopTime();
const PATH = "/robots/proxy.js";

const CALLS: Readonly<Record<string, (proxy: GuardedProxy) => unknown>> = {
  updateSensors: (proxy) => proxy.updateSensors(CONTROLLER, NOW),
  updateControl: (proxy) => proxy.updateControl(CONTROLLER, NOW),
  isInitialized: (proxy) => proxy.isInitialized(),
  connectionError: (proxy) => proxy.connectionError(NOW),
};

function guarded(methods: Record<string, unknown> = {}) {
  const calls: unknown[][] = [];
  const proxy = {
    updateSensors: (...args: unknown[]) => void calls.push(["updateSensors", ...args]),
    updateControl: (...args: unknown[]) => void calls.push(["updateControl", ...args]),
    isInitialized: () => true,
    connectionError: (...args: unknown[]) => (calls.push(["connectionError", ...args]), 0),
    ...methods,
  } as RobotProxy;
  return { guard: new GuardedProxy(proxy, PATH), calls };
}

Deno.test("guarded proxy: calls, arguments and results go through; what may be left out is", () => {
  const { guard, calls } = guarded();
  assert.deepEqual(Object.values(CALLS).map((call) => call(guard)), [undefined, undefined, true, 0]);
  assert.deepEqual(calls, [
    ["updateSensors", CONTROLLER, NOW],
    ["updateControl", CONTROLLER, NOW],
    ["connectionError", NOW],
  ]);
  assert.equal(guard.connectionErrorText(), "");
  guard.stop();
});

Deno.test("guarded proxy: the proxy's own reason, by number and by text", () => {
  let stopped = 0;
  const { guard } = guarded({
    connectionError: () => 17,
    connectionErrorText: () => "the arm is folded",
    stop: () => void stopped++,
  });
  assert.equal(guard.connectionError(NOW), 17);
  assert.equal(guard.connectionErrorText(), "the arm is folded");
  guard.stop();
  assert.equal(stopped, 1);
});

Deno.test("guarded proxy: after an exception the connection is lost, the method is named, and nothing is called any more", () => {
  for (const [name, call] of Object.entries(CALLS)) {
    const { guard, calls } = guarded({
      [name]: () => {
        throw new Error("no map");
      },
    });
    call(guard);
    calls.length = 0;
    assert.equal(guard.connectionError(NOW), ConnectionLoss.Custom);
    assert.equal(guard.isInitialized(), false);
    guard.updateSensors(CONTROLLER, NOW);
    guard.updateControl(CONTROLLER, NOW);
    assert.deepEqual(calls, []);
    assert.equal(guard.connectionErrorText(), `its proxy ${PATH} failed: ${name}() threw: no map`);
  }
});

Deno.test("guarded proxy: results of a wrong kind are told as well", () => {
  const truth = guarded({ isInitialized: () => 1 }).guard;
  assert.equal(truth.isInitialized(), false);
  assert.equal(truth.connectionError(NOW), ConnectionLoss.Custom);
  assert.match(truth.connectionErrorText(), /isInitialized\(\): it returned something else than true or false/);
  const number = guarded({ connectionError: () => "lost" }).guard;
  assert.equal(number.connectionError(NOW), ConnectionLoss.Custom);
  assert.match(number.connectionErrorText(), /connectionError\(\): it returned something else than a number/);
  const text = guarded({ connectionError: () => 4, connectionErrorText: () => 5 }).guard;
  assert.match(
    text.connectionErrorText(),
    /cannot tell why: connectionErrorText\(\): it returned something else than a text/,
  );
});

Deno.test("guarded proxy: stop and connectionErrorText never throw", () => {
  const angry = () => {
    throw new Error("worse");
  };
  const { guard } = guarded({ stop: angry, connectionErrorText: angry });
  guard.stop();
  assert.match(guard.connectionErrorText(), /cannot tell why: connectionErrorText\(\) threw: worse/);
});
