import assert from "node:assert/strict";
import { Libc } from "../../core/posix/libc.ts";
import { eventually } from "../testing/eventually.ts";
import { pause } from "../testing/pause.ts";
import { ScratchFolder } from "../testing/scratch_folder.ts";
import { TransportAgent } from "../testing/transport_agent.ts";
import { ShmTransport } from "./shm_transport.ts";

new Libc(); // opened here, so that no single test is found to have left it open

const FOREVER_MS = 1_000_000;

/** A transport, and the path of any of its files. */
function test(
  name: string,
  run: (t: ShmTransport, file: (name: string) => string, root: string) => Promise<void>,
): void {
  Deno.test(`shm, foreign programs: ${name}`, async () => {
    using folder = new ScratchFolder();
    const transport = new ShmTransport("the test", folder.path, 300);
    try {
      await run(transport, (file) => `${folder.path}/uri-${Deno.uid()}/${file}`, folder.path);
    } finally {
      await transport.close();
    }
  });
}

/** A query is answered; once more when a busy computer took longer over it than these tests grant. */
async function assertAnswers(transport: ShmTransport): Promise<void> {
  const abc = new TextEncoder().encode("abc");
  await eventually(async () => (await transport.query("q", abc, { timeoutMs: FOREVER_MS }))?.length === 3);
}

function frame(content: string | Uint8Array, length?: number): Uint8Array {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const whole = new Uint8Array(4 + bytes.length);
  new DataView(whole.buffer).setUint32(0, length ?? bytes.length, true);
  whole.set(bytes, 4);
  return whole;
}

/** Sends bytes and resolves to what comes back until the other side closes. */
async function exchange(path: string, ...parts: Uint8Array[]): Promise<Uint8Array> {
  const connection = await Deno.connect({ transport: "unix", path });
  const back: number[] = [];
  try {
    for (const part of parts) await connection.write(part);
    const piece = new Uint8Array(4096);
    for (let got = await connection.read(piece); got !== null; got = await connection.read(piece)) {
      back.push(...piece.subarray(0, got));
    }
  } catch {
    // reset by the other side: closed as well
  }
  connection.close();
  return new Uint8Array(back);
}

const asker = frame(JSON.stringify({ pid: 1, description: "foreign" }));
const garbage: [string, Uint8Array[]][] = [
  ["nothing", []],
  ["half a length", [new Uint8Array(2)]],
  ["a length beyond the limit", [frame("", 16 * 1024 * 1024 + 1)]],
  ["the largest length", [frame("", 0xffffffff)]],
  ["a length that is not kept", [asker, frame("short", 1_000_000)]],
  ["text", [new TextEncoder().encode("GET / HTTP/1.1\r\nHost: x\r\n\r\n")]],
  ["no JSON", [frame("{"), frame("x")]],
  ["JSON of another kind", [frame("null"), frame("x")]],
  ["an asker without a name", [frame('{"pid":1}'), frame("x")]],
  ["an asker without a number", [frame('{"pid":"1","description":"d"}'), frame("x")]],
  ["bytes that are no text", [frame(new Uint8Array([0xff, 0xfe, 0x80])), frame("x")]],
];

test("an answering side takes no notice of garbage, and answers on", async (transport, file) => {
  const payloads: string[] = [];
  await transport.answer("q", (payload) => (payloads.push(new TextDecoder().decode(payload)), payload));
  for (const [what, parts] of garbage) {
    assert.deepEqual(await exchange(file("q.query"), ...parts), new Uint8Array(), what);
    await assertAnswers(transport);
  }
  assert.ok(payloads.every((payload) => payload === "abc"), "garbage has reached the handler");
  assert.deepEqual(await exchange(file("q.query"), asker, frame("hello")), frame("hello"), "and the protocol is this");
});

test("a token takes no notice of garbage", async (transport, file) => {
  await transport.declareToken("t");
  const seen: boolean[] = [];
  await transport.watchToken("t", (alive) => void seen.push(alive));
  await eventually(() => seen.length === 1);
  for (const [what, parts] of garbage) {
    const connection = await Deno.connect({ transport: "unix", path: file("t.token") });
    for (const part of parts) await connection.write(part).catch(() => {});
    await pause(2);
    connection.close();
    assert.deepEqual(seen, [true], what);
  }
});

test("connections that say nothing are closed, and hold up no other", async (transport, file) => {
  await transport.answer("q", (payload) => payload);
  const slow = await Promise.all(
    Array.from({ length: 100 }, () => Deno.connect({ transport: "unix", path: file("q.query") })),
  );
  await slow[0].write(asker.subarray(0, 3)).catch(() => {}); // on a busy computer it is closed already
  await assertAnswers(transport);
  for (const connection of slow) {
    assert.equal(await connection.read(new Uint8Array(1)).catch(() => null), null);
    connection.close();
  }
});

test("more connections than anybody needs are closed, and the service goes on", async (transport, file) => {
  await transport.declareToken("t");
  const many = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const connection = await Deno.connect({ transport: "unix", path: file("t.token") });
      const greeted = (await connection.read(new Uint8Array(100)).catch(() => null)) !== null;
      return { connection, greeted };
    }),
  );
  assert.equal(many.filter(({ greeted }) => greeted).length, 256);
  for (const { connection } of many) connection.close();
  const seen: boolean[] = [];
  await transport.watchToken("t", (alive) => void seen.push(alive));
  await eventually(() => seen.length === 1);
});

test(
  "a watch of what is no token stays silent, keeps no descriptor, and finds the token that comes later",
  async (transport, file) => {
    const greetings = [frame("{"), frame("null"), frame('{"pid":1}'), frame("", 0xffffffff), new Uint8Array([1, 2])];
    const listener = Deno.listen({ transport: "unix", path: file("t.token") });
    let connections = 0;
    const serving = (async () => {
      for await (const connection of listener) {
        await connection.write(greetings[connections++ % greetings.length]).catch(() => {});
        connection.close();
      }
    })();
    const seen: boolean[] = [];
    await transport.watchToken("t", (alive) => void seen.push(alive));
    await eventually(() => connections >= greetings.length);
    const files = () => [...Deno.readDirSync("/proc/self/fd")].length;
    const before = files();
    const until = connections + 3 * greetings.length;
    await eventually(() => connections >= until);
    assert.ok(files() <= before + 2, `${before} files before, ${files()} after`);
    assert.deepEqual(seen, []);
    listener.close();
    await serving;
    await transport.declareToken("t");
    await eventually(() => seen.length === 1);
  },
);

test("an asking side takes what is no answer for none", async (transport, file) => {
  for (const answer of [new Uint8Array(), new Uint8Array(3), frame("", 0xffffffff), frame("half", 1000)]) {
    const listener = Deno.listen({ transport: "unix", path: file("q.query") });
    const asking = transport.query("q", new Uint8Array(2), { timeoutMs: FOREVER_MS });
    const connection = await listener.accept();
    await connection.read(new Uint8Array(1000));
    if (answer.length > 0) await connection.write(answer);
    connection.close();
    listener.close();
    assert.equal(await asking, undefined);
  }
});

test("an asking side asks again when the connection ends before the query is out", async (transport, file) => {
  const listener = Deno.listen({ transport: "unix", path: file("q.query") });
  const payload = new Uint8Array(8 * 1024 * 1024); // more than the kernel takes without a reader
  const asking = transport.query("q", payload, { timeoutMs: FOREVER_MS });
  (await listener.accept()).close();
  (await listener.accept()).close();
  listener.close();
  await transport.answer("q", (got) => new Uint8Array([got.length / 1024 / 1024]));
  assert.deepEqual(await asking, new Uint8Array([8]));
});

test("an exception of a watcher's callback is an uncaught error of the process, and the watch goes on", async (transport) => {
  const errors: string[] = [];
  const catchError = (event: ErrorEvent) => {
    event.preventDefault();
    errors.push(event.message);
  };
  globalThis.addEventListener("error", catchError);
  try {
    const seen: boolean[] = [];
    await transport.watchToken("t", (alive) => {
      seen.push(alive);
      throw new RangeError("broken callback");
    });
    const token = await transport.declareToken("t");
    await eventually(() => seen.length === 1);
    await token.release();
    await eventually(() => seen.length === 2);
    assert.deepEqual(seen, [true, false]);
    assert.equal(errors.length, 2);
    assert.match(errors[0], /broken callback/);
  } finally {
    globalThis.removeEventListener("error", catchError);
  }
});

test("a process with too many open files rests, and goes on when there is room", async (_, file, root) => {
  await using agent = await TransportAgent.start(root, "short of files", ["prlimit", "--nofile=60:60"]);
  assert.deepEqual(await agent.do("token", "t"), { result: null });
  const connections = await Promise.all(
    Array.from({ length: 100 }, () => Deno.connect({ transport: "unix", path: file("t.token") })),
  );
  const { pid } = agent.process;
  await eventually(() => [...Deno.readDirSync(`/proc/${pid}/fd`)].length >= 60);
  const startTicks = cpuTicks(pid), start = performance.now();
  await pause(1000);
  const share = (cpuTicks(pid) - startTicks) * 10 / (performance.now() - start);
  assert.ok(share < 0.5, `it uses ${(100 * share).toFixed()} % of a processor`);
  for (const connection of connections) connection.close();
  const late = await Deno.connect({ transport: "unix", path: file("t.token") });
  assert.ok(await late.read(new Uint8Array(100)) !== null, "it accepts again");
  late.close();
});

/** Time of the processor that a process has used [10 ms]. */
function cpuTicks(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).replace(/^.*\) /s, "").split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
