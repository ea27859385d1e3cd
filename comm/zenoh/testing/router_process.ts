// A router as a process of its own: router_process.ts CONFIGURATION. It says what it is in one line of JSON, or why it is none, and ends with its
// input.
import { startRouter } from "../start_router.ts";

const say = (answer: unknown) => void Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(answer)}\n`));
try {
  const router = await startRouter(Deno.args[0], "a test's configuration");
  say(router);
  for await (const _ of Deno.stdin.readable);
  await router.close();
  say("closed");
} catch (error) {
  say({ error: (error as Error).message });
}
