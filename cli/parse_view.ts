import type { ViewFlag } from "../core/run_options.ts";
import { UsageError } from "../core/usage_error.ts";

const LOOPBACK = "127.0.0.1";

/** The value of `--view`: a port, or an address of this computer with or without one. Throws a `UsageError`. */
export function parseView(text: string): ViewFlag {
  const address = /^(\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+(?=:))(?::(\d+))?$/.exec(text);
  const [host, port] = address === null ? [undefined, /^\d+$/.exec(text)?.[0]] : [address[1], address[2]];
  if ((host === undefined && !port) || Number(port) > 65535) {
    throw new UsageError(
      `Cannot read --view ${text}: '${text}' is no port and no address, a port from 0 to 65535, or HOST:PORT, was wanted; ` +
        "write --view 8765, or --view 0.0.0.0:8765 to let other computers look on",
    );
  }
  return { host: (host ?? LOOPBACK).replace(/[[\]]/g, ""), port: port ? Number(port) : undefined };
}
