import assert from "node:assert/strict";
import { remoteApiFault } from "./remote_api_fault.ts";

Deno.test("addresses of a remote API", () => {
  for (
    const address of [
      "ws://a:1",
      "wss://router.lab:65535",
      "ws://192.168.1.10:10000/",
      "ws://[::1]:10000",
      "WS://a_b:80",
    ]
  ) assert.equal(remoteApiFault(address), undefined, address);
});

Deno.test("what is no address is told, with what to write where that can be seen", () => {
  for (
    const [address, hint] of [
      ["http://a:1", "write ws://a:1"],
      ["https://a:1", "write wss://a:1"],
      ["tcp://a:1", "write ws://a:1"],
      ["tcp/a:7447", "that is the address of a router; its remote API has another port, 10000 by default"],
      ["a:10000", "write ws://a:10000"],
      ["ws://a", "the port is missing; that of a router is 10000 by default"],
      ["ws://[::1]/", "the port is missing; that of a router is 10000 by default"],
      ["ws://a:65536", "ports end at 65535"],
      ["ws://a:0", undefined],
      ["ws://a:1/path", undefined],
      ["ws://user@a:1", undefined],
      ["ws://::1:1", undefined],
      ["ws:// :1", undefined],
      ["", undefined],
    ] as const
  ) {
    const message = `'${address}' is not the address of a remote API; wanted ws://host:port or wss://host:port`;
    assert.deepEqual(remoteApiFault(address), { message, hint });
  }
});
