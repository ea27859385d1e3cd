import type { ViewSource } from "../view_source.ts";
import { FrameWriter } from "./frame_writer.ts";
import { Timeline } from "./timeline.ts";
import { type FeedSocket, ViewClient } from "./view_client.ts";
import type { HelloMessage, LogMessage, PageRobot } from "./view_messages.ts";

/** Between two frames [ms]: what a screen shows. */
const FRAME_MS = 16;
/** Between two looks while nobody looks on [ms]. */
const IDLE_MS = 100;
const LOOK_MS = 1000;

/** A page's place in a feed. */
export interface FeedSeat {
  /**
   * To be called with what the page says: how many frames it has seen, as a decimal number; `contacts on`, `contacts off`. Whatever else it says ends it.
   */
  hear(text: unknown): void;
  /** To be called when its socket is closed. */
  leave(): void;
}

/**
 * Sends what a source tells to all pages that look on, some sixty times a second.
 *
 * - One frame is made for all. Who has not seen the last ones does not get it, and never holds up the others, or the process: nothing queues up, in
 *   no network either.
 * - Events and log lines are kept by number, and a page that was slow gets those that it lacks once it can take them.
 * - Without a page it only notes how things stand, ten times a second.
 */
export class ViewFeed {
  #source: ViewSource;
  #writer: FrameWriter;
  readonly #timeline: Timeline;
  readonly #clients = new Set<ViewClient>();
  readonly #startMs = Date.now();
  readonly #zeroMs: number;
  #session = "";
  #scene = "";
  #timer: number | undefined;
  #lookedMs = -Infinity;
  #isClosed = false;

  /** Begins to note. */
  constructor(source: ViewSource) {
    this.#source = source;
    this.#zeroMs = performance.now();
    this.#writer = new FrameWriter(source);
    this.#timeline = new Timeline(source.robots);
    this.#know();
    this.#turn();
  }

  /** Number of pages that look on. */
  get size(): number {
    return this.#clients.size;
  }

  /**
   * Shows another source, or the same one after more is known of its robots, which must be as many and in the same order: pages begin anew where joints
   * or models are others; what was noted stays.
   */
  show(source: ViewSource): void {
    this.#source = source;
    this.#writer = new FrameWriter(source);
    this.#timeline.follow(source.robots);
    this.#know();
    this.#tellSource();
    const hello = this.#hello();
    for (const client of this.#clients) client.begin(hello);
  }

  /** Takes a page whose socket is open. */
  add(socket: FeedSocket): FeedSeat {
    const client = new ViewClient(socket, performance.now());
    client.begin(this.#hello());
    // What was measured while nobody looked on is none of the first frame's.
    if (this.#clients.size === 0) this.#writer.write(0);
    this.#clients.add(client);
    this.#tellSource();
    clearTimeout(this.#timer);
    this.#turn();
    return {
      hear: (text) => {
        if (text === "contacts on" || text === "contacts off") {
          client.wantsContacts = text === "contacts on";
          return this.#tellSource();
        }
        const seen = typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : NaN;
        if (!client.acknowledge(seen, performance.now())) client.close(1008, "nothing else is taken");
      },
      leave: () => this.#drop(client),
    };
  }

  /** Tells all pages a last time how things stand, and that the process ends. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#send(performance.now());
    for (const client of this.#clients) {
      client.tell({ type: "bye" });
      client.close(1001, "the process ends");
    }
    this.#clients.clear();
    this.#tellSource();
  }

  #drop(client: ViewClient): void {
    if (this.#clients.delete(client)) this.#tellSource();
  }

  /** Tells the source what is wanted of it. */
  #tellSource(): void {
    this.#source.watch?.(this.#clients.size > 0);
    this.#source.contacts?.want([...this.#clients].some(({ wantsContacts }) => wantsContacts));
  }

  /** Sends a frame, and comes back for the next. */
  #turn(): void {
    const nowMs = performance.now();
    this.#send(nowMs);
    const tookMs = performance.now() - nowMs;
    // On a busy computer at most a quarter of the time is spent here.
    const pauseMs = this.#clients.size === 0 ? IDLE_MS : Math.max(FRAME_MS - tookMs, 3 * tookMs);
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#turn(), pauseMs);
  }

  #send(nowMs: number): void {
    const timeS = (nowMs - this.#zeroMs) / 1000;
    this.#timeline.look(timeS);
    if (this.#clients.size === 0) return;
    if (nowMs - this.#lookedMs > LOOK_MS) {
      this.#lookedMs = nowMs;
      this.#source.look?.();
    }
    this.#source.robots.forEach((_, index) => this.#writer.setConnection(index, this.#timeline.state(index)));
    this.#writer.write(timeS);
    const { frame } = this.#writer;
    let full: typeof frame | undefined;
    for (const client of this.#clients) {
      client.show(client.wantsContacts ? full ??= this.#writer.withContacts() ?? frame : frame);
      if (client.isReady()) this.#tellNews(client);
      if (!client.isStuck(nowMs)) continue;
      this.#drop(client);
      client.close(1013, "the page takes nothing");
    }
  }

  #tellNews(client: ViewClient): void {
    if (client.nextEvent < this.#timeline.count) {
      for (const event of this.#timeline.since(client.nextEvent)) client.tell(event);
      client.nextEvent = this.#timeline.count;
    }
    const { log } = this.#source;
    if (client.nextLine === log.count) return;
    for (const { timeMs, level, message } of log.since(client.nextLine)) {
      client.tell({ type: "log", timeS: (timeMs - this.#startMs) / 1000, level, message } satisfies LogMessage);
    }
    client.nextLine = log.count;
  }

  /** Another session begins where frames or models are others. */
  #know(): void {
    const { robots, models } = this.#source;
    const joints = robots.map((
      { name, module },
    ) => [name, module.joints.map((joint) => joint.name), module.forceSensors]);
    const scene = JSON.stringify([joints, models.map(({ name, poses }) => [name, poses?.length ?? 0])]);
    if (scene === this.#scene) return;
    this.#scene = scene;
    this.#session = crypto.randomUUID();
  }

  #hello(): HelloMessage {
    const { title, robots, models, unmeasured = [], contacts, time } = this.#source;
    return {
      type: "hello",
      session: this.#session,
      title,
      startMs: this.#startMs,
      robots: robots.map(({ name, module, mode, periodNs, protocol }): PageRobot => ({
        name,
        module: module.name,
        mode,
        periodNs,
        protocol,
        // JSON makes null of an infinite limit.
        joints: module.joints.map(({ name, type, lower, upper, velocity, effort }) => ({
          name,
          type,
          lower,
          upper,
          velocity,
          effort,
        })),
        forceSensors: module.forceSensors,
      })),
      unmeasured,
      isSimulated: time !== undefined,
      hasContacts: contacts !== undefined,
      models: models.map(({ name, position, poses }) => ({ name, position, bodies: (poses?.length ?? 0) / 7 })),
    };
  }
}
