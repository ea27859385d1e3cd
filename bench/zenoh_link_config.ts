/** Configurations of the two sessions of a link, in files of `folder`. */
export class ZenohLinkConfig {
  readonly #folder: string;
  #files = 0;

  /** The folder is the caller's. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** An address of this computer where nobody listens at the moment. */
  static freeEndpoint(): string {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    listener.close();
    return `tcp/127.0.0.1:${port}`;
  }

  /**
   * The path of a configuration in `mode` that listens on, or connects to, `endpoint`. Otherwise as the generated one: what it would find by multicast is
   * found by the address.
   */
  async write(mode: "peer" | "client", role: "listen" | "connect", endpoint: string): Promise<string> {
    const config = {
      mode,
      listen: { endpoints: role === "listen" ? [endpoint] : [] },
      connect: { endpoints: role === "connect" ? [endpoint] : [], exit_on_failure: true, timeout_ms: 10_000 },
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
    const path = `${this.#folder}/zenoh_${++this.#files}.json5`;
    await Deno.writeTextFile(path, JSON.stringify(config));
    return path;
  }
}
