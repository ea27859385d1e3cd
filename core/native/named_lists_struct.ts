import { CStruct } from "./c_struct.ts";

/** Bytes of one entry: name, list, length of the list. */
const ENTRY_BYTES = 24;

/** An array of structures with a name, a list of names and its length: grippers and their joints, for drivers and controllers alike. */
export function namedListsStruct(
  lists: readonly { readonly name: string; readonly joints: readonly string[] }[],
): CStruct {
  const array = new CStruct(ENTRY_BYTES * lists.length);
  for (const [index, { name, joints }] of lists.entries()) {
    const at = ENTRY_BYTES * index;
    array.text(at, name);
    array.texts(at + 8, joints);
    array.u32(at + 16, joints.length);
  }
  return array;
}
