import assert from "node:assert/strict";
import { RunFailure } from "../core/run_failure.ts";
import { nativeLibraryState } from "../comm/zenoh/native_library_state.ts";
import { LinkRoundTrips } from "./link_round_trips.ts";
import { ZenohLinkConfig } from "./zenoh_link_config.ts";

const state = nativeLibraryState();

Deno.test("round trips over shm: each is counted, and both ends end", async () => {
  const link = await LinkRoundTrips.open({
    label: "test",
    network: { protocol: "shm" },
    waiting: "wake",
    realtime: false,
  });
  try {
    const { count, p50, min } = await link.run(50);
    assert.equal(count, 50);
    assert.ok(min > 0 && p50 >= min);
    assert.equal(link.lost, 0);
  } finally {
    await link.close();
  }
});

Deno.test({
  name: `round trips over zenoh, at a given address, and calls of publish${state.available ? "" : `: ${state.reason}`}`,
  ignore: !state.available,
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "uri-bench-" });
    const configs = new ZenohLinkConfig(folder);
    const endpoint = ZenohLinkConfig.freeEndpoint();
    const section = async (role: "listen" | "connect") => ({
      protocol: "zenoh",
      configuration: await configs.write("peer", role, endpoint),
    });
    const link = await LinkRoundTrips.open({
      label: "test-zenoh",
      network: await section("connect"),
      peerNetwork: await section("listen"),
      waiting: "wake",
      realtime: false,
      mostLost: 50,
    });
    try {
      const { count } = await link.run(50, 1_000_000);
      assert.equal(count + link.lost, 50);
      assert.ok(count > 0);
      const calls = await link.publish(20, 1_000_000);
      assert.equal(calls.count, 20);
      assert.ok(calls.min > 0);
    } finally {
      await link.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("a process that cannot open its network is told of in one error", async () => {
  const network = { protocol: "shm" };
  const peerNetwork = { protocol: "carrier pigeon" };
  await assert.rejects(
    LinkRoundTrips.open({ label: "test", network, peerNetwork, waiting: "wake", realtime: false }),
    (error) => error instanceof RunFailure && /carrier pigeon/.test(error.message) && !/\n/.test(error.message),
  );
});
