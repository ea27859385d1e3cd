// Another process with a ShmTransport: transport_agent_process.ts ROOT DESCRIPTION. It obeys lines of JSON and answers each with one.
import { ShmTransport } from "../shm/shm_transport.ts";
import type { Registration } from "../transport.ts";
import type { TransportError } from "../transport_error.ts";
import { pause } from "./pause.ts";
import { TextLineStream } from "./text_line_stream.ts";

const [root, description] = Deno.args;
const transport = new ShmTransport(description, root);
const made = new Map<string, Registration>();
const say = (answer: unknown) => void Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(answer)}\n`));

/** What it can be asked: each takes a key and something else. */
const work: Record<string, (key: string, ms: number) => unknown> = {
  publish: async (key) => void made.set(key, await transport.publish(key)),
  subscribe: async (key) => void made.set(key, await transport.subscribe(key)),
  token: async (key) => void made.set(key, await transport.declareToken(key)),
  answer: async (key, ms) =>
    void made.set(
      key,
      await transport.answer(key, async (payload) => {
        say("asked");
        await pause(ms);
        return payload;
      }),
    ),
  query: async (key, ms) => (await transport.query(key, new Uint8Array([1]), { timeoutMs: ms }))?.length ?? null,
  release: (key) => made.get(key)?.release(),
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
