/**
 * Configurations of Zenoh sessions that reach each other by Unix sockets in `folder`, and nobody else: each call is for one more session. All
 * connect to the first one; where there are more than two, the others do not reach each other.
 */
export class LocalZenohConfig {
  readonly #folder: string;
  #first: string | undefined;

  /** `folder` belongs to the test. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The configuration of the next session. */
  next(): string {
    const own = `unixsock-stream/${this.#folder}/${crypto.randomUUID().slice(0, 13)}.sock`;
    const config = {
      mode: "peer",
      listen: { endpoints: [own] },
      connect: { endpoints: this.#first === undefined ? [] : [this.#first], exit_on_failure: true, timeout_ms: 10_000 },
      scouting: { multicast: { enabled: false }, gossip: { enabled: false } },
      transport: {
        link: {
          tx: {
            lease: 1000,
            queue: { size: { real_time: 16 }, congestion_control: { drop: { wait_before_drop: 0 } } },
          },
        },
      },
    };
    this.#first ??= own;
    return JSON.stringify(config);
  }

  /** Forgets the sessions so far: the next one is the first of others. */
  forget(): void {
    this.#first = undefined;
  }
}
