import type { Reply } from "@eclipse-zenoh/zenoh-ts";
import type { ZenohAskOptions, ZenohMessage } from "../zenoh_session.ts";
import type { RemoteConnection } from "./remote_connection.ts";
import { loadZenohTs } from "./load_zenoh_ts.ts";

/** Questions over the remote API. */
export const remoteQuestion = {
  /** See `ZenohSession.ask`; it ends when the connection is lost, too. */
  async ask(
    connection: RemoteConnection,
    key: string,
    question: ZenohMessage,
    options: ZenohAskOptions,
  ): Promise<void> {
    const { lib } = await loadZenohTs();
    const onReply = (reply: Reply) => {
      const sample = reply.result();
      if (!(sample instanceof lib.Sample)) return;
      const payload = sample.payload().toBytes();
      const attachment = sample.attachment()?.toBytes();
      options.onAnswer(attachment === undefined ? { payload } : { payload, attachment });
    };
    await untilEnd(options.timeoutMs, options.signal, async (end, cancellationToken) => {
      await connection.session.get(key, {
        payload: question.payload,
        ...(question.attachment && { attachment: question.attachment }),
        timeout: lib.Duration.milliseconds.of(whole(options.timeoutMs)),
        target: lib.QueryTarget.ALL,
        consolidation: lib.ConsolidationMode.NONE,
        handler: [onReply, end],
        cancellationToken,
      });
    });
  },

  /** See `ZenohSession.findTokens`. */
  async findTokens(connection: RemoteConnection, keyExpression: string, timeoutMs: number): Promise<string[]> {
    const { lib } = await loadZenohTs();
    const found: string[] = [];
    const onReply = (reply: Reply) => {
      const sample = reply.result();
      if (sample instanceof lib.Sample) found.push(sample.keyexpr().toString());
    };
    await untilEnd(timeoutMs, undefined, async (end, cancellationToken) => {
      await connection.session.liveliness().get(keyExpression, {
        timeout: lib.Duration.milliseconds.of(whole(timeoutMs)),
        handler: [onReply, end],
        cancellationToken,
      });
    });
    return found;
  },
};

function whole(ms: number): number {
  return Math.min(Math.max(1, Math.ceil(ms)), 0xffffffff);
}

/** Asks by `send`, and waits for the end of the answers, the timeout [ms], or the signal; later answers are not passed on. */
async function untilEnd(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  send: (
    end: () => void,
    token: InstanceType<Awaited<ReturnType<typeof loadZenohTs>>["lib"]["CancellationToken"]>,
  ) => Promise<void>,
): Promise<void> {
  const { lib } = await loadZenohTs();
  const token = new lib.CancellationToken();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  signal?.addEventListener("abort", () => resolve());
  if (signal?.aborted) resolve();
  try {
    await send(resolve, token);
    await promise;
  } finally {
    clearTimeout(timer);
    token.cancel();
  }
}
