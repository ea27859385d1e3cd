import assert from "node:assert/strict";
import { findPageOpener } from "./find_page_opener.ts";

/** The opener of a place whose environment has these variables. */
function opener(variables: Record<string, string>, isTerminal = true) {
  return findPageOpener({ isTerminal, environment: new Map(Object.entries(variables)) });
}

Deno.test("a page is opened for somebody at a desktop, and nowhere else", () => {
  assert.equal(typeof opener({ DISPLAY: ":0" }), "function");
  assert.equal(typeof opener({ WAYLAND_DISPLAY: "wayland-0" }), "function");
  assert.equal(opener({}), undefined, "no desktop");
  assert.equal(opener({ DISPLAY: "" }), undefined);
  assert.equal(opener({ DISPLAY: ":0" }, false), undefined, "a pipe, or a test");
  assert.equal(opener({ DISPLAY: "localhost:10.0", SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22" }), undefined);
});

Deno.test("the page is opened by the desktop's own program; without it nothing happens", async () => {
  const folder = Deno.makeTempDirSync({ prefix: "uri opener " });
  const path = Deno.env.get("PATH") ?? "";
  try {
    Deno.writeTextFileSync(
      `${folder}/xdg-open`,
      `#!/bin/sh\necho "$@" >"${folder}/new"\nmv "${folder}/new" "${folder}/said"\n`,
      {
        mode: 0o755,
      },
    );
    Deno.env.set("PATH", `${folder}:${path}`);
    opener({ DISPLAY: ":0" })!("http://localhost:8765/");
    for (let i = 0; i < 2000; i++) {
      if (exists(`${folder}/said`)) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assert.equal(Deno.readTextFileSync(`${folder}/said`), "http://localhost:8765/\n");
    Deno.env.set("PATH", "/nowhere");
    opener({ DISPLAY: ":0" })!("http://localhost:8765/");
  } finally {
    Deno.env.set("PATH", path);
    Deno.removeSync(folder, { recursive: true });
  }
});

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
