import assert from "node:assert/strict";
import fc from "fast-check";
import { tellUrdfMeshesApart } from "./tell_urdf_meshes_apart.ts";

const urdf = (...files: readonly string[]) =>
  `<robot name="r">${files.map((file) => `<link><mesh filename="${file}" scale="1 1 1"/></link>`).join("\n")}</robot>`;
const filesOf = (text: string) => [...text.matchAll(/filename="([^"]*)"/g)].map(([, file]) => file);
const nameOf = (file: string) => file.replace(/^.*\//, "").replace(/\.[^.]*$/, "");

Deno.test("files of one name get different ones, one file keeps one, and all lead back", () => {
  const text = urdf("package://a/m/base.stl", "b/base.stl", "package://a/m/base.stl", "c/base.obj", "b/base.stl");
  assert.deepEqual(filesOf(tellUrdfMeshesApart.rename(text)), [
    "package://a/m/base.stl",
    "b/base~uri1.stl",
    "package://a/m/base.stl",
    "c/base~uri2.obj",
    "b/base~uri1.stl",
  ]);
  assert.equal(tellUrdfMeshesApart.fileOf("/x/b/base~uri1.stl"), "/x/b/base.stl");
  assert.equal(tellUrdfMeshesApart.fileOf("/x/a~uri1/b.stl"), "/x/a~uri1/b.stl");
});

Deno.test("any files: as many names as files, each leads back, what is no URDF stays as it is", () => {
  const part = fc.stringMatching(/^[a-c]{1,2}$/);
  const file = fc.tuple(part, part, fc.constantFrom("stl", "STL", "obj")).map(([a, b, c]) => `${a}/${b}.${c}`);
  fc.assert(fc.property(fc.array(file, { maxLength: 12 }), (files) => {
    const renamed = filesOf(tellUrdfMeshesApart.rename(urdf(...files)));
    assert.deepEqual(renamed.map(tellUrdfMeshesApart.fileOf), files);
    assert.equal(new Set(renamed.map(nameOf)).size, new Set(files).size);
    const mjcf = urdf(...files).replaceAll("robot", "mujoco");
    assert.equal(tellUrdfMeshesApart.rename(mjcf), mjcf);
  }));
});
