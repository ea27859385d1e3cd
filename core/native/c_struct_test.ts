import assert from "node:assert/strict";
import { CStruct } from "./c_struct.ts";

/** The text at an address that stands at `at` of a structure. */
function textAt(struct: CStruct, at: number): string {
  return Deno.UnsafePointerView.getCString(pointerAt(struct, at));
}

function pointerAt(struct: CStruct, at: number): Deno.PointerObject {
  const address = new DataView(struct.bytes.buffer).getBigUint64(at, true);
  return Deno.UnsafePointer.create(address)!;
}

Deno.test("C structures: numbers stand where they were put, all else is zero", () => {
  const struct = new CStruct(200);
  struct.u32(4, 0xffffffff);
  struct.u64(8, 2 ** 53 - 1);
  struct.f64(16, -0.1);
  const view = new DataView(struct.bytes.buffer);
  assert.equal(struct.bytes.length, 200);
  assert.deepEqual(
    [view.getUint32(0, true), view.getUint32(4, true), view.getBigUint64(8, true), view.getFloat64(16, true)],
    [0, 0xffffffff, 9007199254740991n, -0.1],
  );
  assert.ok(struct.bytes.subarray(24).every((byte) => byte === 0));
});

Deno.test("C structures: what is pointed at lives as long as they do, however much is collected meanwhile", () => {
  const struct = new CStruct(64);
  const names = Array.from({ length: 200 }, (_, i) => `joint ${i} ÄÖ ${"x".repeat(i)}`);
  struct.text(0, "");
  struct.text(8, "röbot");
  struct.texts(16, names);
  struct.texts(24, []);
  const inner = new CStruct(16);
  inner.text(8, "inner");
  struct.struct(32, inner);
  for (let i = 0; i < 200; i++) new Array(100_000).fill(i); // garbage
  assert.equal(textAt(struct, 0), "");
  assert.equal(textAt(struct, 8), "röbot");
  const array = new Deno.UnsafePointerView(pointerAt(struct, 16));
  names.forEach((name, i) => {
    assert.equal(Deno.UnsafePointerView.getCString(array.getPointer(8 * i)!), name);
  });
  assert.notEqual(pointerAt(struct, 24), null, "an empty array has an address all the same");
  const innerAt = new Deno.UnsafePointerView(pointerAt(struct, 32));
  assert.equal(Deno.UnsafePointerView.getCString(innerAt.getPointer(8)!), "inner");
});
