import { RunFailure } from "../../core/run_failure.ts";
import type { ViewFlag } from "../../core/run_options.ts";

const FIRST_PORT = 8765;
const PORTS = 20;

/** Listens at an address. Throws a `RunFailure` when it cannot be had. */
export function listen({ host, port }: ViewFlag): Deno.TcpListener {
  const ports = port === undefined ? Array.from({ length: PORTS }, (_, i) => FIRST_PORT + i) : [port];
  let cause: unknown;
  for (const each of ports) {
    try {
      return Deno.listen({ hostname: host, port: each });
    } catch (error) {
      cause = error;
      if (!(error instanceof Deno.errors.AddrInUse)) break;
    }
  }
  const place = `${host}:${ports[0]}${ports.length > 1 ? ` to ${ports[ports.length - 1]}` : ""}`;
  throw new RunFailure(`opening the view at ${place}: ${faultOf(cause as Error, host)}`, { cause });
}

/** What is, what was wanted, what to do. */
function faultOf(error: Error, host: string): string {
  if (error instanceof Deno.errors.AddrInUse) {
    return "another program listens there, a free port of this computer was wanted; name another";
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return `${host} is no address of this computer, one of its own was wanted; ` +
      "see them with 'ip address', or name 0.0.0.0 for all";
  }
  return `${error.message}, a free port of this computer was wanted; name another`;
}
