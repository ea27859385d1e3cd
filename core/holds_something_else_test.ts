import assert from "node:assert/strict";
import { holdsSomethingElse } from "./holds_something_else.ts";

Deno.test("holdsSomethingElse: a file that begins in another way, or is shorter, holds something else", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/file`;
    assert.equal(holdsSomethingElse(path, "ab"), false, "it is not there");
    for (const [text, is] of [["", false], ["ab", false], ["abc", false], ["a", true], ["xab", true]] as const) {
      await Deno.writeTextFile(path, text);
      assert.equal(holdsSomethingElse(path, "ab"), is, text);
      assert.equal(holdsSomethingElse(path, new Uint8Array([97, 98])), is, text);
    }
    for (const other of [folder, "/dev/null", "/dev/full", `${path}/below`]) {
      assert.equal(holdsSomethingElse(other, "ab"), false, other);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
