// Another process with a ShmTransport: transport_agent_process.ts ROOT DESCRIPTION. It obeys lines of JSON and answers each with one.
import { ShmTransport } from "../shm/shm_transport.ts";
import type { Registration } from "../transport.ts";
import type { TransportError } from "../transport_error.ts";
import { pause } from "./pause.ts";
import { TextLineStream } from "./text_line_stream.ts";

const [root, description] = Deno.args;
const transport = new ShmTransport(description, root);
const made = new Map<string, Registration>(); // the last one of each key
const all: Registration[] = [];
const say = (answer: unknown) => void Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(answer)}\n`));

function keep(key: string, registration: Registration): void {
  made.set(key, registration);
  all.push(registration);
}

/** What it can be asked: each takes a key and something else. */
const work: Record<string, (key: string, ms: number) => unknown> = {
  publish: async (key) => keep(key, await transport.publish(key)),
  subscribe: async (key) => keep(key, await transport.subscribe(key)),
  token: async (key) => keep(key, await transport.declareToken(key)),
  answer: async (key, ms) => {
    const handler = async (payload: Uint8Array) => {
      say("asked");
      await pause(ms);
      return payload;
    };
    keep(key, await transport.answer(key, handler));
  },
  query: async (key, ms) => (await transport.query(key, new Uint8Array([1]), { timeoutMs: ms }))?.length ?? null,
  release: (key) => made.get(key)?.release(),
  "release all": async () => {
    for (const each of all.splice(0)) await each.release();
  },
};

say("ready");
for await (const line of Deno.stdin.readable.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream())) {
  const { what, key, ms } = JSON.parse(line);
  try {
    say({ result: await work[what](key, ms) ?? null });
  } catch (error) {
    const { kind, message, owner } = error as TransportError;
    say({ kind, message, owner });
  }
}
await transport.close();
