import assert from "node:assert/strict";
import fc from "fast-check";
import { packFiles } from "./pack_files.ts";
import { unpackFiles } from "./unpack_files.ts";

Deno.test("an archive gives back what was put into it, and the same files make the same archive", () => {
  const file = fc.record({ path: fc.string(), content: fc.uint8Array({ maxLength: 300 }) }, { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(file), (files) => {
      const archive = packFiles(files);
      assert.deepEqual(unpackFiles(archive), files);
      assert.deepEqual(packFiles(files), archive);
    }),
    { numRuns: 20 },
  ); // each makes the large tables of the strongest compression
});
