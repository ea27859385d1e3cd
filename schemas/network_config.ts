/** How a robot's interface is reached: the section `network_interface`. */
export interface NetworkConfig {
  /** `protocol`: one that this build supports, e.g. `shm`. */
  readonly protocol: string;
  /** `backend`: how messages are encoded. */
  readonly backend: string;
  /** `configuration`: absolute path of a file for the transport; a Zenoh configuration has been checked. */
  readonly configuration?: string;
  /** `remote_api`: address of a Zenoh router's remote API, `ws://host:port` or `wss://host:port`. */
  readonly remoteApi?: string;
  /** `latency_stats`: the interface logs the round trip once a second. */
  readonly latencyStats: boolean;
  /** `connection_timeout_ms`: time without a new message after which the connection counts as lost [ms]. */
  readonly connectionTimeoutMs: number;
}
