import assert from "node:assert/strict";
import { ProcessKeeper } from "./process_keeper.ts";
import { Libc } from "./posix/libc.ts";

const SYMBOLS = {
  fesetround: { parameters: ["i32"], result: "i32" },
  feenableexcept: { parameters: ["i32"], result: "i32" },
  fegetexcept: { parameters: [], result: "i32" },
  fegetround: { parameters: [], result: "i32" },
} as const;
const math = Deno.dlopen("libm.so.6", SYMBOLS).symbols;
const libc = new Libc();
new ProcessKeeper(); // opens what it needs here, so that no single test is found to have left it open

const IGNORE = new Uint8Array(152);
IGNORE[0] = 1; // SIG_IGN
const handler = (signal: number) => {
  const action = new Uint8Array(152);
  libc.call.sigaction_read(signal, null, action);
  return new DataView(action.buffer).getBigUint64(0, true);
};

Deno.test("process keeper: what nobody has changed is left alone", () => {
  const keeper = new ProcessKeeper();
  assert.deepEqual(keeper.giveBack(), []);
  assert.deepEqual(keeper.giveBack(), []);
});

Deno.test("process keeper: each signal that somebody takes is given back, and told once", () => {
  for (const [signal, name] of [[1, "SIGHUP"], [2, "SIGINT"], [15, "SIGTERM"], [13, "SIGPIPE"]] as const) {
    const before = handler(signal);
    const keeper = new ProcessKeeper();
    const other = before === 1n ? new Uint8Array(152) : IGNORE;
    libc.call.sigaction(signal, other, new Uint8Array(152));
    assert.notEqual(handler(signal), before);
    const texts = keeper.giveBack();
    assert.equal(texts.length, 1);
    assert.match(texts[0], new RegExp(`^has taken the signal ${name} for itself: given back, as it `));
    assert.equal(handler(signal), before);
    assert.deepEqual(keeper.giveBack(), []);
  }
});

Deno.test("process keeper: the arithmetic of the thread is set back", () => {
  const keeper = new ProcessKeeper();
  const DIVIDE_BY_ZERO = Deno.build.arch === "aarch64" ? 2 : 4;
  const UPWARD = Deno.build.arch === "aarch64" ? 0x400000 : 0x800;
  math.fesetround(UPWARD);
  const rounded = keeper.giveBack();
  assert.deepEqual([math.fegetround(), rounded.length], [0, 1]);
  assert.match(rounded[0], /^has changed how numbers are rounded in the control thread: set back/);
  math.feenableexcept(DIVIDE_BY_ZERO);
  const enabled = math.fegetexcept(); // not every processor of aarch64 has exceptions
  const texts = keeper.giveBack();
  assert.equal(math.fegetexcept(), 0);
  if (enabled !== 0) assert.match(texts.join(), /^has enabled floating-point exceptions in .* end it by SIGFPE$/);
  assert.equal(1 / Number("0"), Infinity);
  assert.deepEqual(keeper.giveBack(), []);
});
