import assert from "node:assert/strict";
import { Libc } from "../core/posix/libc.ts";
import { TestModules } from "../core/module/test_modules.ts";
import { LoopTime } from "../core/loop_time.ts";
import { RunFailure } from "../core/run_failure.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { TestClock } from "../core/test_clock.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import { Codec } from "../wasm/codec.ts";
import { ConnectionLoss } from "./connection_loss.ts";
import { ManagerBlock } from "./manager_block.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { ProxyRegistry } from "./proxy_registry.ts";
import type { RobotProxyContext } from "./robot_proxy_factory.ts";
import { testRobots } from "./test_robots.ts";

new Libc(); // opened here, so that no single test is found to have left it open

async function context(): Promise<RobotProxyContext> {
  const block = new SharedBlock(managerBlockShape(1));
  Atomics.store(block.flags, ManagerBlock.PEERS, 1);
  return {
    robot: { name: "a", module: testRobots.module, mode: "position", periodNs: 1e6 },
    index: 0,
    state: CellMemory.allocate(4096),
    command: { kind: "cell", cell: CellMemory.allocate(4096) },
    timeoutNs: 100e6,
    firstStateNs: 10e9,
    codec: await Codec.load(),
    block,
    live: new Float64Array(8),
    clock: new TestClock(),
    configuration: { mine: { limit: 3 } },
  };
}

Deno.test("proxy module: it may extend the standard proxy, wrap it, or do without; it gets the configuration", async () => {
  using modules = new TestModules();
  const now = new LoopTime();
  now.ns = 5;
  for (
    const [text, loss, reason] of [
      ["(context, { InterfaceTemplate }) => new InterfaceTemplate(context)", 0, ""],
      [
        "(context, { InterfaceTemplate, ConnectionLoss }) => new (class extends InterfaceTemplate { " +
        "connectionError(now) { return super.connectionError(now) || ConnectionLoss.Custom; } " +
        "connectionErrorText() { return `limit ${context.configuration.mine.limit}`; } })(context)",
        ConnectionLoss.Custom,
        "limit 3",
      ],
      [
        "async (context, { CellReader, openPublisher }) => { new CellReader(context.state, context.clock); " +
        "const out = openPublisher(context.command, context.clock); return { updateSensors() {}, updateControl() {}, " +
        "isInitialized: () => true, connectionError: () => out.publish(new Uint32Array(2), 0, 8) } }",
        0,
        "",
      ],
    ] as const
  ) {
    const factory = await new ProxyRegistry().find(modules.write(`export default ${text};`));
    const proxy = await factory(await context());
    assert.equal(proxy.connectionError(now), loss);
    assert.equal(proxy.connectionErrorText?.(), reason);
  }
});

Deno.test("proxy module: what is wrong with the file is told when it is found, what is wrong with the proxy when it is made", async () => {
  using modules = new TestModules();
  const registry = new ProxyRegistry();
  await assert.rejects(registry.find(modules.write("export const x = 1")), (error) => {
    assert.ok(error instanceof RunFailure);
    assert.match(error.message, /^Cannot load the module .*: it exports x, and no default; .* makes the proxy/);
    return true;
  });
  await assert.rejects(registry.find(`${modules.path}/none.js`), /there is none, a file was wanted/);
  for (
    const [text, message] of [
      [
        "() => ({})",
        /: updateSensors\(\) is missing, which hands the State to the controller; updateControl\(\) is missing/,
      ],
      ["() => { throw new Error('no map') }", /^Cannot create the proxy of the module .*: no map \(m\d\.js:1:30\)/],
      [
        "() => ({ async updateSensors() {}, updateControl() {}, isInitialized() {}, connectionError() {} })",
        /updateSensors\(\) is an async function/,
      ],
    ] as const
  ) {
    const factory = await registry.find(modules.write(`export default ${text};`));
    await assert.rejects(async () => await factory(await context()), { name: "RunFailure", message });
  }
});
