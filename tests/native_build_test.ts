import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";

/** Says its version as rustc does. */
const RUSTC = "#!/bin/sh\necho 'rustc 1.95.0'\necho 'release: 1.95.0'\n";

/** A cargo that makes a library out of the sources' text, and notes that it was called. */
const CARGO = `#!/bin/sh
echo "$*" >>"$HOME/calls"
echo '   Compiling uri-zenoh v0.1.0' >&2
sleep 0.3
mkdir -p "$CARGO_TARGET_DIR/release"
cat src/lib.rs >"$CARGO_TARGET_DIR/release/liburi_zenoh.so"
`;

/** A clone with the tools of this one, a crate of its own, and Rust tools that are scripts. */
class Clone {
  readonly base = Deno.makeTempDirSync({ prefix: "uri native " });
  readonly root = `${this.base}/my clone`;
  readonly bin = `${this.base}/bin`;
  readonly home = `${this.base}/home`;
  readonly crate = `${this.root}/comm/zenoh/native`;
  readonly library = `${this.root}/.dev/zenoh/liburi_zenoh.so`;

  /** Without Rust tools when `cargo` is "". */
  constructor(cargo = CARGO, rustc = RUSTC) {
    for (const folder of [`${this.root}/tools`, `${this.crate}/src`, this.bin, this.home]) {
      Deno.mkdirSync(folder, { recursive: true });
    }
    for (const { name, isFile } of Deno.readDirSync(`${projectRoot()}/tools`)) {
      if (isFile && !name.endsWith("_test.ts")) {
        Deno.copyFileSync(`${projectRoot()}/tools/${name}`, `${this.root}/tools/${name}`);
      }
    }
    Deno.writeTextFileSync(`${this.crate}/Cargo.toml`, '[package]\nrust-version = "1.89"\n');
    Deno.writeTextFileSync(`${this.crate}/Cargo.lock`, "version = 4\n");
    this.write("one");
    for (const tool of ["sh", "mkdir", "cat", "sleep"]) Deno.symlinkSync(`/bin/${tool}`, `${this.bin}/${tool}`);
    if (cargo === "") return;
    Deno.writeTextFileSync(`${this.bin}/cargo`, cargo, { mode: 0o755 });
    Deno.writeTextFileSync(`${this.bin}/rustc`, rustc, { mode: 0o755 });
  }

  write(text: string): void {
    Deno.writeTextFileSync(`${this.crate}/src/lib.rs`, text);
  }

  async prepare(env: Record<string, string> = {}): Promise<{ code: number; out: string; err: string }> {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--no-check", "--no-config", `${this.root}/tools/prepare_native.ts`],
      cwd: "/",
      clearEnv: true,
      env: { PATH: this.bin, HOME: this.home, NO_COLOR: "1", ...env },
    }).output();
    return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
  }

  calls(): number {
    try {
      return Deno.readTextFileSync(`${this.home}/calls`).trim().split("\n").length;
    } catch {
      return 0;
    }
  }

  /** What the library was made of; undefined when there is none. */
  made(): string | undefined {
    try {
      return Deno.readTextFileSync(this.library);
    } catch {
      return undefined;
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.base, { recursive: true });
  }
}

Deno.test("the native library is built once for its sources, which is said, and found again for those of before", async () => {
  using clone = new Clone();
  const first = await clone.prepare();
  assert.equal(first.code, 0);
  assert.match(first.err, /^\.\/dev: building the native Zenoh library .*\n\.\/dev: built .* in \d+ s, 0\.0 MB\n$/);
  assert.equal(clone.made(), "one");
  assert.deepEqual(await clone.prepare(), { code: 0, out: "", err: "" });
  assert.equal(clone.calls(), 1);

  clone.write("two");
  assert.match((await clone.prepare()).err, /built the native/);
  assert.equal(clone.made(), "two");
  assert.equal(clone.calls(), 2);

  clone.write("one");
  assert.deepEqual(await clone.prepare(), { code: 0, out: "", err: "" });
  assert.equal(clone.made(), "one");
  assert.equal(clone.calls(), 2);
});

Deno.test("two that build at the same time build once", async () => {
  using clone = new Clone();
  for (const { code } of await Promise.all([clone.prepare(), clone.prepare(), clone.prepare()])) assert.equal(code, 0);
  assert.equal(clone.calls(), 1);
  assert.equal(clone.made(), "one");
});

Deno.test("sources that change while they are built are built again", async () => {
  using clone = new Clone(
    CARGO.replace("sleep 0.3\n", "") + '[ -e "$HOME/again" ] || echo two >src/lib.rs\necho >"$HOME/again"\n',
  );
  assert.equal((await clone.prepare()).code, 0);
  assert.equal(clone.made(), "two\n");
  assert.equal(clone.calls(), 2);
});

Deno.test("a failed build says why and leaves no library of other sources; in CI it is an error", async () => {
  using clone = new Clone();
  await clone.prepare();
  Deno.writeTextFileSync(
    `${clone.bin}/cargo`,
    "#!/bin/sh\necho '   Compiling libc v0.2' >&2\necho 'error[E0425]: cannot find value' >&2\nexit 101\n",
  );
  clone.write("two");
  const { code, err } = await clone.prepare();
  assert.equal(code, 0);
  assert.match(err, /\nerror\[E0425\]: cannot find value\n\.\/dev: the native Zenoh library was not built; .*\n$/);
  assert.doesNotMatch(err, /Compiling/);
  assert.equal(clone.made(), undefined);
  const inCi = await clone.prepare({ CI: "true" });
  assert.equal(inCi.code, 2);
  assert.match(inCi.err, /\.\/dev: Cannot build the native Zenoh library: its build failed/);
});

Deno.test("without cargo, or with an old one, everything goes on; in CI it is an error that tells what is missing", async () => {
  using none = new Clone("");
  assert.deepEqual(await none.prepare(), { code: 0, out: "", err: "" });
  assert.match((await none.prepare({ CI: "1" })).err, /^\.\/dev: Cannot build .*: cargo is not installed; see/);
  using old = new Clone(CARGO, "#!/bin/sh\necho 'release: 1.63.0'\n");
  assert.equal((await old.prepare()).code, 0);
  assert.equal(old.calls(), 0);
  const inCi = await old.prepare({ CI: "1" });
  assert.equal(inCi.code, 2);
  assert.match(inCi.err, /rustc is 1\.63, 1\.89 or newer was wanted/);
});

Deno.test("a library that was built elsewhere is taken where there is no cargo", async () => {
  using clone = new Clone("");
  const folder = `${clone.root}/.dev/zenoh/prebuilt/${Deno.build.target}`;
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/liburi_zenoh.so`, "from elsewhere");
  assert.deepEqual(await clone.prepare({ CI: "1" }), { code: 0, out: "", err: "" });
  assert.equal(clone.made(), "from elsewhere");
  Deno.writeTextFileSync(`${folder}/liburi_zenoh.so`, "a newer one from elsewhere");
  await clone.prepare();
  assert.equal(clone.made(), "a newer one from elsewhere");
});

Deno.test("a cache that cannot be written is left alone", async () => {
  using clone = new Clone();
  // Below a file there is no folder, for root neither.
  const { code, err } = await clone.prepare({ XDG_CACHE_HOME: "/dev/null/cache" });
  assert.equal(code, 0, err);
  assert.equal(clone.made(), "one");
});
