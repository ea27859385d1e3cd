import assert from "node:assert/strict";
import { eventually } from "../testing/eventually.ts";
import type { KeyOwner } from "../transport_error.ts";
import { keyOwnerText } from "./key_owner_text.ts";
import type { ZenohSession } from "./zenoh_session.ts";
import { ZenohTokenWatch } from "./zenoh_token_watch.ts";

const KEY = "uri/alive/arm/manager";
const owner = (pid: number): KeyOwner => ({ pid, description: `uri manager '${pid}.yaml'`, host: "pc", mark: pid });
const ownerToken = (pid: number) =>
  `@uri/own/token/${keyOwnerText.chunk(KEY)}/${keyOwnerText.chunk(JSON.stringify(owner(pid)))}/0`;

/** A watch on a session of the test, which tells it of tokens; `seen`: what the watch has told. */
async function watched() {
  const tell: ((key: string, alive: boolean) => void)[] = [];
  const session = {
    watchTokens(_: string, onChange: (key: string, alive: boolean) => void) {
      tell.push(onChange);
      return Promise.resolve({ release: () => Promise.resolve() });
    },
  } as unknown as ZenohSession;
  const seen: string[] = [];
  const watch = await ZenohTokenWatch.start(session, KEY, (alive, holder) => {
    seen.push(alive ? holder?.pid === 0 ? "nameless" : String(holder?.pid) : "gone");
  });
  const [owners, tokens] = tell;
  return {
    watch,
    seen,
    token: (alive: boolean) => tokens(KEY, alive),
    owner: (pid: number, alive: boolean) => owners(ownerToken(pid), alive),
  };
}

Deno.test("token watch: an owner is told when the token is there, and gone with either", async () => {
  const { watch, seen, token, owner } = await watched();
  owner(7, true);
  assert.deepEqual(seen, []);
  token(true);
  owner(7, false);
  owner(8, true);
  token(false);
  assert.deepEqual(seen, ["7", "gone", "8", "gone"]);
  await watch.stop();
});

Deno.test("token watch: a holder without a name stays while the token is there, whoever else comes and goes beside it", async () => {
  const { watch, seen, token, owner } = await watched();
  token(true);
  await eventually(() => seen.length === 1);
  owner(7, true);
  owner(7, false);
  token(false);
  assert.deepEqual(seen, ["nameless", "7", "nameless", "gone"]);
  token(true);
  owner(8, true);
  assert.deepEqual(seen.slice(4), ["8"]);
  await watch.stop();
});
