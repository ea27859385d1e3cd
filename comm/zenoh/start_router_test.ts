import assert from "node:assert/strict";
import { ConfigError } from "../../core/config_error.ts";
import { Libc } from "../../core/posix/libc.ts";
import { eventually } from "../testing/eventually.ts";
import { ScriptProcess } from "../testing/script_process.ts";
import { TransportError } from "../transport_error.ts";
import { NativeSession } from "./native_session.ts";
import { nativeLibraryState } from "./native_library_state.ts";
import { openRemoteSession } from "./remote/open_remote_session.ts";
import { type RunningRouter, startRouter } from "./start_router.ts";
import { routerConfig } from "./testing/router_config.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const state = nativeLibraryState();
if (state.available) await startRouter("{ mode: 'peer' }", "").catch(() => {}); // loads the library, for the same reason

const LOCAL = { hostname: "127.0.0.1" };
const QUIET = { notice() {}, mark: 1 };

function test(name: string, run: () => Promise<void>): void {
  if (state.available) Deno.test(`router: ${name}`, run);
  else Deno.test({ name: `router: ${name}: ${state.reason}`, ignore: true, fn: run });
}

/**
 * Two ports that nobody uses: listen, remote API. They lie below those that the system gives to connections, of which one might take a port
 * that is free for a while.
 */
function freePorts(): { listen: number; remoteApi: number } {
  for (;;) {
    const listen = 15_000 + Math.floor(Math.random() * 15_000);
    try {
      take(listen).close();
      take(listen + 1).close();
      return { listen, remoteApi: listen + 1 };
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}

/** Fails when a port is in use. */
function take(port: number): Deno.Listener {
  return Deno.listen({ ...LOCAL, port });
}

/** What a process that starts a router says of it. */
async function report(process: ScriptProcess): Promise<RunningRouter & { readonly error?: string }> {
  return JSON.parse(await process.line());
}

function processOf(ports: { listen: number; remoteApi: number }): ScriptProcess {
  return new ScriptProcess("../zenoh/testing/router_process.ts", [routerConfig(ports)]);
}

test("it is reached at its locator and by its remote API, and closing frees its ports, again and again", async () => {
  const ports = freePorts();
  for (let round = 0; round < 3; round++) {
    const router = await startRouter(routerConfig(ports), "a.json5");
    assert.match(router.id, /^[0-9a-f]{1,32}$/);
    assert.deepEqual(router.locators, [`tcp/127.0.0.1:${ports.listen}`]);
    assert.equal(router.remoteApi, `ws://127.0.0.1:${ports.remoteApi}`);
    assert.equal(router.reused, "");
    const config = JSON.stringify({
      mode: "client",
      connect: { endpoints: [...router.locators] },
      scouting: { multicast: { enabled: false } },
    });
    const near = await NativeSession.open(config, "a test's configuration", QUIET);
    const far = await openRemoteSession(router.remoteApi!, QUIET);
    await near.declareToken("here/near");
    await far.declareToken("here/far");
    await eventually(async () => (await far.findTokens("here/*", 500)).length === 2);
    await eventually(async () => (await near.findTokens("here/*", 500)).length === 2);
    await near.close();
    await far.close();
    await router.close();
    await router.close();
    for (const port of [ports.listen, ports.remoteApi]) take(port).close();
  }
});

test("closing it under its clients ends them, too", async () => {
  const router = await startRouter(routerConfig({ remoteApi: 0 }), "a.json5");
  const notices: string[] = [];
  const far = await openRemoteSession(router.remoteApi!, { mark: 1, notice: (_, text) => void notices.push(text) });
  await far.answer("q", () => new Promise(() => {}));
  await router.close();
  await eventually(() => notices.length === 1);
  await far.close();
});

test("without plugins.remote_api there is none", async () => {
  const router = await startRouter(routerConfig({}), "a.json5");
  assert.equal(router.remoteApi, undefined);
  await router.close();
});

for (const key of ["listen", "remoteApi"] as const) {
  test(`a foreign program on the port of ${key} is an error with address and key, and nothing stays half started`, async () => {
    const ports = freePorts();
    const foreign = take(ports[key]);
    const name = key === "listen" ? "listen.endpoints" : "plugins.remote_api.websocket_port";
    await assert.rejects(startRouter(routerConfig(ports), "a.json5"), (error: TransportError) => {
      assert.equal(error.kind, "in_use");
      assert.match(
        error.message,
        new RegExp(
          `^starting the Zenoh router: \\S*127.0.0.1:${ports[key]} is in use: .* change ${name} in a.json5 \\S+$`,
        ),
      );
      return true;
    });
    take(ports[key === "listen" ? "remoteApi" : "listen"]).close();
    foreign.close();
    const router = await startRouter(routerConfig(ports), "a.json5");
    await router.close();
  });
}

test("a router of another process is used, is left alone, and is said to be", async () => {
  const ports = freePorts();
  await using other = processOf(ports);
  const { id } = await report(other);
  const router = await startRouter(routerConfig(ports), "a.json5");
  assert.equal(router.id, id);
  assert.equal(router.remoteApi, `ws://127.0.0.1:${ports.remoteApi}`);
  assert.match(
    router.reused,
    new RegExp(`^tcp/127.0.0.1:${ports.listen} is in use by the Zenoh router ${id}: that one is used$`),
  );
  await router.close();
  // Without a remote API of ours there is none to be used; where the other has none, that is said.
  const quiet = await startRouter(routerConfig({ listen: ports.listen }), "a.json5");
  assert.deepEqual([quiet.id, quiet.remoteApi], [id, undefined]);
  const { remoteApi } = freePorts();
  const without = await startRouter(routerConfig({ listen: ports.listen, remoteApi }), "a.json5");
  assert.match(without.reused, new RegExp(`that one is used; it offers no remote API on 127.0.0.1:${remoteApi}$`));
  await (await openRemoteSession(router.remoteApi!, QUIET)).close();
});

test("a router that was killed leaves its ports, one that is stopped is none", async () => {
  const ports = freePorts();
  await using orphan = processOf(ports);
  await report(orphan);
  orphan.signal("SIGSTOP");
  await assert.rejects(startRouter(routerConfig(ports), "a.json5"), /no Zenoh router answers|does not answer/);
  orphan.signal("SIGKILL");
  await orphan.ended();
  const router = await startRouter(routerConfig(ports), "a.json5");
  assert.equal(router.reused, "");
  await router.close();
});

test("of processes that start together one has the router, and the others use it", async () => {
  for (let round = 0; round < 3; round++) {
    const ports = freePorts();
    await using a = processOf(ports);
    await using b = processOf(ports);
    await using c = processOf(ports);
    const routers = await Promise.all([a, b, c].map(report));
    assert.deepEqual(routers.map(({ error }) => error), [undefined, undefined, undefined]);
    assert.equal(new Set(routers.map(({ id }) => id)).size, 1);
    assert.equal(routers.filter(({ reused }) => reused === "").length, 1);
    assert.ok(routers.every(({ remoteApi }) => remoteApi === `ws://127.0.0.1:${ports.remoteApi}`));
  }
});

test("a text that is no configuration of a router is refused in one line", async () => {
  const cases: Record<string, RegExp> = {
    "{": /^a.json5:1:2: expected identifier or string$/,
    "{ mode: 'peer' }": /^a.json5: mode: 'peer', wanted 'router'/,
    "{ mode: 'king' }": /^a.json5: .*`king`/,
    "{ lissten: {} }": /^a.json5: .*`lissten`/,
    "{ plugins: { rest: {} } }": /^a.json5: plugins.rest: this router has the plugin remote_api alone/,
    "{ plugins: { remote_api: 3 } }": /^a.json5: plugins.remote_api: /,
    "{ plugins: { remote_api: { port: 3 } } }": /^a.json5: plugins.remote_api: .*`port`/,
    "{ plugins: { remote_api: { websocket_port: '127.0.0.1:99999' } } }":
      /^a.json5: plugins.remote_api.websocket_port: /,
    "{ plugins: { remote_api: { websocket_port: 1, secure_websocket: { certificate_path: '/no/c', private_key_path: '/no/k' } } } }":
      /^a.json5: plugins.remote_api.secure_websocket.certificate_path: reading \/no\/c: /,
  };
  for (const [text, expected] of Object.entries(cases)) {
    await assert.rejects(startRouter(text, "a.json5"), (error: Error) => {
      assert.ok(error instanceof ConfigError, error.message);
      assert.match(error.message, expected);
      assert.doesNotMatch(error.message, /\n|\.rs:/);
      return true;
    });
  }
});

test("an address that is none of this host is refused, with what to change", async () => {
  const cases: Record<string, RegExp> = {
    "{ listen: { endpoints: ['tcp/192.0.2.1:7447'] } }":
      /listening on tcp\/192.0.2.1:7447: .*; change listen.endpoints in a.json5/,
    "{ listen: { endpoints: ['post/192.0.2.1:7447'] } }":
      /listening on post\/192.0.2.1:7447: .*; change listen.endpoints in a.json5/,
    "{ plugins: { remote_api: { websocket_port: '192.0.2.1:1' } } }":
      /listening on 192.0.2.1:1: .*; change plugins.remote_api.websocket_port in a.json5/,
  };
  for (const [text, expected] of Object.entries(cases)) {
    await assert.rejects(startRouter(text, "a.json5"), (error: TransportError) => {
      assert.ok(error instanceof TransportError && error.kind === "unavailable", error.message);
      assert.match(error.message, expected);
      assert.doesNotMatch(error.message, /\n|\.rs:/);
      return true;
    });
  }
});
