import assert from "node:assert/strict";
import { uriCommand } from "./uri_command.ts";
import { V8_FLAGS } from "./v8_flags.ts";
import { VERSION } from "./version.ts";

function versionOf(argv: readonly string[]): string {
  const { stdout, stderr } = new Deno.Command(argv[0], { args: [...argv.slice(1), "--version"], cwd: "/" })
    .outputSync();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

Deno.test("uri command: from source it is this Deno with main.ts and the V8 flags, and starts from any folder", () => {
  const argv = uriCommand();
  assert.equal(argv[0], Deno.execPath());
  assert.ok(argv.at(-1)!.startsWith("/") && argv.at(-1)!.endsWith("/main.ts"));
  assert.equal(argv.includes(`--v8-flags=${V8_FLAGS}`), V8_FLAGS !== "");
  assert.ok(versionOf(argv).includes(VERSION));
});

Deno.test("uri command: works with the sources in a folder with blanks, quotes and other letters, and through a link", () => {
  const folder = Deno.makeTempDirSync({ prefix: "uri it's 100% é " });
  try {
    const root = new URL("../", import.meta.url).pathname;
    Deno.mkdirSync(`${folder}/core`);
    for (const name of ["uri_command.ts", "v8_flags.ts"]) {
      Deno.copyFileSync(`${decodeURIComponent(root)}core/${name}`, `${folder}/core/${name}`);
    }
    Deno.writeTextFileSync(`${folder}/main.ts`, `console.log("main of the copy", Deno.args.join());`);
    Deno.writeTextFileSync(
      `${folder}/ask.ts`,
      `import { uriCommand } from "./core/uri_command.ts"; console.log(JSON.stringify(uriCommand()));`,
    );
    Deno.symlinkSync(folder, `${folder}-link`);
    for (const at of [folder, `${folder}-link`]) {
      const { stdout } = new Deno.Command(Deno.execPath(), { args: ["run", "-A", "--no-check", `${at}/ask.ts`] })
        .outputSync();
      const argv: string[] = JSON.parse(new TextDecoder().decode(stdout));
      assert.equal(versionOf(argv), "main of the copy --version\n");
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
    Deno.removeSync(`${folder}-link`);
  }
});
