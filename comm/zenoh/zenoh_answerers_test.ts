import assert from "node:assert/strict";
import { Libc } from "../../core/posix/libc.ts";
import { LocalZenohConfig } from "../testing/local_zenoh_config.ts";
import type { KeyOwner } from "../transport_error.ts";
import { keyOwnerText } from "./key_owner_text.ts";
import { nativeLibraryState } from "./native_library_state.ts";
import { NativeSession } from "./native_session.ts";
import type { ZenohMessage } from "./zenoh_session.ts";
import { ZenohTransport } from "./zenoh_transport.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const state = nativeLibraryState();

interface End {
  readonly session: NativeSession;
  readonly transport: ZenohTransport;
  readonly self: KeyOwner;
}

/** A manager that reaches two others, which do not reach each other, as when the network between them is down. */
function test(what: string, run: (manager: End, first: End, second: End) => Promise<void>): void {
  Deno.test({
    name: `answering sides over Zenoh: ${what}${state.available ? "" : ` (${state.reason})`}`,
    ignore: !state.available,
    async fn() {
      const folder = Deno.makeTempDirSync({ prefix: "uri-zenoh-" });
      const configs = new LocalZenohConfig(folder);
      const ends: End[] = [];
      try {
        for (const [i, description] of ["manager", "first", "second"].entries()) {
          const self = { pid: Deno.pid, description, host: "here", mark: i + 1 };
          const session = await NativeSession.open(configs.next(), "a test's", { mark: i + 1, notice() {} });
          ends.push({ session, transport: new ZenohTransport({ protocol: "zenoh", session, self }), self });
        }
        await run(ends[0], ends[1], ends[2]);
      } finally {
        for (const { transport } of ends.reverse()) await transport.close();
        Deno.removeSync(folder, { recursive: true });
      }
    },
  });
}

test("of two with one name none is asked, both are named", async (manager, first, second) => {
  const asked: string[] = [];
  for (const { session, transport, self } of [first, second]) {
    await transport.answer("arm/init", () => (asked.push(self.description), new Uint8Array([1])));
    await session.fence(); // the manager knows of it; one that comes in the same moment is not asked, as the question is for the other
  }
  await assert.rejects(
    () => manager.transport.query("arm/init", new Uint8Array(), { timeoutMs: 10_000 }),
    /2 processes answer there: (first .* and second|second .* and first) .*; wanted one\. Stop all but one/,
  );
  assert.deepEqual(asked, []);
});

test("when one of the two ends, the other one is asked", async (manager, first, second) => {
  await first.transport.answer("arm/init", () => new Uint8Array([1]));
  const leaving = await second.transport.answer("arm/init", () => new Uint8Array([2]));
  const asking = manager.transport.query("arm/init", new Uint8Array(), { timeoutMs: 10_000 });
  await leaving.release();
  assert.deepEqual(await asking, new Uint8Array([1]));
});

test("a question for one is not answered by another", async (manager, first) => {
  await first.transport.answer("arm/init", () => new Uint8Array([1]));
  await first.session.fence(); // the manager knows of it: a question by itself is asked once
  const ask = async (to: number | undefined) => {
    const answers: ZenohMessage[] = [];
    const attachment = keyOwnerText.attachment(manager.self, to === undefined ? {} : { to });
    const options = { timeoutMs: 5000, signal: new AbortController().signal };
    await manager.session.ask("arm/init", { payload: new Uint8Array(), attachment }, {
      ...options,
      onAnswer: (answer) => void answers.push(answer),
    });
    return answers.length;
  };
  assert.deepEqual([await ask(undefined), await ask(first.self.mark), await ask(99)], [1, 1, 0]);
});
