import assert from "node:assert/strict";
import { Libc } from "../../core/posix/libc.ts";
import { ShmTransport } from "./shm_transport.ts";

new Libc(); // opened here, so that no single test is found to have left it open

/** Runs `use` with a transport in a folder of its own, and the folder in which its files lie. */
async function inFolder(use: (transport: ShmTransport, folder: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir();
  const transport = new ShmTransport("test", root);
  try {
    await use(transport, `${root}/uri-${new Libc().call.getuid()}`);
  } finally {
    await transport.close();
    await Deno.remove(root, { recursive: true });
  }
}

const DECLARATIONS: readonly [string, (transport: ShmTransport) => Promise<unknown>][] = [
  ["publisher", (transport) => transport.publish("arm/state")],
  ["answering side", (transport) => transport.answer("arm/init", () => new Uint8Array())],
  ["token", (transport) => transport.declareToken("uri/alive/arm/interface")],
];

for (const [what, declare] of DECLARATIONS) {
  Deno.test(`shm: a ${what} whose files were removed knows that it may no longer be the only one`, async () => {
    await inFolder(async (transport, folder) => {
      await declare(transport);
      assert.equal(transport.fault(), "");
      await Deno.remove(folder, { recursive: true });
      assert.match(transport.fault(), /were removed .* another process may take its place; start again/);
    });
  });
}

Deno.test("shm: what was released is no fault when its files are gone", async () => {
  await inFolder(async (transport) => {
    const token = await transport.declareToken("uri/alive/arm/interface");
    await token.release();
    assert.equal(transport.fault(), "");
  });
});
