import { RunFailure } from "../../core/run_failure.ts";
import type { ViewFlag } from "../../core/run_options.ts";

const FIRST_PORT = 8765;
const PORTS = 20;

/** Serves at an address until `signal`. Throws a `RunFailure` when the address cannot be had. */
export function listen(
  { host, port }: ViewFlag,
  signal: AbortSignal,
  handler: (request: Request) => Response | Promise<Response>,
): Deno.HttpServer<Deno.NetAddr> {
  const ports = port === undefined ? Array.from({ length: PORTS }, (_, i) => FIRST_PORT + i) : [port];
  let cause: unknown;
  for (const each of ports) {
    try {
      return Deno.serve({
        hostname: host,
        port: each,
        signal,
        onListen: () => {},
        onError: () => new Response("the view has failed\n", { status: 500 }),
      }, handler);
    } catch (error) {
      cause = error;
      if (!(error instanceof Deno.errors.AddrInUse)) break;
    }
  }
  const place = `${host}:${ports[0]}${ports.length > 1 ? ` to ${ports[ports.length - 1]}` : ""}`;
  const why = cause instanceof Deno.errors.AddrInUse ? "another program listens there" : (cause as Error).message;
  throw new RunFailure(`opening the view at ${place}: ${why}, a free port of this computer was wanted; name another`, {
    cause,
  });
}
