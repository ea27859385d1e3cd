import assert from "node:assert/strict";
import { Logger } from "../core/log/logger.ts";
import type { ModelDocument } from "./feed/view_messages.ts";
import { FrameLayout } from "./feed/frame_layout.ts";
import { startView, type View } from "./start_view.ts";
import { TestSource } from "./test_source.ts";

const lines: string[] = [];
const log = new Logger({
  level: "info",
  format: "text",
  write: (bytes) => void lines.push(new TextDecoder().decode(bytes)),
});

/** Sends bytes to a view, and resolves to what comes back first. */
async function raw(view: View, text: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(view.url).port) });
  await connection.write(new TextEncoder().encode(text.replaceAll("\n", "\r\n")));
  const buffer = new Uint8Array(65536);
  const length = await connection.read(buffer) ?? 0;
  return new TextDecoder().decode(buffer.subarray(0, length));
}

const UPGRADE = `Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
`;

Deno.test("a view serves its page by its own files alone, and nothing that a page may not do", async () => {
  const view = await startView({ host: "127.0.0.1", port: 0, source: new TestSource(), log });
  try {
    assert.match(view.url, /^http:\/\/localhost:\d+\/$/);
    const page = await fetch(view.url);
    const text = await page.text();
    assert.equal(page.status, 200);
    assert.match(
      page.headers.get("content-security-policy") ?? "",
      /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/,
    );
    assert.equal(page.headers.get("x-content-type-options"), "nosniff");
    for (const [, link] of text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      assert.doesNotMatch(link, /^(https?:)?\/\//, "nothing comes from elsewhere");
      const file = await fetch(new URL(link, view.url));
      assert.equal(file.status, 200, link);
      assert.ok((await file.text()).length > 50, link);
    }
    assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)|<style|\bon\w+=|style=/, "nothing that the policy forbids");
    for (
      const path of [
        "nothing",
        "page.ts",
        "models/0.json",
        "models/99999.json",
        "../deno.json",
        "%2e%2e/deno.json",
        "feed/x",
      ]
    ) {
      const { status, body } = await fetch(new URL(path, view.url));
      await body?.cancel();
      assert.equal(status, 404, path);
    }
    for (const path of ["/../../etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd", "/.git/config"]) {
      assert.match(await raw(view, `GET ${path} HTTP/1.1\nHost: localhost\n\n`), /^HTTP\/1\.1 404 /, path);
    }
    assert.match(await raw(view, "GET / HTTP/1.1\nHost: evil.example\n\n"), /^HTTP\/1\.1 421 /);
    assert.match(await raw(view, "POST / HTTP/1.1\nHost: localhost\nContent-Length: 0\n\n"), /^HTTP\/1\.1 405 /);
    const host = new URL(view.url).host;
    const open = (origin: string) => raw(view, `GET /feed HTTP/1.1\nHost: ${host}\nOrigin: ${origin}\n${UPGRADE}\n`);
    assert.match(await open("http://evil.example"), /^HTTP\/1\.1 403 /);
    assert.match(await open(`http://${host}`), /^HTTP\/1\.1 101 /);
    assert.match(await raw(view, `GET /feed HTTP/1.1\nHost: ${host}\n\n`), /^HTTP\/1\.1 426 /);
    assert.match(await raw(view, `HEAD /feed HTTP/1.1\nHost: ${host}\n${UPGRADE}\n`), /^HTTP\/1\.1 405 /);
    assert.match(await raw(view, "GET / HTTP/1.1\nHost: 999.999.999.999\n\n"), /^HTTP\/1\.1 421 /);
  } finally {
    await view.close();
  }
});

Deno.test("where other computers can reach it, a view wants the word of its address, for every path", async () => {
  const view = await startView({ host: "0.0.0.0", port: 0, source: new TestSource(), log });
  try {
    const { port, pathname } = new URL(view.url);
    assert.match(pathname, /^\/[0-9a-f]{32}\/$/);
    const here = `http://127.0.0.1:${port}`;
    for (const path of ["/", "/page.js", "/feed", "/models/0.json", `/${"0".repeat(32)}/`]) {
      const answer = await fetch(here + path);
      assert.equal(answer.status, 403, path);
      assert.doesNotMatch(await answer.text(), new RegExp(pathname.slice(1, 8)));
    }
    const answer = await fetch(here + pathname);
    assert.equal(answer.status, 200);
    await answer.body?.cancel();
    const second = await startView({ host: "0.0.0.0", port: 0, source: new TestSource(), log });
    assert.notEqual(new URL(second.url).pathname, pathname, "another word each time");
    await second.close();
  } finally {
    await view.close();
  }
  assert.ok(lines.some((line) => line.includes("other computers can look on")));
});

Deno.test("a WebSocket gets frames, and who speaks is shown the door", async () => {
  const view = await startView({ host: "127.0.0.1", port: 0, source: new TestSource(), log });
  try {
    const socket = new WebSocket(`${view.url.replace("http", "ws")}feed`);
    socket.binaryType = "arraybuffer";
    const kinds = new Set<string>();
    const closed = new Promise<number>((resolve) => socket.onclose = ({ code }) => resolve(code));
    await new Promise<void>((resolve) => {
      socket.onmessage = ({ data }) => {
        if (typeof data === "string") return void kinds.add(JSON.parse(data).type);
        assert.equal(new Float64Array(data)[FrameLayout.CYCLES], 1);
        if (kinds.has("hello") && kinds.has("event")) resolve();
      };
    });
    assert.equal(view.viewers(), 1);
    socket.send("move!");
    assert.equal(await closed, 1008);
  } finally {
    await view.close();
  }
});

Deno.test("sixteen pages look on, however many come at once, and a seat is free again when one has gone", async () => {
  const view = await startView({ host: "127.0.0.1", port: 0, source: new TestSource(), log });
  try {
    const sockets = Array.from({ length: 50 }, () => new WebSocket(`${view.url.replace("http", "ws")}feed`));
    const open = (socket: WebSocket) =>
      new Promise<boolean>((resolve) => {
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
      });
    const opened = await Promise.all(sockets.map(open));
    assert.equal(opened.filter((isOpen) => isOpen).length, 16);
    assert.equal(view.viewers(), 16);
    const left = sockets.find((_, i) => opened[i])!;
    const gone = new Promise((resolve) => left.onclose = resolve);
    left.close();
    await gone;
    let another: WebSocket;
    do another = new WebSocket(`${view.url.replace("http", "ws")}feed`); while (!await open(another));
    assert.equal(view.viewers(), 16);
  } finally {
    await view.close();
  }
});

Deno.test("an address that cannot be had is told with what to do", async () => {
  const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  for (
    const [host, port, why] of [
      ["127.0.0.1", taken.addr.port, /another program listens there.*name another/],
      ["192.0.2.1", 0, /192\.0\.2\.1 is no address of this computer.*ip address/],
    ] as const
  ) {
    await assert.rejects(startView({ host, port, source: new TestSource(), log }), why);
  }
  taken.close();
});

Deno.test("what cannot be drawn is said on the page and in the log, once", async () => {
  const source = new TestSource();
  source.models = [
    { name: "broken.xml", position: [0, 0, 0], load: () => Promise.reject(new Error("drawing it: it is broken")) },
    {
      name: "good.xml",
      position: [0, 0, 0],
      load: () =>
        Promise.resolve({
          bodies: [],
          meshes: [{ positions: Float32Array.of(1, 2, 3), normals: Float32Array.of(4, 5, 6) }],
          notes: [],
        }),
    },
  ];
  const view = await startView({ host: "127.0.0.1", port: 0, source, log });
  try {
    const get = async (number: number) =>
      await (await fetch(`${view.url}models/${number}.json`)).json() as ModelDocument;
    assert.deepEqual(await get(0), { error: "drawing it: it is broken" });
    assert.deepEqual(await get(1), { bodies: [], meshes: [3], notes: [] });
    const meshes = await (await fetch(`${view.url}models/1.bin`)).arrayBuffer();
    assert.deepEqual([...new Float32Array(meshes)], [1, 2, 3, 4, 5, 6]);
    assert.equal(lines.filter((line) => line.includes("broken.xml is not drawn")).length, 1);
  } finally {
    await view.close();
  }
});
