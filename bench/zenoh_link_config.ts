import { generateZenohConfig } from "../comm/zenoh/generate_zenoh_config.ts";

/** Configurations of the sessions of links, in files of a folder: as the generated one, but they meet at a given address and nowhere else. */
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

  /** The path of a configuration in `mode` that listens on, or connects to, `endpoint`. */
  async write(mode: "peer" | "client", role: "listen" | "connect", endpoint: string): Promise<string> {
    const { transport, adminspace } = JSON.parse(generateZenohConfig({ addresses: [] }));
    const config = {
      mode,
      listen: { endpoints: role === "listen" ? [endpoint] : [] },
      connect: { endpoints: role === "connect" ? [endpoint] : [], exit_on_failure: true, timeout_ms: 10_000 },
      scouting: { multicast: { enabled: false }, gossip: { enabled: false } },
      transport,
      adminspace,
    };
    const path = `${this.#folder}/zenoh_${++this.#files}.json5`;
    await Deno.writeTextFile(path, JSON.stringify(config));
    return path;
  }
}
