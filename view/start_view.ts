import type { Logger } from "../core/log/logger.ts";
import type { ViewFlag } from "../core/run_options.ts";
import { ViewFeed } from "./feed/view_feed.ts";
import { acceptWebSocket } from "./server/accept_web_socket.ts";
import { type Admission, admitRequest } from "./server/admit_request.ts";
import { fileAnswer } from "./server/file_answer.ts";
import { listen } from "./server/listen.ts";
import { ModelAnswers } from "./server/model_answers.ts";
import type { PageAnswer } from "./server/page_answer.ts";
import type { PageHandler } from "./server/page_connection.ts";
import { PageServer } from "./server/page_server.ts";
import { readPageFiles } from "./server/read_page_files.ts";
import { textAnswer } from "./server/text_answer.ts";
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

/** Pages that look on, at most. */
const MOST_VIEWERS = 16;
/** For the last words to pages [ms]. */
const FAREWELL_MS = 100;
/** For the answer to a page that has just asked for a model, which may have to be read first [ms]. */
const ANSWERS_MS = 3000;

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
  const parts: { feed?: ViewFeed; models?: ModelAnswers; shown?: ViewSource["models"] } = {};

  const answer: PageHandler = async (request, upgrade) => {
    const admitted = admitRequest(request, admission);
    if ("status" in admitted) return textAnswer(admitted.status, admitted.why);
    const { path } = admitted;
    if (path === "/feed") return join(request, upgrade);
    const file = files.get(path);
    if (file !== undefined) return fileAnswer(file, request);
    const [, number, form] = /^\/models\/(\d{1,4})\.(json|bin)$/.exec(path) ?? [];
    const model = await parts.models?.find(number === undefined ? -1 : Number(number));
    if (model === undefined) return textAnswer(404, "no such page");
    const isJson = form === "json";
    return {
      status: 200,
      headers: { ...VIEW_HEADERS, "content-type": isJson ? "application/json" : "application/octet-stream" },
      body: isJson ? new TextEncoder().encode(JSON.stringify(model.document)) : model.meshes,
    };
  };
  const join = (request: Request, upgrade: Parameters<PageHandler>[1]): ReturnType<typeof upgrade> | PageAnswer => {
    const accept = acceptWebSocket(request);
    if (typeof accept !== "string") return accept;
    const { feed } = parts;
    if (feed === undefined) return textAnswer(503, "the view is being opened");
    // A page that has been given up keeps its seat until its connection is closed.
    if (server.sockets >= MOST_VIEWERS) return textAnswer(503, `${MOST_VIEWERS} pages look on already`);
    const socket = upgrade(accept);
    const seat = feed.add(socket);
    socket.onclose = () => seat.leave();
    socket.onmessage = (data) => seat.hear(data);
    return socket;
  };

  const listener = listen({ host, port });
  const server = new PageServer(listener, answer, log);
  const load = ({ models }: ViewSource) => {
    if (models === parts.shown) return;
    [parts.shown, parts.models] = [models, new ModelAnswers(models, log)];
  };
  load(source);
  const feed = parts.feed = new ViewFeed(source);
  const shown = isOpen ? (/^(0\.0\.0\.0|::|\[::\])$/.test(host) ? Deno.hostname() : host) : "localhost";
  const url = `http://${shown.includes(":") ? `[${shown.replace(/[[\]]/g, "")}]` : shown}:${listener.addr.port}/${
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
      feed.close();
      // What was sent last goes out.
      await server.close(FAREWELL_MS, ANSWERS_MS);
    },
  };
}
