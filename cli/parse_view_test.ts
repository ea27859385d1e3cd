import assert from "node:assert/strict";
import { parseView } from "./parse_view.ts";

Deno.test("--view takes a port, or an address with or without one", () => {
  const is = (text: string, host: string, port: number | undefined) =>
    assert.deepEqual(parseView(text), { host, port }, text);
  is("8765", "127.0.0.1", 8765);
  is("0", "127.0.0.1", 0);
  is("0.0.0.0", "0.0.0.0", undefined);
  is("0.0.0.0:80", "0.0.0.0", 80);
  is("[::1]", "::1", undefined);
  is("[::]:9000", "::", 9000);
  is("robot.local:9000", "robot.local", 9000);
  is("localhost:0", "localhost", 0);
});

Deno.test("--view refuses what is no port and no address", () => {
  for (
    const text of [
      "",
      "door",
      "-1",
      "65536",
      "80.5",
      "1e3",
      "localhost:",
      ":80",
      "a b:80",
      "0.0.0.0:99999",
      "http://x:1",
    ]
  ) {
    assert.throws(() => parseView(text), { name: "UsageError", message: /^Cannot read --view / }, text);
  }
});
