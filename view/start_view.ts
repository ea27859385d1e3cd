import type { Logger } from "../core/log/logger.ts";
import type { ViewFlag } from "../core/run_options.ts";
import { ViewFeed } from "./feed/view_feed.ts";
import { type Admission, admitRequest } from "./server/admit_request.ts";
import { listen } from "./server/listen.ts";
import { ModelAnswers } from "./server/model_answers.ts";
import { pageResponse } from "./server/page_response.ts";
import { readPageFiles } from "./server/read_page_files.ts";
import { VIEW_HEADERS } from "./server/view_headers.ts";
import type { ViewSource } from "./view_source.ts";

/** What a view is made of. */
export interface ViewOptions extends ViewFlag {
  /** First part of every path, for who is not to find it; by default a random one where other computers can reach the port, and none elsewhere. */
  readonly token?: string;
  /** What it shows. */
  readonly source: ViewSource;
  /** Is told where it is. */
  readonly log: Logger;
}

/** A running view. */
export interface View {
  /** What to type into a browser on this computer. */
  readonly url: string;
  /** Shows something else: see `ViewFeed.show`. */
  show(source: ViewSource): void;
  /** Number of pages that look on. */
  viewers(): number;
  /** Tells the pages that the process ends, and stops. */
  close(): Promise<void>;
}

const MOST_VIEWERS = 16;
/** For the last words to pages [ms]. */
const FAREWELL_MS = 100;

/**
 * Serves a page that shows robots live, on the main thread of a process: it reads memory that the control loop writes, and the loop knows nothing of
 * it. Nobody can change anything by it. Rejects with a `RunFailure` when the port, or the page, cannot be had.
 */
export async function startView(options: ViewOptions): Promise<View> {
  const { host, port, source, log } = options;
  const files = await readPageFiles();
  const isOpen = !/^(127\.|localhost$|::1$|\[::1\]$)/.test(host);
  const token = options.token ?? (isOpen ? crypto.randomUUID().replaceAll("-", "") : "");
  const admission: Admission = { token, names: [Deno.hostname(), `${Deno.hostname()}.local`] };
  const ending = new AbortController();
  const parts: { feed?: ViewFeed; models?: ModelAnswers; shown?: ViewSource["models"] } = {};

  const answer = async (request: Request): Promise<Response> => {
    const admitted = admitRequest(request, admission);
    if ("status" in admitted) return plain(admitted.status, admitted.why);
    const { path } = admitted;
    if (path === "/feed") return join(request);
    const file = files.get(path);
    if (file !== undefined) return pageResponse(file, request, VIEW_HEADERS);
    const [, number, form] = /^\/models\/(\d{1,4})\.(json|bin)$/.exec(path) ?? [];
    const model = await parts.models?.find(number === undefined ? -1 : Number(number));
    if (model === undefined) return plain(404, "no such page");
    return form === "json"
      ? Response.json(model.document, { headers: VIEW_HEADERS })
      : new Response(model.meshes, { headers: { ...VIEW_HEADERS, "content-type": "application/octet-stream" } });
  };
  const join = (request: Request): Response => {
    // A browser tells who opens a socket; what tells nothing is no browser, and needs no feed.
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") return plain(426, "a WebSocket was wanted");
    const { feed } = parts;
    if (feed === undefined) return plain(503, "the view is being opened");
    if (feed.size >= MOST_VIEWERS) return plain(503, `${MOST_VIEWERS} pages look on already`);
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onopen = () => {
      const seat = feed.add(socket);
      socket.onclose = () => seat.leave();
      socket.onmessage = ({ data }) => seat.hear(data);
    };
    socket.onerror = () => {};
    return response;
  };

  const server = listen({ host, port }, ending.signal, answer);
  const load = ({ models }: ViewSource) => {
    if (models === parts.shown) return;
    [parts.shown, parts.models] = [models, new ModelAnswers(models, log)];
  };
  load(source);
  const feed = parts.feed = new ViewFeed(source);
  const shown = isOpen ? (/^(0\.0\.0\.0|::|\[::\])$/.test(host) ? Deno.hostname() : host) : "localhost";
  const url = `http://${shown.includes(":") ? `[${shown.replace(/[[\]]/g, "")}]` : shown}:${server.addr.port}/${
    token === "" ? "" : `${token}/`
  }`;
  log.info(`[View] ${url} shows the robots in a browser`);
  if (isOpen) log.warning("[View] other computers can look on, and everybody on their way can read along");
  return {
    url,
    show(other) {
      load(other);
      feed.show(other);
    },
    viewers: () => feed.size,
    async close() {
      const isWatched = feed.size > 0;
      feed.close();
      // What was sent last goes out.
      if (isWatched) await new Promise((resolve) => setTimeout(resolve, FAREWELL_MS));
      ending.abort();
      await server.finished;
    },
  };
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...VIEW_HEADERS, "content-type": "text/plain; charset=utf-8" },
  });
}
