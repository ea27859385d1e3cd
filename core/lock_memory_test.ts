import assert from "node:assert/strict";
import { skipUnless } from "../tests/skip_unless.ts";
import { lockMemory } from "./lock_memory.ts";
import { Libc } from "./posix/libc.ts";
import { PosixError } from "./posix/posix_error.ts";
import { setTimerSlack } from "./set_timer_slack.ts";
import { TestScript } from "./test_script.ts";

new Libc(); // opened here, so that no single test is found to have left it open

/** Locked memory of this process [kB]. */
function lockedKb(): number {
  return Number(/VmLck:\s*(\d+)/.exec(Deno.readTextFileSync("/proc/self/status"))![1]);
}

Deno.test("lock memory: the pages are locked, whatever kind of buffer they belong to", () => {
  for (const buffer of [new ArrayBuffer(64 * 1024), new SharedArrayBuffer(64 * 1024)]) {
    const before = lockedKb();
    assert.equal(lockMemory(new Uint8Array(buffer)), "");
    assert.ok(lockedKb() - before >= 64, `${before} -> ${lockedKb()}`);
  }
});

Deno.test("lock memory: a part of a buffer is enough", () => {
  assert.equal(lockMemory(new Uint8Array(new ArrayBuffer(100_000), 12_345, 1)), "");
});

Deno.test({
  name: "lock memory: over the limit, it tells size, error and remedy",
  ignore: skipUnless(Deno.uid() === 0, "root is needed, to become a user with a limit"),
  fn: async () => {
    const script = new TestScript(
      `import { lockMemory } from "./lock_memory.ts";
       console.log(lockMemory(new Uint8Array(1_000_000)));`,
      { before: ["sh", "-c", 'ulimit -l 16; exec "$@"', "sh"], asNobody: true },
    );
    const { code, out, err } = await script.run();
    assert.equal(code, 0, err);
    assert.match(out, /^mlock of 1000000 bytes: ENOMEM: .*; raise memlock in \/etc\/security\/limits\.conf\n$/);
  },
});

Deno.test("timer slack: the calling thread has the least there is", async () => {
  const script = new TestScript(
    `import { setTimerSlack } from "./set_timer_slack.ts";
     setTimerSlack();
     const thread = Deno.readLinkSync("/proc/thread-self").split("/").at(-1);
     console.log(Deno.readTextFileSync("/proc/" + thread + "/timerslack_ns").trim());`,
  );
  const { out, err } = await script.run();
  // Threads of a real-time class have none at all.
  assert.ok(["0", "1"].includes(out.trim()), out + err);
  setTimerSlack(); // twice does no harm
  setTimerSlack();
});

Deno.test("libc: a failed call leaves its number, and becomes an error that names call, subject and number", () => {
  const libc = new Libc();
  const path = new TextEncoder().encode("/nonexistent/file\0");
  const descriptor = libc.call.open(path, 0, 0);
  assert.equal(descriptor, -1);
  assert.equal(libc.errno(), 2);
  assert.throws(() => libc.unwrap("open", libc.call.open(path, 0, 0), "/nonexistent/file"), (error) => {
    assert.ok(error instanceof PosixError);
    assert.deepEqual([error.call, error.errno], ["open", 2]);
    assert.equal(error.message, "open of /nonexistent/file: ENOENT: no such file or directory");
    return true;
  });
  assert.equal(libc.unwrap("getuid", libc.call.getuid()), Deno.uid());
  assert.equal(PosixError.text(9999), "errno 9999");
});
