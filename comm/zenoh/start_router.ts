import { ConfigError } from "../../core/config_error.ts";
import { TransportError } from "../transport_error.ts";
import { type NativeCalls, openNativeLibrary } from "./open_native_library.ts";
import { nativeText as text } from "./native_text.ts";

/** A router that processes of this host reach: one in this process, or one that was there before. */
export interface RunningRouter {
  /** Session id as Zenoh shows it, hexadecimal. */
  readonly id: string;
  /** Where it is reached, e.g. `tcp/127.0.0.1:9562`. */
  readonly locators: readonly string[];
  /** Address of its remote API, e.g. `ws://127.0.0.1:10000`; undefined when it has none. */
  readonly remoteApi?: string;
  /** Empty when it runs in this process; otherwise one line that tells whose it is: it ends with its own process. */
  readonly reused: string;
  /** Ends it, unless it is reused. Its ports are free when the promise settles. May be called twice. */
  close(): Promise<void>;
}

/** What the library says begins so when the configuration is at fault. */
const AT_FAULT = "configuration: ";
const DESCRIPTION_BYTES = 1 << 16;

/**
 * Starts a Zenoh router in this process from a configuration in JSON5; `source` is its name for messages. The remote API runs when the configuration
 * has `plugins.remote_api`; other plugins are refused. When an address is in use, a router that answers on `listen.endpoints` is used in its place; this
 * is decided within 5 s, and nothing stays half started. Errors: `ConfigError` for a configuration that Zenoh refuses; `TransportError`
 * of the kind `in_use` when another program listens there, `unavailable` for anything else.
 */
export async function startRouter(config: string, source: string): Promise<RunningRouter> {
  const calls = openNativeLibrary();
  const bytes = text.encode(config);
  const error = text.newError();
  const router = await calls.uri_zenoh_router_open(bytes, bytes.length, error, error.length);
  if (router === null) throw refusal(text.readError(error), source);
  let closing: Promise<void> | undefined;
  const close = () => closing ??= calls.uri_zenoh_router_close(router);
  try {
    return { ...describe(calls, router), close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

function describe(calls: NativeCalls, router: Deno.PointerObject): Omit<RunningRouter, "close"> {
  const bytes = new Uint8Array(DESCRIPTION_BYTES);
  const length = calls.uri_zenoh_router_describe(router, bytes, bytes.length);
  const { remoteApi, ...rest } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, length)));
  return remoteApi === null ? rest : { ...rest, remoteApi };
}

function refusal(reason: string, source: string): Error {
  if (reason.startsWith(AT_FAULT)) {
    const [, line = 0, column = 0, message] = /^(?:line (\d+), column (\d+): )?(.*)$/s.exec(
      reason.slice(AT_FAULT.length),
    )!;
    return new ConfigError([{ file: source, line: Number(line), column: Number(column), path: "", message }]);
  }
  const kind = reason.includes(" is in use: ") ? "in_use" : "unavailable";
  return new TransportError(kind, `starting the Zenoh router: ${reason} in ${source} (ZenohRouter.configuration)`);
}
