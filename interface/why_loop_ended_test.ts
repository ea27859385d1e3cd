import assert from "node:assert/strict";
import { InterfaceBlock } from "./interface_block.ts";
import { whyLoopEnded } from "./why_loop_ended.ts";

Deno.test("why a loop has ended: what it says itself, then what was known, then that it does not return", () => {
  const flags = new Int32Array(8);
  const why = (ofLoop: string | undefined, known: string) => whyLoopEnded("D", ofLoop, known, flags, 4000);
  assert.equal(why("sync(): broken", "the token is lost"), "driver 'D' sync(): broken");
  assert.equal(why("", "the token is lost"), "the token is lost");
  assert.equal(why("", ""), "");
  assert.equal(why(undefined, "sync() hangs"), "sync() hangs");
  assert.equal(why(undefined, ""), "driver 'D' did not return from sync() within 4 s of the stop");
  flags[InterfaceBlock.CLOSING] = 1;
  assert.match(why(undefined, ""), /from being closed/);
});
