import type { Clock } from "../core/clock.ts";
import { ChannelReader } from "./channel_reader.ts";
import { ChannelWriter } from "./channel_writer.ts";
import type { ChannelOptions, Registration, Transport } from "./transport.ts";

/** The keys of one side of a link. */
export interface PeerLinkKeys {
  /** What this side sends on. */
  readonly send: string;
  /** What it receives from. */
  readonly receive: string;
  /** Its own token. */
  readonly ownToken: string;
  /** The token of the other side. */
  readonly peerToken: string;
}

/** One side of the link between manager and interface: both channels, its own token, and a watch of the other side's. */
export class PeerLink {
  /** True once the peer was seen. */
  seen = false;
  /** False once the peer was seen and then lost; true before it was seen, and when it is back. */
  alive = true;
  /** Sends to the peer. */
  readonly writer: ChannelWriter;
  /** Receives from the peer. */
  readonly reader: ChannelReader;

  private constructor(writer: ChannelWriter, reader: ChannelReader) {
    this.writer = writer;
    this.reader = reader;
  }

  /** Opens everything or nothing; the own token comes last, so that whoever sees it is heard. Errors: `TransportError`. */
  static async open(
    transport: Transport,
    keys: PeerLinkKeys,
    clock: Clock,
    channel: ChannelOptions,
  ): Promise<PeerLink> {
    const made: Registration[] = [];
    const keep = <T extends Registration>(registration: T): T => {
      made.push(registration);
      return registration;
    };
    try {
      const publisher = keep(await transport.publish(keys.send, channel));
      const subscriber = keep(await transport.subscribe(keys.receive, channel));
      const link = new PeerLink(
        new ChannelWriter(keys.send, publisher, clock),
        new ChannelReader(subscriber, clock),
      );
      keep(await transport.watchToken(keys.peerToken, (alive) => link.#changed(alive)));
      keep(await transport.declareToken(keys.ownToken));
      return link;
    } catch (error) {
      for (const registration of made.reverse()) await registration.release();
      throw error;
    }
  }

  #changed(alive: boolean): void {
    this.alive = alive;
    if (alive) this.seen = true;
  }
}
