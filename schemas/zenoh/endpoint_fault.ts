/** Protocols with an address and a port. */
const WITH_PORT = ["tcp", "udp", "tls", "quic", "ws"];
const OTHERS = ["unixsock-stream"];
const LARGEST_PORT = 65535;

/** What is wrong with a Zenoh endpoint, such as `tcp/192.168.1.10:7447`; undefined when nothing is, as far as its form tells. */
export function endpointFault(endpoint: string): string | undefined {
  const wanted = "wanted an endpoint like 'tcp/192.168.1.10:7447' or 'quic/[::]:7447'";
  const [, protocol = "", rest = ""] = /^([^/]*)\/(.*)$/s.exec(endpoint) ?? [];
  if (protocol === "") return `is no endpoint; ${wanted}`;
  if (!WITH_PORT.includes(protocol) && !OTHERS.includes(protocol)) {
    return `has the protocol '${protocol}'; wanted one of ${
      [...WITH_PORT, ...OTHERS].join(", ")
    }, as in 'tcp/192.168.1.10:7447'`;
  }
  const address = rest.split(/[?#]/)[0];
  if (OTHERS.includes(protocol)) return address === "" ? "names no path; wanted 'unixsock-stream/path'" : undefined;
  const [, port] = /^(?:\[[^\]]+\]|[^:[\]/]+):(\d+)$/.exec(address) ?? [];
  if (port === undefined) return `has no address and port behind '${protocol}/'; ${wanted}`;
  return Number(port) <= LARGEST_PORT ? undefined : `has the port ${port}; wanted one up to ${LARGEST_PORT}`;
}
