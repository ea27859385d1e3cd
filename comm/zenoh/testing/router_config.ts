/** Ports of a router's configuration; 0 has one chosen. */
export interface RouterPorts {
  /** Where it listens. */
  readonly listen?: number;
  /** Its remote API; none when it is not given. */
  readonly remoteApi?: number;
  /** Address of both; this host alone by default. */
  readonly address?: string;
}

/** The configuration of a router that looks for nobody. */
export function routerConfig({ listen = 0, remoteApi, address = "127.0.0.1" }: RouterPorts): string {
  return JSON.stringify({
    mode: "router",
    listen: { endpoints: [`tcp/${address}:${listen}`] },
    scouting: { multicast: { enabled: false }, gossip: { enabled: false } },
    transport: { link: { tx: { lease: 1000, queue: { size: { real_time: 16 } } } } },
    ...(remoteApi === undefined ? {} : { plugins: { remote_api: { websocket_port: `${address}:${remoteApi}` } } }),
  });
}
