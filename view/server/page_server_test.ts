import assert from "node:assert/strict";
import { Logger } from "../../core/log/logger.ts";
import type { PageHandler } from "./page_connection.ts";
import { type PageListener, PageServer } from "./page_server.ts";
import { textAnswer } from "./text_answer.ts";

const REQUEST = new TextEncoder().encode("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
const SHORT = { askMs: 200, takeMs: 200, partMs: 200 };
const LONG = { askMs: 60_000, takeMs: 60_000, partMs: 60_000 };

/** A server on a port of its own, its log, and how to get at it. */
function bench(handler: PageHandler, patience = LONG, wrap = (listener: PageListener) => listener) {
  const lines: string[] = [];
  const write = (bytes: Uint8Array) => void lines.push(new TextDecoder().decode(bytes));
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const server = new PageServer(
    wrap(listener),
    handler,
    new Logger({ level: "info", format: "text", write }),
    patience,
  );
  return { server, lines, connect: () => Deno.connect({ hostname: "127.0.0.1", port }) };
}

/** All that comes from a connection until the other end hangs up, or resets it. */
async function heard(connection: Deno.Conn): Promise<string> {
  let text = "";
  const buffer = new Uint8Array(65536);
  try {
    for (let length; (length = await connection.read(buffer)) !== null;) {
      text += new TextDecoder().decode(buffer.subarray(0, length));
    }
  } catch (error) {
    assert.ok(error instanceof Deno.errors.ConnectionReset, String(error));
  }
  connection.close();
  return text;
}

async function asked(connection: Deno.Conn): Promise<string> {
  await connection.write(REQUEST);
  return await heard(connection);
}

const hello: PageHandler = () => Promise.resolve(textAnswer(200, "hello"));

Deno.test("who opens many connections and asks for nothing locks nobody out, and does not fill the table of files", async () => {
  const { server, lines, connect } = bench(hello);
  const idle: Deno.Conn[] = [];
  for (let i = 0; i < 200; i++) idle.push(await connect());
  assert.match(await asked(await connect()), /^HTTP\/1\.1 200 [^]*\r\n\r\nhello\n$/);
  // The oldest ones have been closed; they are told here as what has ended.
  assert.deepEqual(await Promise.all(idle.splice(0, 130).map(heard)), Array(130).fill(""));
  // The newest ones are still there.
  assert.match(await asked(idle.pop()!), /hello/);
  await server.close(0, 0);
  await Promise.all(idle.map(heard));
  assert.deepEqual(lines, []);
});

Deno.test("who asks too slowly, asks for too much, does not take its answer, or does not hang up, is closed", async () => {
  const big = new Uint8Array(64 << 20);
  const { server, connect } = bench(
    (request) =>
      Promise.resolve(
        request.url.endsWith("/big") ? { status: 200, headers: {}, body: big } : textAnswer(200, "hello"),
      ),
    SHORT,
  );
  assert.equal(await heard(await connect()), "");
  const slow = await connect();
  await slow.write(REQUEST.subarray(0, 10));
  assert.equal(await heard(slow), "");
  const endless = await connect();
  await endless.write(new TextEncoder().encode(`GET / HTTP/1.1\r\nX: ${"x".repeat(17_000)}`));
  assert.match(await heard(endless), /^HTTP\/1\.1 431 /);
  const stubborn = await connect();
  await stubborn.write(REQUEST);
  assert.match(await heard(stubborn), /hello/);
  const deaf = await connect();
  await deaf.write(new TextEncoder().encode("GET /big HTTP/1.1\r\n\r\n"));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.ok((await heard(deaf)).length < big.length, "its end was not sent");
  await server.close(0, 0);
});

Deno.test("an answer arrives whole, whatever was sent behind the request and left unread", async () => {
  const { server, connect } = bench(hello);
  for (let i = 0; i < 20; i++) {
    const connection = await connect();
    await connection.write(REQUEST);
    await connection.write(new Uint8Array(100_000));
    assert.match(await heard(connection), /hello\n$/);
  }
  await server.close(0, 0);
});

Deno.test("the head of a request may come in any pieces; HEAD gets the length alone", async () => {
  const { server, connect } = bench(hello);
  const connection = await connect();
  connection.setNoDelay(true);
  for (const byte of REQUEST) {
    await connection.write(Uint8Array.of(byte));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.match(await heard(connection), /hello/);
  const head = await connect();
  await head.write(new TextEncoder().encode("HEAD / HTTP/1.1\r\n\r\n"));
  assert.match(await heard(head), /content-length: 6\r\n[^]*\r\n\r\n$/);
  for (const junk of ["\x16\x03\x01\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\r\n\r\n"]) {
    const bad = await connect();
    await bad.write(new TextEncoder().encode(junk));
    assert.match(await heard(bad), /^HTTP\/1\.1 400 /, JSON.stringify(junk));
  }
  await server.close(0, 0);
});

Deno.test("a connection that cannot be taken, and a defect, are a warning each, and the server goes on", async () => {
  let left = 3;
  const { server, lines, connect } = bench(
    (request) =>
      request.url.endsWith("/bad")
        ? Promise.reject(new TypeError("it is broken"))
        : hello(request, () => assert.fail()),
    LONG,
    (listener) => ({
      accept: () => left-- > 0 ? Promise.reject(new Error("Too many open files (os error 24)")) : listener.accept(),
      close: () => listener.close(),
    }),
  );
  assert.match(await asked(await connect()), /hello/);
  for (let i = 0; i < 2; i++) {
    const bad = await connect();
    await bad.write(new TextEncoder().encode("GET /bad HTTP/1.1\r\n\r\n"));
    assert.match(await heard(bad), /^HTTP\/1\.1 500 /);
  }
  assert.match(await asked(await connect()), /hello/);
  await server.close(0, 0);
  assert.equal(lines.length, 2, lines.join(""));
  assert.match(lines[0], /warning.*taking a connection: Too many open files.*wanted.*ulimit -n/i);
  assert.match(lines[1], /warning.*it is broken/i);
});

Deno.test("it ends while no connection can be taken, and while an answer is being made", async () => {
  const failing = bench(hello, LONG, (listener) => ({
    accept: () => Promise.reject(new Error("Too many open files")),
    close: () => listener.close(),
  }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await failing.server.close(0, 0);
  const { promise, resolve } = Promise.withResolvers<void>();
  const { server, connect } = bench(() => {
    resolve();
    return new Promise(() => {});
  });
  const connection = await connect();
  await connection.write(REQUEST);
  await promise;
  await server.close(0, 0);
  assert.equal(await heard(connection), "");
});

Deno.test("who has asked before the end gets the answer, who has not is not waited for", async () => {
  const { promise: hasAsked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { server, connect } = bench(async () => {
    ask();
    await mayAnswer;
    return textAnswer(200, "hello");
  });
  const [idle, asking] = [await connect(), await connect()];
  await asking.write(REQUEST);
  await hasAsked;
  const end = server.close(0, 60_000);
  assert.equal(await heard(idle), "");
  answer();
  assert.match(await heard(asking), /hello\n$/);
  await end;
});
