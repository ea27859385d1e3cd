import assert from "node:assert/strict";
import fc from "fast-check";
import { admitDriver } from "./admit_driver.ts";

const OWN = { ip: "127.0.0.1", port: 0, configPath: "", autostart: true, syncTimeoutMs: 2000 };

/** A folder with `allowed/`, `allowed-evil/`, and links between them. */
async function place(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "uri admit " }));
  try {
    for (const sub of ["allowed", "allowed/deep", "allowed-evil", "second", "allowed/folder.js"]) {
      Deno.mkdirSync(`${folder}/${sub}`);
    }
    for (
      const file of ["allowed/a.js", "allowed/deep/b.mjs", "allowed-evil/e.js", "second/s.ts", "outside.js", "a.txt"]
    ) {
      Deno.writeTextFileSync(`${folder}/${file}`, "export default 1;");
    }
    Deno.symlinkSync(`${folder}/outside.js`, `${folder}/allowed/link.js`);
    Deno.symlinkSync(`${folder}/a.txt`, `${folder}/allowed/text.js`);
    Deno.symlinkSync("a.js", `${folder}/allowed/alias.js`);
    Deno.symlinkSync("allowed", `${folder}/way`);
    Deno.symlinkSync("../allowed-evil", `${folder}/allowed/evil`);
    Deno.writeTextFileSync(`${folder}/allowed/plain.txt`, "");
    Deno.symlinkSync("plain.txt", `${folder}/allowed/plain.js`);
    await test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

async function refusal(driver: string, config: Parameters<typeof admitDriver>[1]): Promise<string> {
  const result = await admitDriver(driver, config);
  assert.ok("refusal" in result, `${driver} was admitted as ${JSON.stringify(result)}`);
  return result.refusal;
}

Deno.test("admitDriver: by default no module, and the text says what to write where", async () => {
  await place(async (folder) => {
    for (const config of [{ file: "/etc/uri/arm.yaml" }, { file: "/etc/uri/arm.yaml", modulePath: [] }]) {
      for (const driver of [`${folder}/allowed/a.js`, "./a.js", "a.js"]) {
        const text = await refusal(driver, config);
        assert.match(text, /loads no module .*write 'module_path: FOLDER' in \/etc\/uri\/arm\.yaml/);
      }
    }
    assert.match(await refusal("a.js", {}), /uri interface -c FILE/);
  });
});

Deno.test("admitDriver: a module in an allowed folder or below, as its real path; links and dots are followed on both sides", async () => {
  await place(async (folder) => {
    for (const allowed of ["allowed", "way", "allowed/../way", "allowed/"]) {
      const config = { modulePath: [`${folder}/${allowed}`], file: "f.yaml" };
      for (
        const [driver, found] of [
          [`${folder}/allowed/a.js`, "allowed/a.js"],
          [`${folder}/way/a.js`, "allowed/a.js"],
          [`${folder}/second/../allowed/a.js`, "allowed/a.js"],
          [`${folder}/allowed/alias.js`, "allowed/a.js"],
          ["./a.js", "allowed/a.js"],
          ["a.js", "allowed/a.js"],
          ["deep/b.mjs", "allowed/deep/b.mjs"],
          ["deep/../a.js", "allowed/a.js"],
        ]
      ) assert.deepEqual(await admitDriver(driver, config), { driver: `${folder}/${found}` }, driver);
    }
  });
});

Deno.test("admitDriver: whatever leads outside is refused, without a word of what is there", async () => {
  await place(async (folder) => {
    const config = { modulePath: [`${folder}/allowed`], file: "/etc/uri/arm.yaml" };
    const texts = new Set<string>();
    for (
      const driver of [
        `${folder}/outside.js`,
        `${folder}/nothing.js`,
        `${folder}/allowed-evil/e.js`,
        `${folder}/allowed/../outside.js`,
        `${folder}/allowed/link.js`,
        `${folder}/allowed/text.js`,
        `${folder}/allowed/evil/e.js`,
        "../outside.js",
        "../allowed-evil/e.js",
        "link.js",
        "evil/e.js",
        "nothing.js",
        "/proc/self/cwd/interface/admit_driver.ts",
        "interface/admit_driver.ts", // what lies in the working directory
        "file:///etc/x.js",
        "https://example.org/x.js",
        "data:text/javascript,x.js",
        "node:x.js",
        "a.js\0.js",
      ]
    ) {
      const text = await refusal(driver, config);
      assert.match(text, /is not among those that this interface loads: what is in .*\/allowed; put it there/, driver);
      assert.match(text, /module_path in \/etc\/uri\/arm\.yaml/);
      texts.add(text.replace(/the module '.*?' is/, ""));
    }
    assert.equal(texts.size, 1, "one text, whether or not there is a file");
  });
});

Deno.test("admitDriver: a folder, and a link to what is no module, are refused", async () => {
  await place(async (folder) => {
    const config = { modulePath: [`${folder}/allowed`] };
    assert.match(await refusal("folder.js", config), /is no file; wanted a module/);
    assert.match(await refusal("plain.js", config), /leads to '.*plain\.txt', which is no module/);
  });
});

Deno.test("admitDriver: several folders are looked through in their order; one that is gone harms nothing", async () => {
  await place(async (folder) => {
    const config = { modulePath: [`${folder}/gone`, `${folder}/second`, `${folder}/allowed`] };
    assert.deepEqual(await admitDriver("s.ts", config), { driver: `${folder}/second/s.ts` });
    assert.deepEqual(await admitDriver("a.js", config), { driver: `${folder}/allowed/a.js` });
  });
});

Deno.test("admitDriver: the one module that the interface's own file names, and no neighbour of it", async () => {
  await place(async (folder) => {
    const config = { driver: { ...OWN, driver: `${folder}/way/a.js` }, file: "f.yaml" };
    assert.deepEqual(await admitDriver(`${folder}/allowed/a.js`, config), { driver: `${folder}/allowed/a.js` });
    assert.match(await refusal(`${folder}/allowed/deep/b.mjs`, config), /loads: .*\/way\/a\.js; put it there/);
    assert.match(await refusal("a.js", config), /is not among those/);
    const named = { driver: { ...OWN, driver: "RobotDriverMock" }, file: "f.yaml" };
    assert.match(await refusal(`${folder}/allowed/a.js`, named), /loads no module/);
  });
});

Deno.test("admitDriver: a class name is never a path", async () => {
  for (const name of ["RobotDriverMock", "a::b", "Foo.so", ".hidden", "constructor"]) {
    assert.deepEqual(await admitDriver(name, {}), { driver: name });
  }
  for (
    const [name, why] of [
      ["../x", "slash"],
      ["/lib/x.so", "slash"],
      ["a\\b", "slash"],
      ["..", "dots"],
      ["x\0", "NUL"],
      ["", "empty"],
    ]
  ) {
    assert.match(await refusal(name, { modulePath: ["/"] }), new RegExp(`^the driver name '.*' .*${why}`));
  }
});

Deno.test("admitDriver: whatever is asked for, nothing outside the folders is admitted", async () => {
  await place(async (folder) => {
    const part = fc.constantFrom(
      "..",
      ".",
      "allowed",
      "allowed-evil",
      "evil",
      "link.js",
      "a.js",
      "outside.js",
      "deep",
      "",
      "way",
      "e.js",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), fc.boolean(), async (parts, isAbsolute) => {
        const driver = (isAbsolute ? `${folder}/` : "") + parts.join("/") + "/a.js".repeat(parts.length % 2);
        const result = await admitDriver(driver, { modulePath: [`${folder}/allowed`] });
        if ("driver" in result && driver.endsWith("js")) {
          assert.ok(result.driver.startsWith(`${folder}/allowed/`), `${driver} -> ${result.driver}`);
        }
      }),
      { numRuns: 300 },
    );
  });
});

Deno.test("admitDriver: a module that somebody else can change is refused, wherever on the way he can; the interface's own is told of", async () => {
  for (const [part, mode] of [["allowed/deep/b.mjs", 0o666], ["allowed/deep", 0o777], ["", 0o777]] as const) {
    await place(async (folder) => {
      Deno.chmodSync(`${folder}/${part}`, mode);
      const driver = `${folder}/allowed/deep/b.mjs`;
      const text = await refusal(driver, { modulePath: [`${folder}/allowed`], file: "f.yaml" });
      assert.match(
        text,
        /^the module '.*' can be changed by somebody else: '.*' can be written by everybody; do chmod o-w '/,
      );
      const own = { driver: { ...OWN, driver }, file: "f.yaml" };
      const admitted = await admitDriver(driver, own);
      assert.ok("driver" in admitted && admitted.driver === driver);
      assert.match(admitted.warning ?? "", /^somebody else can change the driver: '.*' can be written by everybody/);
    });
  }
});
