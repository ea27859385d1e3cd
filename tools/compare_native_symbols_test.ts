import assert from "node:assert/strict";
import { compareNativeSymbols } from "./compare_native_symbols.ts";

const RUST = `
/// Not this one: #[no_mangle] pub extern "C" fn in_a_comment() {}
#[no_mangle]
pub extern "C" fn version() -> u32 { 1 }

/* #[no_mangle] pub extern "C" fn in_another() {} */
#[no_mangle]
#[allow(clippy::missing_safety_doc)]
pub unsafe extern "C" fn open(config: *const u8, length: u32, // how long, in bytes
    done: Option<extern "C" fn(u32, *mut std::ffi::c_void) -> bool>,
    error: *mut u8,
) -> *mut std::ffi::c_void {
    todo!()
}

#[no_mangle] extern "C" fn close(session: *mut Session<u8, u16>) {}

pub extern "C" fn not_exported(a: u8) {}
`;

const SYMBOLS = {
  version: { parameters: [], result: "u32" },
  open: { parameters: ["buffer", "u32", "function", "pointer"], result: "pointer", nonblocking: true },
  close: { parameters: ["pointer"], result: "void" },
  close_later: { name: "close", parameters: ["pointer"], result: "void", nonblocking: true },
} as const;

function problems(changes: Record<string, unknown>): string[] {
  return compareNativeSymbols(RUST, { ...SYMBOLS, ...changes } as Deno.ForeignLibraryInterface);
}

Deno.test("a table that fits, with a second way to call a function, is in order", () => {
  assert.deepEqual(problems({}), []);
});

Deno.test("every difference is told", () => {
  const cases: [Record<string, unknown>, string][] = [
    [
      { version: { parameters: [], result: "i32" } },
      "version: Rust has () -> u32, the table has () -> i32; make them equal",
    ],
    [
      { close: { parameters: ["pointer", "u32"], result: "void" } },
      "close: Rust has (pointer) -> void, the table has (pointer, u32) -> void; make them equal",
    ],
    [
      { close_later: { name: "close", parameters: ["usize"], result: "void" } },
      "close_later: Rust has (pointer) -> void, the table has (usize) -> void; make them equal",
    ],
    [
      { closed: { parameters: [], result: "void" } },
      "closed: no Rust function 'closed' is exported; correct the name, or export it with #[no_mangle]",
    ],
    [
      { close: { type: "u32" }, close_later: { name: "close", parameters: ["pointer"], result: "void" } },
      "close: a variable",
    ],
  ];
  for (const [changes, wanted] of cases) {
    const found = problems(changes);
    assert.equal(found.length, 1, found.join("\n"));
    assert.ok(found[0].startsWith(wanted), found[0]);
  }
});

Deno.test("a function of the library that nobody can call is told", () => {
  const { version: _, ...rest } = SYMBOLS;
  assert.deepEqual(compareNativeSymbols(RUST, rest), [
    "version: exported by Rust, but not in the table; add it, or remove the function",
  ]);
});
