import assert from "node:assert/strict";
import { skipUnless } from "../tests/skip_unless.ts";
import { ConfigProblems } from "./config_problems.ts";
import { readConfigFile } from "./read_config_file.ts";

Deno.test("readConfigFile gives the text without byte order mark", async () => {
  assert.deepEqual(await read(new TextEncoder().encode("\uFEFFé: 1\r\n")), ["é: 1\r\n", ""]);
  assert.deepEqual(await read(new Uint8Array()), ["", ""]);
});

Deno.test("readConfigFile tells why a file is no text", async () => {
  assert.match(
    (await read(Uint8Array.of(0xff, 0xfe, 0x61, 0)))[1],
    /: cannot be read: it is UTF-16; wanted UTF-8 \(save it as UTF-8\)$/,
  );
  assert.match((await read(Uint8Array.of(0x61, 0xff)))[1], /: cannot be read: it is no UTF-8 text/);
});

Deno.test("readConfigFile tells why a file cannot be read", async () => {
  for (
    const [file, reason] of [
      ["/nowhere/x.yaml", "there is no such file"],
      ["/tmp", "it is a folder; wanted a file"],
      ["/dev/null/x.yaml", "a part of its path is no folder"],
      ["/dev/zero", "it has more than 4 MiB; wanted a configuration file"],
      // There, a file, and unreadable even for root.
      ["/proc/self/mem", "Input/output error (os error 5)"],
    ]
  ) {
    const problems = new ConfigProblems();
    assert.equal(await readConfigFile(file, problems), undefined);
    assert.equal(problems.toError().message, `${file}: cannot be read: ${reason}`);
  }
});

Deno.test({
  name: "readConfigFile tells of a file without permission",
  ignore: skipUnless(Deno.uid() !== 0, "root may read every file"),
  fn: async () => assert.match((await read(new Uint8Array(), 0))[1], /: cannot be read: permission denied$/),
});

Deno.test("readConfigFile refuses a named pipe, which nobody may ever write to", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    const { success } = await new Deno.Command("mkfifo", { args: [`${folder}/p`] }).output();
    assert.ok(success);
    const problems = new ConfigProblems();
    assert.equal(await readConfigFile(`${folder}/p`, problems), undefined);
    assert.match(problems.all[0].message, /it is a named pipe; wanted a file/);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

async function read(bytes: Uint8Array, mode = 0o600): Promise<[text: string | undefined, problem: string]> {
  const file = await Deno.makeTempFile();
  await Deno.writeFile(file, bytes);
  await Deno.chmod(file, mode);
  const problems = new ConfigProblems();
  const text = await readConfigFile(file, problems);
  await Deno.remove(file);
  return [text, problems.isEmpty ? "" : problems.toError().message];
}
