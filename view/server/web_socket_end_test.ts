import assert from "node:assert/strict";
import { acceptWebSocket } from "./accept_web_socket.ts";
import { parseRequestHead } from "./parse_request_head.ts";
import { readRequestHead } from "./read_request_head.ts";
import { WebSocketEnd } from "./web_socket_end.ts";

const HEAD =
  "GET / HTTP/1.1\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Takes one connection, opened by `open`, as a WebSocket. */
async function pair<T>(
  open: (port: number) => T,
  early = (_: WebSocketEnd) => {},
): Promise<{ end: WebSocketEnd; other: Awaited<T> }> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const other = open(listener.addr.port);
  const connection = await listener.accept();
  const head = await readRequestHead(connection);
  assert.ok(typeof head === "object");
  const accept = acceptWebSocket(head.request);
  assert.ok(typeof accept === "string");
  const end = new WebSocketEnd(connection, accept, head.rest);
  early(end);
  return { end, other: await other };
}

/** Deno's own WebSocket at the other end, and what it gets. */
async function client() {
  const got: (string | ArrayBuffer)[] = [];
  const { end, other } = await pair((port) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    socket.binaryType = "arraybuffer";
    const opened = new Promise((resolve) => socket.onopen = resolve);
    const closed = new Promise<CloseEvent>((resolve) => socket.onclose = resolve);
    return { socket, opened, closed };
  });
  other.socket.onmessage = ({ data }) => got.push(data);
  await other.opened;
  return { end, got, ...other };
}

/** Bytes at the other end, as one writes and reads them oneself. */
async function raw(more = new Uint8Array(), early = (_: WebSocketEnd) => {}) {
  return await pair(async (port) => {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(Uint8Array.of(...latin(HEAD), ...more));
    return connection;
  }, early);
}

/** Whether these are the bytes that the first test sends. */
function isSame(got: ArrayBuffer, length: number): boolean {
  return got.byteLength === length && new Uint8Array(got).every((byte, i) => byte === (i * 31) % 256);
}

async function until(what: string, condition: () => boolean): Promise<void> {
  for (let i = 0; !condition(); i++) {
    assert.ok(i < 2000, what);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

Deno.test("another WebSocket gets what is sent, of every length, and is heard", async () => {
  const { end, got, socket, closed } = await client();
  const lengths = [0, 1, 125, 126, 127, 65535, 65536, 3_000_000];
  const bytes = new Uint8Array(3_000_000).map((_, i) => i * 31);
  for (const length of lengths) {
    end.send(bytes.subarray(0, length));
    end.send("ü".repeat(length / 2));
  }
  assert.ok(end.bufferedAmount > 3_000_000);
  // What was given to it may be written over.
  bytes.fill(0);
  await until("all messages", () => got.length === 2 * lengths.length);
  lengths.forEach((length, i) => {
    assert.ok(isSame(got[2 * i] as ArrayBuffer, length), `${length} bytes`);
    assert.equal(got[2 * i + 1], "ü".repeat(length / 2));
  });
  assert.equal(end.bufferedAmount, 0);
  const heard: (string | Uint8Array)[] = [];
  end.onmessage = (data) => heard.push(data);
  for (const message of ["7", "", "contacts on", Uint8Array.of(1, 2)]) socket.send(message);
  await until("what it says", () => heard.length === 4);
  assert.deepEqual(heard, ["7", "", "contacts on", Uint8Array.of(1, 2)]);
  let closes = 0;
  end.onclose = () => closes++;
  socket.close(3001, "that is all");
  assert.equal((await closed).code, 3001);
  await end.closed;
  end.close();
  end.send("too late");
  end.terminate();
  assert.deepEqual([end.readyState, closes], [3, 1]);
});

Deno.test("the other end is told why it ends, after all that was sent before", async () => {
  const { end, got, closed } = await client();
  end.send("last");
  end.close(1008, "nothing else is taken");
  assert.equal(end.readyState, 2);
  end.send("too late");
  const { code, reason, wasClean } = await closed;
  assert.deepEqual([code, reason, wasClean, got], [1008, "nothing else is taken", true, ["last"]]);
  await end.closed;
});

Deno.test("who says too much, or what is no WebSocket, is shown the door", async () => {
  const { end, socket, closed } = await client();
  socket.send("x".repeat(126));
  assert.equal((await closed).code, 1009);
  await end.closed;
  const junk = await raw();
  await junk.other.write(new TextEncoder().encode("GET / HTTP/1.1\r\n\r\n"));
  await junk.end.closed;
  junk.other.close();
});

Deno.test("who never reads does not keep its connection", async () => {
  const { end, other } = await raw();
  const bytes = new Uint8Array(1 << 20);
  for (let i = 0; i < 40; i++) end.send(bytes);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(end.bufferedAmount > 1 << 20, "it is stuck");
  end.close(1013, "the page takes nothing");
  await end.closed;
  other.close();
});

Deno.test("what comes with the head is heard; a ping is answered, and a flood of them needs no memory", async () => {
  const ping = "\x89\x81\0\0\0\0!";
  const heard = Promise.withResolvers<string | Uint8Array>();
  const { end, other } = await raw(latin("\x81\x81\0\0\0\x007"), (end) => end.onmessage = heard.resolve);
  assert.equal(await heard.promise, "7");
  let pong = "";
  const buffer = new Uint8Array(4096);
  await other.write(latin(ping));
  while (!pong.includes("\x8a\x01!")) {
    pong += String.fromCharCode(...buffer.subarray(0, await other.read(buffer) ?? assert.fail("it has hung up")));
  }
  end.send(new Uint8Array(40 << 20));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { bufferedAmount } = end;
  await other.write(latin(ping.repeat(10_000)));
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(end.bufferedAmount <= bufferedAmount);
  end.terminate();
  await end.closed;
  other.close();
});

Deno.test("a request that opens no WebSocket is told what was wanted", () => {
  const answer = (change: (head: string) => string) => {
    const told = acceptWebSocket(parseRequestHead(change(HEAD).slice(0, -4))!);
    return typeof told === "string" ? told : told.status;
  };
  // The example of RFC 6455.
  assert.equal(answer((head) => head), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  for (
    const [change, status] of [
      [(head: string) => head.replace("GET", "HEAD"), 405],
      [(head: string) => head.replace("Upgrade: WebSocket\r\n", ""), 426],
      [(head: string) => head.replace("keep-alive, Upgrade", "keep-alive"), 400],
      [(head: string) => head.replace("13", "7"), 426],
      [(head: string) => head.replace("Sec-WebSocket-Version: 13\r\n", ""), 426],
      [(head: string) => head.replace("dGhlIHNhbXBsZSBub25jZQ==", "dGhl"), 400],
      [(head: string) => head.replace(/Sec-WebSocket-Key.*\r\n/, ""), 400],
    ] as const
  ) assert.equal(answer(change), status, change(HEAD));
});
