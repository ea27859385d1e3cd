import { NativeArrays } from "./native_arrays.ts";
import type { NativeLibrary } from "./open_native_library.ts";

/** More than this of anything has no place in a computer. */
const MOST = 1e11;

/** The sizes of a model, by name. Throws a `DriverError` when they make no sense. */
export function nativeSizes(library: NativeLibrary, model: Deno.PointerObject): Readonly<Record<string, number>> {
  const view = new Deno.UnsafePointerView(model);
  const { first, names } = library.layout.sizes;
  const sizes = Object.fromEntries(names.split(" ").map((name, i) => [name, Number(view.getBigInt64(first + 8 * i))]));
  // -1 stands for no limit.
  const odd = Object.entries(sizes).find(([, size]) => size < -1 || size > MOST);
  if (odd !== undefined) throw NativeArrays.fault(library, `${odd[0]} is ${odd[1]}`);
  return sizes;
}
