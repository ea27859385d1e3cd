import { quoted } from "../core/quoted.ts";

const ADDRESS = /^wss?:\/\/(\[[0-9a-f:.]+\]|[^\s/?#:@[\]]+):(\d{1,5})\/?$/i;

/** What is wrong with the address of a remote API, as the text of a configuration problem; `undefined` when it is a good one. */
export function remoteApiFault(address: string): { message: string; hint?: string } | undefined {
  const port = Number(ADDRESS.exec(address)?.[2] ?? "0");
  if (port >= 1 && port <= 65535) return undefined;
  return {
    message: `${quoted(address)} is not the address of a remote API; wanted ws://host:port or wss://host:port`,
    hint: hintFor(address, port),
  };
}

function hintFor(address: string, port: number): string | undefined {
  const rest = /^[a-z]+:\/\/(.*)$/i.exec(address)?.[1];
  if (port > 65535) return "ports end at 65535";
  if (/^(http|tcp):\/\//i.test(address)) return `write ws://${rest}`;
  if (/^(https|tls):\/\//i.test(address)) return `write wss://${rest}`;
  if (/^tcp\/[^/]/i.test(address)) {
    return "that is the address of a router; its remote API has another port, 10000 by default";
  }
  if (rest === undefined && ADDRESS.test(`ws://${address}`)) return `write ws://${address}`;
  if (rest !== undefined && ADDRESS.test(`ws://${rest.replace(/\/$/, "")}:10000`)) {
    return "the port is missing; that of a router is 10000 by default";
  }
  return undefined;
}
