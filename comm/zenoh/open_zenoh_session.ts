import { ConfigError } from "../../core/config_error.ts";
import type { NetworkSection } from "../network_section.ts";
import type { TransportNotice } from "../transport.ts";
import { type KeyOwner, TransportError } from "../transport_error.ts";
import { generateZenohConfig } from "./generate_zenoh_config.ts";
import { readZenohConfig } from "./read_zenoh_config.ts";
import { NativeSession, type NativeSessionOptions } from "./native_session.ts";
import type { ZenohSession } from "./zenoh_session.ts";

/** Where the router of a manager on this host listens, unless it is configured otherwise. */
const LOCAL_ROUTER = "tcp/127.0.0.1:9562";
/** Shorter ones would take a busy computer for a lost one [ms]. */
const SHORTEST_LEASE_MS = 1000;
/** What Zenoh says of values that it does not understand. */
const AT_FAULT =
  /error parsing|invalid (type|value|port)|unknown (variant|field)|expected |No peer specified|not supported|missing field/i;
const MARKS = 2 ** 30 - 1;
/** Its reader and its writer run in two threads, on one state of TLS, without a lock. */
const TLS_OVER_TCP = /["'](?:tls|wss)\//;

/** A session, and what others are told of its process. */
export interface OpenedZenohSession {
  /** The session. */
  readonly session: ZenohSession;
  /** Who this process is, with the mark of the session's messages. */
  readonly self: KeyOwner & { readonly mark: number };
}

/**
 * Opens a Zenoh session as a `network_interface` section says: over the remote API of a router with `remote_api`, else by the native library, with the file that
 * `configuration` names, or with the generated configuration. Errors: `TransportError`, and `ConfigError` of a file.
 */
export async function openZenohSession(
  description: string,
  network: NetworkSection,
  notice: TransportNotice,
): Promise<OpenedZenohSession> {
  const mark = 1 + crypto.getRandomValues(new Uint32Array(1))[0] % MARKS;
  const self = { pid: Deno.pid, description, host: Deno.hostname(), mark };
  const url = network.remote_api;
  if (typeof url === "string") {
    const { openRemoteSession } = await import("./remote/open_remote_session.ts");
    return { session: await openRemoteSession(url, { mark, notice }), self };
  }
  const { configuration, connection_timeout_ms: timeoutMs = 0 } = network;
  // Whoever may be silent for so long is not lost before.
  const leaseMs = Math.max(SHORTEST_LEASE_MS, Number(timeoutMs));
  const [config, source] = configuration === undefined
    ? [generateZenohConfig({ localRouter: [LOCAL_ROUTER], leaseMs }), "the generated configuration"]
    : [await readZenohConfig(configuration), configuration];
  if (TLS_OVER_TCP.test(config)) {
    notice(
      "warning",
      `Zenoh: ${source} has an endpoint tls/…, and such a link of Zenoh 1.10 breaks within seconds at the rate of a control loop; ` +
        "write quic/…, which is TLS as well (docs/security.md)",
    );
  }
  return { session: await open(config, source, configuration, { mark, notice }), self };
}

/** What Zenoh does not understand in a user's file is the file's fault; that nobody answers, or an address is in use, is not. */
async function open(
  config: string,
  source: string,
  file: string | undefined,
  options: NativeSessionOptions,
): Promise<ZenohSession> {
  try {
    return await NativeSession.open(config, source, options);
  } catch (error) {
    if (file === undefined || !(error instanceof TransportError) || !AT_FAULT.test(error.message)) throw error;
    throw new ConfigError([{ file, line: 0, column: 0, path: "", message: error.message }]);
  }
}
