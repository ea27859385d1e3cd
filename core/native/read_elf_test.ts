import assert from "node:assert/strict";
import fc from "fast-check";
import { buildPlugin } from "../../tests/kit/build_plugin.ts";
import { hasProgram } from "../../tests/kit/has_program.ts";
import { skipUnless } from "../../tests/skip_unless.ts";
import { readElf } from "./read_elf.ts";

const ignore = skipUnless(hasProgram("g++"), "g++ is not installed");
const HEAD = 64;
const SECTION = 64;
const SYMBOL = 24;

/** A small ELF file of 64 bits: these symbols, defined or not, these needed libraries and run paths; head, tables, sections. */
function elfOf(
  symbols: readonly (readonly [name: string, isDefined: boolean])[],
  needed: string[],
  runPath: string,
): Uint8Array {
  const strings: number[] = [0];
  const text = (value: string) => {
    const at = strings.length;
    strings.push(...new TextEncoder().encode(value), 0);
    return at;
  };
  const names = symbols.map(([name]) => text(name));
  const dynamic: [tag: number, value: number][] = needed.map((name) => [1, text(name)]);
  dynamic.push([29, text(runPath)], [14, text("libme.so.2")], [0, 0]);
  const symbolsAt = HEAD, symbolsSize = SYMBOL * symbols.length;
  const dynamicAt = symbolsAt + symbolsSize, dynamicSize = 16 * dynamic.length;
  const stringsAt = dynamicAt + dynamicSize;
  const sectionsAt = stringsAt + strings.length;
  const bytes = new Uint8Array(sectionsAt + 4 * SECTION);
  const view = new DataView(bytes.buffer);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  view.setUint16(16, 3, true);
  view.setUint16(18, 62, true);
  view.setBigUint64(40, BigInt(sectionsAt), true);
  view.setUint16(58, SECTION, true);
  view.setUint16(60, 4, true);
  symbols.forEach(([, isDefined], i) => {
    const at = symbolsAt + SYMBOL * i;
    view.setUint32(at, names[i], true);
    view.setUint8(at + 4, 0x12); // a global function
    view.setUint16(at + 6, isDefined ? 7 : 0, true);
  });
  dynamic.forEach(([tag, value], i) => {
    view.setBigUint64(dynamicAt + 16 * i, BigInt(tag), true);
    view.setBigUint64(dynamicAt + 16 * i + 8, BigInt(value), true);
  });
  bytes.set(strings, stringsAt);
  const section = (index: number, type: number, at: number, size: number) => {
    const place = sectionsAt + SECTION * index;
    view.setUint32(place + 4, type, true);
    view.setBigUint64(place + 24, BigInt(at), true);
    view.setBigUint64(place + 32, BigInt(size), true);
    view.setUint32(place + 40, 3, true); // its strings
  };
  section(1, 11, symbolsAt, symbolsSize);
  section(2, 6, dynamicAt, dynamicSize);
  section(3, 3, stringsAt, strings.length);
  return bytes;
}

const GOOD = elfOf(
  [["create", true], ["dlopen", false], ["LOAD_GLOBAL", true]],
  ["libc.so.6", "libfoo.so"],
  "$ORIGIN:/opt/lib:",
);

Deno.test("ELF: exports, needed libraries, run paths, processor", () => {
  const elf = readElf(GOOD);
  assert.ok(typeof elf !== "string", String(elf));
  assert.deepEqual([...elf.exports], ["create", "LOAD_GLOBAL"]);
  assert.deepEqual(elf.needed, ["libc.so.6", "libfoo.so"]);
  assert.equal(elf.soname, "libme.so.2");
  assert.deepEqual(elf.runPath, ["$ORIGIN", "/opt/lib"]);
  assert.deepEqual([elf.machine, elf.isLibrary, elf.mayLookForItself], ["x86_64", true, true]);
  const other = readElf(elfOf([["create", true], ["dlopen", true]], [], ""));
  assert.ok(typeof other !== "string" && !other.mayLookForItself, "its own function of that name is another matter");
});

Deno.test("ELF: what is none is described", () => {
  const text = (value: string) => new TextEncoder().encode(value.padEnd(100));
  const cases: [Uint8Array, string | RegExp][] = [
    [new Uint8Array(), "it is no library: it is empty; wanted an ELF file"],
    [
      text("INPUT(libfoo.so.1)"),
      /^it is no library: it begins with the text "INPUT\(libfoo\.so\.1\) {2}"; wanted an ELF file$/,
    ],
    [new Uint8Array(100), "it is no library: it does not begin as one; wanted an ELF file"],
    [GOOD.subarray(0, 10), "it is no library: it does not begin as one; wanted an ELF file"],
    [GOOD.subarray(0, 64), "it is cut short or damaged; wanted a whole ELF file, build or copy it again"],
  ];
  for (const [bytes, wanted] of cases) {
    const found = readElf(bytes);
    assert.equal(typeof found, "string");
    if (typeof wanted === "string") assert.equal(found, wanted);
    else assert.match(String(found), wanted);
  }
  for (const [at, value, wanted] of [[4, 1, /32-bit/], [5, 2, /big-endian/]] as const) {
    const bytes = GOOD.slice();
    bytes[at] = value;
    assert.match(String(readElf(bytes)), wanted);
  }
});

Deno.test("ELF: a file that is cut anywhere, or has other bytes anywhere, gives a text or a description, and no more", () => {
  const changes = fc.array(fc.tuple(fc.nat(GOOD.length - 1), fc.nat(255)), { maxLength: 12 });
  fc.assert(
    fc.property(changes, fc.nat(GOOD.length), (changed, cut) => {
      const bytes = GOOD.slice(0, GOOD.length - (cut % 3 === 0 ? cut : 0));
      for (const [at, value] of changed) if (at < bytes.length) bytes[at] = value;
      const found = readElf(bytes);
      if (typeof found !== "string") assert.ok(found.exports instanceof Set && found.needed.length < 20);
      else assert.match(found, /; (wanted|build)/);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("ELF: any bytes at all", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (rest, hasHead) => {
      const bytes = hasHead ? Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, ...rest) : rest;
      assert.ok(["string", "object"].includes(typeof readElf(bytes)));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("ELF: a table that repeats itself, symbols without end and names without end are no work", () => {
  // 60 000 sections that are all the same symbols, which all have the same long name.
  const many = elfOf(Array.from({ length: 20_000 }, () => ["x", true] as const), [], "");
  const view = new DataView(many.buffer);
  view.setUint16(60, 60_000, true);
  for (const size of [0, 1, 63]) {
    view.setUint16(58, size, true);
    assert.match(String(readElf(many)), /damaged/);
  }
  many.fill(0x41, many.length - 4 * SECTION - 40_000, many.length - 4 * SECTION);
  view.setUint16(58, SECTION, true);
  assert.match(String(readElf(many)), /damaged/);
});

Deno.test({
  name: "ELF: a library of g++, whole and cut",
  ignore,
  async fn() {
    const bytes = Deno.readFileSync(
      await buildPlugin(new URL("../../tests/plugins/probe.cpp", import.meta.url).pathname),
    );
    const elf = readElf(bytes);
    assert.ok(typeof elf !== "string");
    for (const name of ["ROBOT_DRIVER_PLUGIN", "create", "destroy", "robot_driver_abi_version", "uri_driver_sync"]) {
      assert.ok(elf.exports.has(name), name);
    }
    assert.ok(!elf.exports.has("dlopen"), "what it needs of others is none of its own");
    assert.ok(elf.needed.includes("libc.so.6"));
    assert.equal(elf.machine, Deno.build.arch);
    // A part that is to be loaded and lies outside the file, although the tables are whole.
    const view = new DataView(bytes.buffer);
    const segment = Number(view.getBigUint64(32, true));
    const first = Array.from({ length: view.getUint16(56, true) }, (_, i) => segment + 56 * i)
      .find((at) => view.getUint32(at, true) === 1)!;
    const longer = bytes.slice();
    new DataView(longer.buffer).setBigUint64(first + 32, BigInt(bytes.length + 1), true);
    assert.match(String(readElf(longer)), /cut short or damaged/);
    for (let length = 0; length < bytes.length; length += 997) {
      assert.equal(typeof readElf(bytes.subarray(0, length)), "string", `${length} bytes`);
    }
  },
});

Deno.test({
  name:
    "ELF: a library whose table of sections was taken away says the same, whatever kind of hash table it has; cut or changed, it harms nobody",
  ignore,
  async fn() {
    for (const style of ["sysv", "gnu", "both"]) {
      const flags = [`-Wl,--hash-style=${style}`, "-Wl,-rpath,$ORIGIN/x", "-Wl,-soname,libown.so"];
      const source = new URL("../../tests/plugins/probe.cpp", import.meta.url).pathname;
      const bytes = Deno.readFileSync(await buildPlugin(source, { flags }));
      const whole = readElf(bytes);
      assert.ok(typeof whole !== "string" && whole.soname === "libown.so" && whole.exports.size > 10);
      const view = new DataView(bytes.buffer);
      view.setBigUint64(40, 0n, true);
      for (const [at, value] of [[58, 0], [60, 0], [62, 0]]) view.setUint16(at, value, true);
      assert.deepEqual(readElf(bytes), whole, style);
      const segments = Array.from({ length: view.getUint16(56, true) }, (_, i) => 64 + 56 * i);
      const loaded = Math.max(
        ...segments.filter((at) => view.getUint32(at, true) === 1)
          .map((at) => Number(view.getBigUint64(at + 8, true) + view.getBigUint64(at + 32, true))),
      );
      for (let length = 0; length < loaded; length += 4999) {
        assert.equal(typeof readElf(bytes.subarray(0, length)), "string", `${length} bytes`);
      }
      const head = fc.array(fc.tuple(fc.nat(1200), fc.nat(255)), { minLength: 1, maxLength: 4 });
      fc.assert(
        fc.property(head, (changes) => {
          const changed = bytes.slice();
          for (const [at, value] of changes) if (at > 64) changed[at] = value;
          assert.ok(["string", "object"].includes(typeof readElf(changed)));
        }),
        { numRuns: 200 },
      );
    }
  },
});
