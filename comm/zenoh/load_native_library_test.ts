import assert from "node:assert/strict";
import { skipUnless } from "../../tests/skip_unless.ts";

const folder = new URL("./", import.meta.url).href;
const library = new URL("../../.dev/zenoh/liburi_zenoh.so", import.meta.url);

function isThere(path: string | URL): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

const ignore = skipUnless(isThere(library), "there is no native Zenoh library");
const noCompiler = skipUnless(isThere("/usr/bin/gcc"), "gcc is not installed");

/** Runs a script in a process of its own, as a library stays loaded; what it writes is JSON. */
async function run(script: string): Promise<unknown> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", `import { loadNativeLibrary } from "${folder}load_native_library.ts"; ${script}`],
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** What `loadNativeLibrary` says of a file. */
async function reasonFor(path: string): Promise<string> {
  const script = `const loaded = loadNativeLibrary(new URL(${JSON.stringify(`file://${path}`)}));
    console.log(JSON.stringify("reason" in loaded ? loaded.reason : "it was loaded"));`;
  return await run(script) as string;
}

Deno.test("where there is none, the reason is told in words", async () => {
  assert.equal(await reasonFor("/nowhere/liburi_zenoh.so"), "this build does not have it");
});

Deno.test("what is no library is not loaded, and the reason is one line", async () => {
  const path = Deno.makeTempFileSync();
  try {
    Deno.writeTextFileSync(path, "no library\n".repeat(100));
    assert.match(await reasonFor(path), /^it cannot be loaded: .*(invalid ELF header|file too short).*$/);
  } finally {
    Deno.removeSync(path);
  }
});

Deno.test({
  name: "a library of other sources is not called: its version, or that it has none, is told",
  ignore: noCompiler,
  async fn() {
    const work = Deno.makeTempDirSync();
    const build = async (name: string, code: string) => {
      Deno.writeTextFileSync(`${work}/${name}.c`, code);
      const { success } = await new Deno.Command("gcc", {
        args: ["-shared", "-o", `${work}/${name}.so`, `${work}/${name}.c`],
      }).output();
      assert.ok(success);
      return `${work}/${name}.so`;
    };
    try {
      const other = await build("other", "unsigned uri_zenoh_abi_version(void) { return 4000000000u; }\n");
      assert.match(await reasonFor(other), /^its interface has version 4000000000, \d+ was wanted/);
      const none = await build("none", "int nothing;\n");
      assert.match(await reasonFor(none), /^it cannot be loaded: .*uri_zenoh_abi_version/);
    } finally {
      Deno.removeSync(work, { recursive: true });
    }
  },
});

Deno.test({
  name: "all threads of a process get one instance, however many load it at once",
  ignore,
  async fn() {
    const thread = `
      import { loadNativeLibrary } from "${folder}load_native_library.ts";
      postMessage("calls" in loadNativeLibrary());
    `;
    const script = `
      const url = "data:text/javascript,${encodeURIComponent(thread)}";
      const workers = Array.from({ length: 6 }, () => new Worker(url, { type: "module" }));
      const loaded = await Promise.all(workers.map((each) => new Promise((resolve) => each.onmessage = ({ data }) => resolve(data))));
      loaded.push("calls" in loadNativeLibrary());
      const maps = Deno.readTextFileSync("/proc/self/maps").split("\\n").filter((line) => line.includes("liburi_zenoh"));
      const starts = maps.filter((line) => line.split(/ +/)[2] === "00000000").length;
      const links = [...Deno.readDirSync("/proc/self/fd")].filter(({ name }) => {
        try { return Deno.readLinkSync("/proc/self/fd/" + name).includes("liburi_zenoh"); } catch { return false; }
      }).length;
      console.log(JSON.stringify({ loaded, starts, links }));
      Deno.exit(0);
    `;
    assert.deepEqual(await run(script), { loaded: Array(7).fill(true), starts: 1, links: 1 });
  },
});

Deno.test({
  name: "a library that is overwritten while it runs does not disturb",
  ignore,
  async fn() {
    const path = Deno.makeTempFileSync({ suffix: ".so" });
    try {
      Deno.copyFileSync(library, path);
      const script = `
        const loaded = loadNativeLibrary(new URL(${JSON.stringify(`file://${path}`)}));
        const before = loaded.calls.uri_zenoh_abi_version();
        Deno.writeFileSync(${JSON.stringify(path)}, new Uint8Array(Deno.statSync(${JSON.stringify(path)}).size));
        console.log(JSON.stringify(loaded.calls.uri_zenoh_abi_version() === before));
      `;
      assert.equal(await run(script), true);
    } finally {
      Deno.removeSync(path);
    }
  },
});
