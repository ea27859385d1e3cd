import assert from "node:assert/strict";
import { Libc } from "../core/posix/libc.ts";
import { RunFailure } from "../core/run_failure.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { TestClock } from "../core/test_clock.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import { Codec } from "../wasm/codec.ts";
import { InterfaceTemplate } from "./interface_template.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { ProxyRegistry } from "./proxy_registry.ts";
import type { RobotProxy } from "./robot_proxy.ts";
import type { RobotProxyContext } from "./robot_proxy_factory.ts";
import { testRobots } from "./test_robots.ts";

new Libc(); // opened here, so that no single test is found to have left it open

async function context(): Promise<RobotProxyContext> {
  return {
    robot: { name: "a", module: testRobots.module, mode: "position", periodNs: 1e6 },
    index: 0,
    state: CellMemory.allocate(4096),
    command: { kind: "cell", cell: CellMemory.allocate(4096) },
    timeoutNs: 100e6,
    firstStateNs: 10e9,
    codec: await Codec.load(),
    block: new SharedBlock(managerBlockShape(1)),
    live: new Float64Array(8),
    clock: new TestClock(),
    configuration: {},
  };
}

Deno.test("proxy registry: interface_template makes the standard proxy", async () => {
  const registry = new ProxyRegistry();
  assert.deepEqual(registry.names, ["interface_template"]);
  assert.ok((await registry.find("interface_template"))(await context()) instanceof InterfaceTemplate);
});

Deno.test("proxy registry: one's own proxy is found under its name, and may replace another", async () => {
  const registry = new ProxyRegistry();
  const mine = {} as RobotProxy, other = {} as RobotProxy;
  registry.register("mine", () => mine);
  assert.deepEqual(registry.names, ["interface_template", "mine"]);
  const made = await context();
  assert.equal((await registry.find("mine"))(made), mine);
  registry.register("mine", () => other);
  assert.equal((await registry.find("mine"))(made), other);
  assert.deepEqual(new ProxyRegistry().names, ["interface_template"], "each registry is its own");
});

Deno.test("proxy registry: a name that is none is refused, with those there are and the nearest", async () => {
  const registry = new ProxyRegistry();
  await assert.rejects(registry.find("interface_templat"), (error) => {
    assert.ok(error instanceof RunFailure);
    assert.match(error.message, /'interface_templat' is not supported; wanted one of interface_template/);
    assert.match(error.message, /did you mean 'interface_template'\?$/);
    return true;
  });
  for (const name of ["", "constructor", "__proto__", "quite another"]) {
    await assert.rejects(registry.find(name), RunFailure);
  }
});
