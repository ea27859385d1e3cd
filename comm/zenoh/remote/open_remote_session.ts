import { pauseOrAbort } from "../../pause_or_abort.ts";
import { TransportError } from "../../transport_error.ts";
import { RemoteSession, type RemoteSessionOptions } from "./remote_session.ts";

/** Longest wait for a router at the start [ms]: it may be starting, too. */
const CONNECTS_WITHIN_MS = 5000;
/** Pause between two attempts [ms]. */
const PAUSE_MS = 200;

/**
 * Opens a session over the remote API of the router at `url`, `ws://host:port` or `wss://host:port`, within 5 s. Errors: `TransportError` of the kind
 * `unavailable`, which says what to check.
 */
export async function openRemoteSession(url: string, options: RemoteSessionOptions): Promise<RemoteSession> {
  const what = `opening a Zenoh session at '${url}'`;
  if (!/^wss?:\/\/[^/\s]+\/?$/.test(url) || !URL.canParse(url)) {
    throw new TransportError(
      "unavailable",
      `${what}: this is no address of a router, ws://host:port or wss://host:port was wanted; correct network_interface.remote_api`,
    );
  }
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), CONNECTS_WITHIN_MS);
  let reason: unknown;
  try {
    while (!deadline.signal.aborted) {
      try {
        return await RemoteSession.open(url, options, deadline.signal);
      } catch (error) {
        reason = error;
      }
      await pauseOrAbort(PAUSE_MS, deadline.signal);
    }
  } finally {
    clearTimeout(timer);
  }
  throw new TransportError(
    "unavailable",
    `${what}: ${reason}; within ${CONNECTS_WITHIN_MS / 1000} s a router with the remote API was wanted. ` +
      "Check that it runs, that its plugins.remote_api.websocket_port is this one, and that no firewall stands between",
  );
}
