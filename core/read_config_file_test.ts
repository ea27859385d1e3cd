import assert from "node:assert/strict";
import { skipUnless } from "../tests/skip_unless.ts";
import { ConfigProblems } from "./config_problems.ts";
import { readConfigFile } from "./read_config_file.ts";
import { Libc } from "./posix/libc.ts";

new Libc(); // opened here, so that no single test is found to have left it open

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

Deno.test("readConfigFile reads a named pipe, also one to which nobody writes for a while, and the thread stays free meanwhile", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const problems = new ConfigProblems();
    await new Deno.Command("mkfifo", { args: [`${folder}/p`] }).output();
    const text = `a: ${"1".repeat(200_000)}\n`; // more than a pipe holds
    await Deno.writeTextFile(`${folder}/f`, text);
    const reading = readConfigFile(`${folder}/p`, problems);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const writing = new Deno.Command("cp", { args: [`${folder}/f`, `${folder}/p`] }).output();
    assert.equal(await reading, text);
    await writing;
  } finally {
    await Deno.remove(folder, { recursive: true });
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
