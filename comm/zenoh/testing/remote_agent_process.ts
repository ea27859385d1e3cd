// A session over a router's remote API as a process of its own: remote_agent_process.ts URL TOKEN WATCHED. It declares the token, says what changes among
// the tokens that it watches and what it is noticed, and ends with its input.
import { openRemoteSession } from "../remote/open_remote_session.ts";

const [url, token, watched] = Deno.args;
const say = (text: string) => void Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
const session = await openRemoteSession(url, { mark: 1, notice: (level, text) => say(`${level} ${text}`) });
await session.declareToken(token);
await session.watchTokens(watched, (key, alive) => say(`${key} ${alive}`));
say("ready");
for await (const _ of Deno.stdin.readable);
await session.close();
