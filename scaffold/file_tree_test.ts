import assert from "node:assert/strict";
import { fileTree } from "./file_tree.ts";

Deno.test("a tree shows every file below its folder", () => {
  assert.equal(
    fileTree("p", ["a.txt", "b/c.txt", "b/d/e.txt", "f.txt"]),
    "p/\n├── a.txt\n├── b/\n│   ├── c.txt\n│   └── d/\n│       └── e.txt\n└── f.txt",
  );
  assert.equal(fileTree("p", []), "p/");
});
