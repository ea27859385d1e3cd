import assert from "node:assert/strict";
import { buildPlugin } from "../../tests/kit/build_plugin.ts";
import { hasProgram } from "../../tests/kit/has_program.ts";
import { skipUnless } from "../../tests/skip_unless.ts";
import { PrivateLibrary } from "./private_library.ts";
import { readElf } from "./read_elf.ts";

/** A library whose function says `number`; with a symbol that the linker never lets go, as std::make_shared leaves many of them. */
async function library(folder: string, number: number): Promise<string> {
  const source = `${folder}/number${number}.cpp`;
  Deno.writeTextFileSync(
    source,
    `template<typename T> struct Kept { static int count; };\ntemplate<typename T> int Kept<T>::count = 0;\n` +
      `extern "C" int number() { Kept<int>::count++; return ${number}; }\n`,
  );
  return await buildPlugin(source);
}

function open(path: string): PrivateLibrary {
  const bytes = Deno.readFileSync(path);
  const elf = readElf(bytes);
  assert.ok(typeof elf !== "string");
  const opened = PrivateLibrary.open({ path, bytes, elf });
  assert.ok(!("reason" in opened));
  return opened;
}

Deno.test({
  name: "a library that the linker does not let go is never taken for the next one",
  ignore: skipUnless(hasProgram("g++"), "g++ is needed to build a library"),
  sanitizeResources: false, // the C library is opened once and stays
  async fn() {
    const folder = Deno.makeTempDirSync();
    try {
      for (const number of [11, 22, 33]) {
        const opened = open(await library(folder, number));
        const part = Deno.dlopen(opened.copy, { number: { parameters: [], result: "i32" } });
        assert.equal(part.symbols.number(), number);
        part.close();
        opened.close();
      }
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});
