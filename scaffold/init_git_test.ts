import assert from "node:assert/strict";
import { skipUnless } from "../tests/skip_unless.ts";
import { initGit } from "./init_git.ts";

const hasGit = await new Deno.Command("git", { args: ["--version"] }).output().then(() => true, () => false);

/** A folder, with a program `git` of its own when `script` is given. */
async function inFolder(script: string | undefined, work: (folder: string, path: string) => Promise<void>) {
  const folder = Deno.makeTempDirSync({ prefix: "uri git " });
  try {
    Deno.mkdirSync(`${folder}/bin`);
    Deno.mkdirSync(`${folder}/project`);
    if (script !== undefined) Deno.writeTextFileSync(`${folder}/bin/git`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await work(`${folder}/project`, `${folder}/bin`);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test({
  name: "a repository is made in the folder, without a commit, wherever variables lead git",
  ignore: skipUnless(hasGit, "git is not installed"),
  async fn() {
    await inFolder(undefined, async (folder) => {
      const environment = { ...Deno.env.toObject(), GIT_DIR: "/nowhere/.git", GIT_WORK_TREE: "/nowhere" };
      assert.equal(await initGit(folder, environment), "initialized (no commit yet)");
      assert.ok(Deno.statSync(`${folder}/.git/HEAD`).isFile);
      const log = await new Deno.Command("git", { args: ["log"], cwd: folder }).output();
      assert.equal(log.success, false);
    });
  },
});

Deno.test("without git on the PATH nothing is done, and it is told", async () => {
  await inFolder(undefined, async (folder, path) => {
    assert.equal(await initGit(folder, { PATH: path }), "skipped (git not found on PATH)");
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  });
});

Deno.test("a git that fails is told with its first line", async () => {
  await inFolder("echo 'fatal: no' >&2; echo more >&2; exit 128", async (folder, path) => {
    assert.equal(await initGit(folder, { PATH: path }), "skipped (git init failed: fatal: no)");
  });
  await inFolder("exit 1", async (folder, path) => {
    assert.equal(await initGit(folder, { PATH: path }), "skipped (git init failed)");
  });
});

Deno.test("git is asked for nothing: it reads no input, and may not prompt", async () => {
  await inFolder('read -r line && exit 9; [ "$GIT_TERMINAL_PROMPT" = 0 ]', async (folder, path) => {
    assert.equal(await initGit(folder, { PATH: path }), "initialized (no commit yet)");
  });
});
