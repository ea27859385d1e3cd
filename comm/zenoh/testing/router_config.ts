/** Ports of a router's configuration; 0 has one chosen. */
export interface RouterPorts {
  /** Where it listens. */
  readonly listen?: number;
  /** Its remote API; none when it is not given. */
  readonly remoteApi?: number;
}

/** The configuration of a router on this host alone. */
export function routerConfig({ listen = 0, remoteApi }: RouterPorts): string {
  return JSON.stringify({
    mode: "router",
    listen: { endpoints: [`tcp/127.0.0.1:${listen}`] },
    scouting: { multicast: { enabled: false }, gossip: { enabled: false } },
    transport: { link: { tx: { lease: 1000, queue: { size: { real_time: 16 } } } } },
    ...(remoteApi === undefined ? {} : { plugins: { remote_api: { websocket_port: `127.0.0.1:${remoteApi}` } } }),
  });
}
