import assert from "node:assert/strict";
import { INSTALL_MANIFEST_PATH, installManifest } from "./install_manifest.ts";
import { layOut } from "./lay_out.ts";
import { takeAway } from "./take_away.ts";

const ROUTER = "share/unified_robot_interface/zenoh_router.json5";
const FILES = { "include/uri_driver.h": "// header\n", [ROUTER]: "{}\n", "share/man/man1/uri.1": ".TH URI\n" };

/** A prefix in a folder with a blank, and programs to install there. */
class Bench {
  readonly folder = Deno.makeTempDirSync({ prefix: "uri install " });
  readonly prefix = `${this.folder}/opt`;

  install(files: Record<string, string> = FILES, { program = "one", force = false } = {}) {
    const executable = `${this.folder}/program`;
    Deno.writeTextFileSync(executable, program);
    const encoder = new TextEncoder();
    const list = Object.entries(files).map(([path, text]) => ({ path, content: encoder.encode(text) }));
    return layOut({ prefix: this.prefix, executable, files: list, force });
  }

  read(path: string): string {
    return Deno.readTextFileSync(`${this.prefix}/${path}`);
  }

  write(path: string, text: string): void {
    Deno.mkdirSync(`${this.prefix}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    Deno.writeTextFileSync(`${this.prefix}/${path}`, text);
  }

  /** All files and folders of the prefix. */
  tree(folder = ""): string[] {
    return [...Deno.readDirSync(`${this.prefix}/${folder}`)].flatMap(({ name, isDirectory }) =>
      isDirectory ? [`${folder}${name}/`, ...this.tree(`${folder}${name}/`)] : [`${folder}${name}`]
    ).sort();
  }

  exists(path = ""): boolean {
    try {
      return Deno.lstatSync(`${this.prefix}/${path}`) !== undefined;
    } catch {
      return false;
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.folder, { recursive: true });
  }
}

Deno.test("an installation has its files and the folders of the plugins, and is taken away without a trace", () => {
  using bench = new Bench();
  const result = bench.install();
  assert.deepEqual([result.before, result.count, result.saved, result.kept], [undefined, 5, [], []]);
  assert.deepEqual(bench.tree().filter((path) => !path.endsWith("/")), [
    "bin/uri",
    "include/uri_driver.h",
    "share/man/man1/uri.1",
    INSTALL_MANIFEST_PATH,
    ROUTER,
  ]);
  for (const folder of ["lib/robot_interface/", "lib/robot_controller/"]) assert.ok(bench.tree().includes(folder));
  const { removed, changed, filled } = takeAway(bench.prefix);
  assert.deepEqual([removed, changed, filled], [5, [], []]);
  assert.equal(bench.exists(), false);
});

Deno.test("modes do not depend on the user's mask", () => {
  using bench = new Bench();
  const mask = Deno.umask(0o077);
  try {
    bench.install();
  } finally {
    Deno.umask(mask);
  }
  const mode = (path: string) => (Deno.statSync(`${bench.prefix}/${path}`).mode! & 0o777).toString(8);
  assert.deepEqual(
    [".", "bin", "bin/uri", "include/uri_driver.h", INSTALL_MANIFEST_PATH, "lib/robot_interface"].map(mode),
    ["755", "755", "755", "644", "644", "755"],
  );
});

Deno.test("what others have put there stays: drivers, changed files, folders that were there", () => {
  using bench = new Bench();
  bench.write("bin/other", "other");
  bench.install();
  bench.write("lib/robot_interface/libmine.so", "driver");
  bench.write("include/uri_driver.h", "// changed\n");
  Deno.removeSync(`${bench.prefix}/share/man/man1/uri.1`);
  Deno.symlinkSync("other", `${bench.prefix}/bin/link`);
  const { removed, changed, filled } = takeAway(bench.prefix);
  assert.deepEqual([removed, changed], [3, ["include/uri_driver.h"]]);
  assert.deepEqual(filled, ["include", "lib", "lib/robot_interface"]);
  assert.deepEqual(bench.tree(), [
    "bin/",
    "bin/link",
    "bin/other",
    "include/",
    "include/uri_driver.h",
    "lib/",
    "lib/robot_interface/",
    "lib/robot_interface/libmine.so",
  ]);
});

Deno.test("a newer version replaces, and removes what it no longer has", () => {
  using bench = new Bench();
  bench.install({ ...FILES, "share/old/a.txt": "old", "share/old/b.txt": "old" });
  bench.write("share/old/b.txt", "somebody's");
  bench.write("lib/robot_interface/libmine.so", "driver");
  const result = bench.install({ ...FILES, "include/uri_driver.h": "// newer\n" }, { program: "two" });
  assert.ok(result.before !== undefined && result.replacedExecutable);
  assert.equal(bench.read("bin/uri"), "two");
  assert.equal(bench.read("include/uri_driver.h"), "// newer\n");
  assert.equal(bench.exists("share/old/a.txt"), false);
  assert.equal(bench.read("share/old/b.txt"), "somebody's");
  assert.equal(bench.read("lib/robot_interface/libmine.so"), "driver");
  Deno.removeSync(`${bench.prefix}/share/old/b.txt`);
  bench.install();
  assert.equal(bench.exists("share/old"), false);
});

Deno.test("the same program stays the same file, with the rights that it was given", () => {
  using bench = new Bench();
  bench.install();
  const { ino } = Deno.statSync(`${bench.prefix}/bin/uri`);
  assert.equal(bench.install().replacedExecutable, false);
  assert.equal(Deno.statSync(`${bench.prefix}/bin/uri`).ino, ino);
  bench.install(FILES, { program: "two" });
  assert.notEqual(Deno.statSync(`${bench.prefix}/bin/uri`).ino, ino);
});

Deno.test("a changed file is kept beside the new one, and a changed configuration stays in force", () => {
  using bench = new Bench();
  bench.install();
  bench.write("include/uri_driver.h", "// mine\n");
  bench.write(ROUTER, "{ mine: 1 }\n");
  const newer = { ...FILES, "include/uri_driver.h": "// newer\n", [ROUTER]: "{ newer: 1 }\n" };
  for (const turn of ["first", "second"]) {
    const { saved, kept } = bench.install(newer);
    const path = "include/uri_driver.h";
    assert.deepEqual(saved, turn === "first" ? [{ path, as: `${path}.saved` }] : []);
    assert.deepEqual(kept, [{ path: ROUTER, fresh: `${ROUTER}.new` }]);
  }
  assert.equal(bench.read("include/uri_driver.h"), "// newer\n");
  assert.equal(bench.read("include/uri_driver.h.saved"), "// mine\n");
  assert.equal(bench.read(ROUTER), "{ mine: 1 }\n");
  assert.equal(bench.read(`${ROUTER}.new`), "{ newer: 1 }\n");
  // Put back to what it was: an ordinary file again.
  bench.write(ROUTER, "{}\n");
  assert.deepEqual(bench.install(newer).kept, []);
  assert.equal(bench.read(ROUTER), "{ newer: 1 }\n");
  assert.equal(bench.exists(`${ROUTER}.new`), false);
});

Deno.test("files of others in the way: nothing is changed without force", () => {
  using bench = new Bench();
  bench.write("bin/uri", "another program");
  bench.write("share/man/man1/uri.1", ".TH URI\n"); // the same as ours: no difference to anybody
  const before = bench.tree();
  assert.throws(() => bench.install(), {
    name: "RunFailure",
    message: /files of others .*\(bin\/uri\), none were wanted; .*--force/,
  });
  assert.deepEqual(bench.tree(), before);
  bench.install(FILES, { force: true });
  assert.equal(bench.read("bin/uri"), "one");
});

Deno.test("a link in the place of a file is replaced, and what it leads to stays", () => {
  using bench = new Bench();
  bench.install();
  bench.write("elsewhere", "theirs");
  Deno.removeSync(`${bench.prefix}/bin/uri`);
  Deno.symlinkSync("../elsewhere", `${bench.prefix}/bin/uri`);
  bench.install();
  assert.ok(Deno.lstatSync(`${bench.prefix}/bin/uri`).isFile);
  assert.equal(bench.read("elsewhere"), "theirs");
});

Deno.test("an installation that was interrupted can be repeated, and taken away", () => {
  using bench = new Bench();
  bench.install({ ...FILES, "share/old.txt": "old" });
  // A folder where a file should go ends the second one in the middle.
  Deno.mkdirSync(`${bench.prefix}/include/zz`);
  const newer = { ...FILES, "include/uri_driver.h": "// newer\n", "include/zz": "new" };
  assert.throws(() => bench.install(newer, { program: "two", force: true }));
  const paths = installManifest(bench.prefix)!.files.map(({ path }) => path);
  assert.equal(paths.filter((path) => path === "bin/uri").length, 2);
  assert.ok(!bench.tree().some((path) => path.includes(".uri-")), "no temporary file stays");
  const { changed, filled } = takeAway(bench.prefix);
  assert.deepEqual([changed, filled], [["include/zz"], [".", "include"]]);
});

Deno.test("what an installation that was killed has left half written goes with the next one, or when it is taken away", () => {
  using bench = new Bench();
  bench.install();
  const others = ["bin/other.uri-0123abcd", "bin/uri.uri-notours"];
  const leave = () => ["bin/uri.uri-0123abcd", ...others].forEach((path) => bench.write(path, "half"));
  leave();
  bench.install();
  assert.deepEqual(bench.tree().filter((path) => path.includes(".uri-")), others);
  leave();
  takeAway(bench.prefix);
  assert.deepEqual(bench.tree(), ["bin/", ...others]);
});

Deno.test("a list of files that leads out of the prefix, or is damaged, is refused", () => {
  using bench = new Bench();
  bench.install();
  const victim = `${bench.folder}/victim`;
  Deno.writeTextFileSync(victim, "x");
  const sha256 = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
  const bad = [
    "{",
    "[]",
    "null",
    `{"version": "1", "files": [{"path": "../victim", "sha256": "${sha256}"}], "folders": []}`,
    `{"version": "1", "files": [{"path": "${victim}", "sha256": "${sha256}"}], "folders": []}`,
    `{"version": "1", "files": [], "folders": ["../../x"]}`,
  ];
  for (const text of bad) {
    bench.write(INSTALL_MANIFEST_PATH, text);
    assert.throws(() => takeAway(bench.prefix), { name: "RunFailure", message: /is damaged/ }, text);
    assert.throws(() => bench.install(), { name: "RunFailure", message: /is damaged/ }, text);
  }
  assert.equal(Deno.readTextFileSync(victim), "x");
});

Deno.test("nothing installed: the answer says what was looked for", () => {
  using bench = new Bench();
  Deno.mkdirSync(bench.prefix);
  assert.throws(() => takeAway(bench.prefix), {
    name: "RunFailure",
    message: /there is no share\/.*name the --prefix/,
  });
});

Deno.test("a folder that is a link which leads nowhere: nothing is changed, and it is named", () => {
  const bench = new Bench();
  try {
    Deno.mkdirSync(bench.prefix);
    Deno.symlinkSync("/nowhere", `${bench.prefix}/lib`);
    assert.throws(() => bench.install(), /Cannot install to .*: .*opt\/lib is a link that leads nowhere/);
    assert.deepEqual(bench.tree(), ["lib"]);
    Deno.removeSync(`${bench.prefix}/lib`);
    Deno.mkdirSync(`${bench.folder}/elsewhere`);
    Deno.symlinkSync("../elsewhere", `${bench.prefix}/lib`);
    bench.install();
    assert.ok(bench.exists("lib/robot_interface"));
  } finally {
    Deno.removeSync(bench.folder, { recursive: true });
  }
});
