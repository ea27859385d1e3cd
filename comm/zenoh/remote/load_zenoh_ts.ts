import type * as ZenohTs from "@eclipse-zenoh/zenoh-ts";

/** What the library needs of a link, in the place of its own. */
export interface ZenohTsLink {
  /** Sends one message; the library awaits it. */
  send(bytes: Uint8Array): Promise<void>;
  /** Is told where messages go; `SessionCore.onMessageReceived` is called in its place. */
  onmessage(handler: (bytes: Uint8Array) => void): void;
  /** Not used. */
  close(): Promise<void>;
}

/** A callback of the library. */
export interface ZenohTsClosure {
  /** Gets what arrives. */
  callback(value: unknown): void;
  /** Called after the last one. */
  drop(): void;
}

/** The part of the library that speaks the protocol. It is no part of its interface: the version is pinned, and the tests of this folder show each use. */
export interface SessionCore {
  /** Takes a message from the link. Throws on one that it does not understand. */
  onMessageReceived(bytes: Uint8Array): void;
  /** Asks the router for the name of this session. */
  ping(): Promise<{ readonly uuid: string }>;
  /** Requests that wait for their answer. */
  pendingMessageResponses: Map<number, (answer: [number, unknown]) => void>;
  /** Subscribers by number. */
  subscribers: Map<number, ZenohTsClosure>;
  /** Queryables by number. */
  queryables: Map<number, ZenohTsClosure>;
  /** Questions by number. */
  gets: Map<number, ZenohTsClosure>;
}

/** The library, ready for use. */
export interface LoadedZenohTs {
  /** The module. */
  readonly lib: typeof ZenohTs;
  /** The protocol on a link; a request that is not answered within the time [ms] fails. */
  readonly Core: new (link: ZenohTsLink, answerWithinMs: number) => SessionCore;
  /** A session of the library. */
  session(core: SessionCore): ZenohTs.Session;
}

let loading: Promise<LoadedZenohTs> | undefined;

/**
 * Loads `@eclipse-zenoh/zenoh-ts`, once, when it is first used.
 *
 * Its own link is left out: it tries ten times with doubling waits of 2 s, tells nobody of a closed socket, and writes to the console. What speaks
 * the protocol is not exported, so it is taken from one session that is opened on a link in memory.
 */
export function loadZenohTs(): Promise<LoadedZenohTs> {
  return loading ??= load();
}

async function load(): Promise<LoadedZenohTs> {
  const lib = await import("@eclipse-zenoh/zenoh-ts");
  const session = await openInMemory(lib);
  const core = (session as unknown as { readonly inner: SessionCore }).inner;
  return {
    lib,
    Core: core.constructor as LoadedZenohTs["Core"],
    session: (of) => new (lib.Session as unknown as new (core: SessionCore) => ZenohTs.Session)(of),
  };
}

/** First bit of a message: a number follows, which the answer repeats. */
const NUMBERED = 0x80;

/** A socket that is open, and answers the one question that the library asks at the start. */
function socketInMemory() {
  const socket = {
    readyState: 1,
    bufferedAmount: 0,
    onmessage: (_event: { readonly data: ArrayBuffer }) => {},
    send(bytes: Uint8Array) {
      // The answer to a ping: kind 0 with the number of the question, and an empty text.
      const answer = Uint8Array.of(NUMBERED, ...bytes.subarray(1, 5), 0);
      queueMicrotask(() => socket.onmessage({ data: answer.buffer }));
    },
  };
  return socket;
}

async function openInMemory(lib: typeof ZenohTs): Promise<ZenohTs.Session> {
  const place: { WebSocket: unknown; console: Console } = globalThis;
  const { WebSocket: ofBefore, console: consoleBefore } = place;
  // All of it happens within the present turn of the event loop.
  place.WebSocket = function () {
    return socketInMemory();
  };
  place.console = withoutLibraryLines(consoleBefore);
  try {
    const opening = lib.open(new lib.Config("ws://memory"));
    place.WebSocket = ofBefore;
    return await opening;
  } finally {
    place.WebSocket = ofBefore;
    place.console = consoleBefore;
  }
}

/** A console like `console`, but for the two lines that the library writes when it opens a session. */
function withoutLibraryLines(to: Console): Console {
  const unless = (prefix: string, write: (...parts: unknown[]) => void) => (...parts: unknown[]) => {
    if (!String(parts[0]).startsWith(prefix)) write.apply(to, parts);
  };
  return Object.assign(Object.create(to), {
    log: unless("Successfully opened session", to.log),
    warn: unless("Connected to", to.warn),
  });
}
