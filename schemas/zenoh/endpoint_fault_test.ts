import assert from "node:assert/strict";
import { endpointFault } from "./endpoint_fault.ts";

Deno.test("endpoint: those that Zenoh takes", () => {
  for (
    const endpoint of [
      "tcp/127.0.0.1:7447",
      "tcp/[::]:0",
      "udp/224.0.0.224:7446?ttl=1",
      "quic/robot-pc.local:7447#iface=eth0",
      "tls/[fe80::1%eth0]:7447",
      "ws/127.0.0.1:80",
      "unixsock-stream//tmp/a.sock",
    ]
  ) assert.equal(endpointFault(endpoint), undefined, endpoint);
});

Deno.test("endpoint: what is none is told with what it should look like", () => {
  const faults = {
    "": /is no endpoint; wanted an endpoint like/,
    "127.0.0.1:7447": /is no endpoint/,
    "tcp://127.0.0.1:1": /has the protocol 'tcp:'; wanted one of tcp, .* as in 'tcp\/192/,
    "tcp//127.0.0.1:1": /has no address and port behind 'tcp\/'/,
    "tcp:/127.0.0.1:1": /has the protocol 'tcp:'; wanted one of tcp, udp/,
    "http/127.0.0.1:1": /has the protocol 'http'/,
    "tcp/127.0.0.1": /no address and port/,
    "tcp/127.0.0.1:port": /no address and port/,
    "tcp/::1:7447": /no address and port/,
    "tcp/127.0.0.1:70000": /has the port 70000; wanted one up to 65535/,
    "unixsock-stream/": /names no path/,
  };
  for (const [endpoint, expected] of Object.entries(faults)) {
    assert.match(endpointFault(endpoint) ?? "", expected, endpoint);
  }
});
