import assert from "node:assert/strict";
import fc from "fast-check";
import { skipUnless } from "../tests/skip_unless.ts";
import { isPrivateGroup } from "./is_private_group.ts";
import { trustPath } from "./trust_path.ts";

const me = Deno.uid()!;

/** A folder `a/b` with `m.js` in it. */
async function place(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "uri trust " }));
  try {
    Deno.mkdirSync(`${folder}/a/b`, { recursive: true });
    Deno.writeTextFileSync(`${folder}/a/b/m.js`, "");
    for (const name of ["a", "a/b"]) Deno.chmodSync(`${folder}/${name}`, 0o755);
    Deno.chmodSync(`${folder}/a/b/m.js`, 0o644);
    await test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

async function fault(path: string, user = me): Promise<string> {
  const result = await trustPath(path, user);
  return "fault" in result ? result.fault : "";
}

Deno.test("trust path: what nobody else can change is trusted, as its real path", async () => {
  await place(async (folder) => {
    Deno.symlinkSync("a", `${folder}/link`);
    Deno.symlinkSync(`${folder}/link/b/m.js`, `${folder}/n.js`);
    for (const way of ["a/b/m.js", "link/b/m.js", "n.js", "a/../link/./b//m.js"]) {
      assert.deepEqual(await trustPath(`${folder}/${way}`), { path: `${folder}/a/b/m.js` });
    }
    assert.deepEqual(await trustPath(`${folder}/link/`), { path: `${folder}/a` });
    assert.deepEqual(await trustPath("/"), { path: "/" });
    await assert.rejects(trustPath(`${folder}/nothing.js`), Deno.errors.NotFound);
  });
});

Deno.test("trust path: a file, its folder, or any folder above that others can write is told, with the command that mends it", async () => {
  for (const [part, mode] of [["a/b/m.js", 0o666], ["a/b/m.js", 0o1666], ["a/b", 0o777], ["a", 0o777]] as const) {
    await place(async (folder) => {
      Deno.chmodSync(`${folder}/${part}`, mode);
      const path = `${folder}/${part}`;
      assert.equal(
        await fault(`${folder}/a/b/m.js`),
        `'${path}' can be written by everybody; do chmod o-w '${path}'`,
      );
    });
  }
});

Deno.test({
  name: "trust path: what a group can write is told, unless the group is the owner's alone",
  ignore: skipUnless(me === 0, "root is needed, to give files to another group"),
  fn: async () => {
    for (const [part, mode] of [["a/b/m.js", 0o664], ["a/b", 0o775], ["a", 0o775]] as const) {
      await place(async (folder) => {
        Deno.chownSync(`${folder}/${part}`, 0, 4_000_000);
        Deno.chmodSync(`${folder}/${part}`, mode);
        const text = await fault(`${folder}/a/b/m.js`);
        assert.match(text, /' can be written by its group; do chmod g-w '/);
        assert.ok(text.includes(`'${folder}/${part}'`));
        Deno.chownSync(`${folder}/${part}`, 0, 0);
        assert.equal(await fault(`${folder}/a/b/m.js`) === "", isPrivateGroup(0, 0));
      });
    }
  },
});

Deno.test("trust path: a folder for the files of many, as /tmp is, is left to them", async () => {
  await place(async (folder) => {
    const part = `${folder}/a/b`;
    Deno.chmodSync(part, 0o1777);
    const what = `'${part}' can be written by everybody`;
    assert.equal(await fault(`${part}/m.js`), `${what}; move it to a folder of its own`);
    assert.equal(await fault(part), `${what}; name a folder of your own instead`);
    if (me !== 0) return;
    Deno.chownSync(part, 0, 4_000_000);
    Deno.chmodSync(part, 0o1775);
    assert.equal(await fault(`${part}/m.js`), `'${part}' can be written by its group; move it to a folder of its own`);
  });
});

Deno.test("trust path: the sticky bit keeps what is below from being replaced, so it is enough above the last folder", async () => {
  await place(async (folder) => {
    Deno.chmodSync(`${folder}/a`, 0o1777);
    assert.equal(await fault(`${folder}/a/b/m.js`), "");
    assert.match(await fault(`${folder}/a`), /everybody/, "in the folder itself everybody could put a module");
  });
});

Deno.test("trust path: a link counts with the folder in which it stands, and links in a ring end", async () => {
  await place(async (folder) => {
    Deno.mkdirSync(`${folder}/open`);
    Deno.chmodSync(`${folder}/open`, 0o777);
    Deno.symlinkSync("../a/b", `${folder}/open/way`);
    Deno.symlinkSync("open/way", `${folder}/start`);
    assert.match(await fault(`${folder}/start/m.js`), /open' can be written by everybody/);
    Deno.symlinkSync("ring", `${folder}/ring`);
    assert.match(await fault(`${folder}/ring/m.js`), /leads through more than 40 links/);
  });
});

Deno.test({
  name: "trust path: a file, a folder or a link of another user is told; root's are trusted by everybody",
  ignore: skipUnless(me === 0, "root is needed, to give files away"),
  fn: async () => {
    for (const part of ["a/b/m.js", "a/b", "a"]) {
      await place(async (folder) => {
        Deno.chownSync(`${folder}/${part}`, 1234, 0);
        assert.match(await fault(`${folder}/a/b/m.js`), /' belongs to the user 1234, wanted root; do chown root '/);
        assert.equal(await fault(`${folder}/a/b/m.js`, 1234), "");
        assert.match(await fault(`${folder}/a/b/m.js`, 99), /wanted root, or the user 99 of this process/);
      });
    }
    await place(async (folder) => {
      Deno.chmodSync(`${folder}/a`, 0o1777);
      Deno.symlinkSync("b", `${folder}/a/theirs`);
      await new Deno.Command("chown", { args: ["-h", "1234", `${folder}/a/theirs`] }).output();
      assert.match(await fault(`${folder}/a/theirs/m.js`), /theirs' belongs to the user 1234/);
    });
  },
});

Deno.test("trust path: whatever the modes, nothing passes that somebody else can change", async () => {
  await place(async (folder) => {
    const mode = fc.integer({ min: 0, max: 0o7777 }).map((bits) => bits | 0o700);
    await fc.assert(
      fc.asyncProperty(mode, mode, mode, async (above, last, file) => {
        Deno.chmodSync(`${folder}/a`, above);
        Deno.chmodSync(`${folder}/a/b`, last);
        Deno.chmodSync(`${folder}/a/b/m.js`, file);
        const others = isPrivateGroup(Deno.gid()!, me) ? 0o002 : 0o022;
        const isSafe = ((above & others) === 0 || (above & 0o1000) !== 0) && ((last | file) & others) === 0;
        assert.equal(await fault(`${folder}/a/b/m.js`) === "", isSafe);
      }),
      { numRuns: 200 },
    );
    for (const part of ["a", "a/b", "a/b/m.js"]) Deno.chmodSync(`${folder}/${part}`, 0o700);
  });
});
