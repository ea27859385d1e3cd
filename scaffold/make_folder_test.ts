import assert from "node:assert/strict";
import { RunFailure } from "../core/run_failure.ts";
import { UsageError } from "../core/usage_error.ts";
import { makeFolder } from "./make_folder.ts";

const FILES = [{ path: "a.txt", text: "a" }, { path: "b/c.txt", text: "c" }];

function inFolder(work: (folder: string) => void): void {
  const folder = Deno.makeTempDirSync({ prefix: "uri scaffold " });
  try {
    work(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name);

Deno.test("the files are written, with their folders", () => {
  inFolder((folder) => {
    makeFolder(`${folder}/p`, FILES);
    assert.equal(Deno.readTextFileSync(`${folder}/p/a.txt`), "a");
    assert.equal(Deno.readTextFileSync(`${folder}/p/b/c.txt`), "c");
  });
});

Deno.test("what exists is refused, whatever it is, and left as it is", () => {
  inFolder((folder) => {
    Deno.mkdirSync(`${folder}/empty`);
    Deno.writeTextFileSync(`${folder}/file`, "x");
    Deno.symlinkSync(`${folder}/nowhere`, `${folder}/link`);
    for (const name of ["empty", "file", "link"]) {
      assert.throws(() => makeFolder(`${folder}/${name}`, FILES), (error) => {
        assert.ok(error instanceof UsageError);
        assert.ok(error.message.includes(`${folder}/${name} already exists, refusing to overwrite`));
        return true;
      });
    }
    assert.deepEqual(names(`${folder}/empty`), []);
    assert.equal(Deno.readTextFileSync(`${folder}/file`), "x");
    assert.deepEqual(names(folder).sort(), ["empty", "file", "link"]);
  });
});

Deno.test("a place that is not there, or is no folder, is named with what to do", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/file`, "x");
    const text = (target: string) => {
      try {
        makeFolder(target, FILES);
      } catch (error) {
        assert.ok(error instanceof UsageError);
        return error.message;
      }
    };
    assert.equal(
      text(`${folder}/no/p`),
      `Cannot create a driver project in '${folder}/no': it does not exist, a folder was wanted; make it first: mkdir -p '${folder}/no'`,
    );
    assert.match(text(`${folder}/file/p`)!, /it is a file, a folder was wanted/);
    assert.match(text(`${folder}/file/q/p`)!, /does not exist/);
  });
});

Deno.test("when a file cannot be written, nothing is left", () => {
  inFolder((folder) => {
    for (const path of ["b", "x".repeat(300)]) {
      assert.throws(
        () => makeFolder(`${folder}/p`, [...FILES, { path, text: "" }]),
        (error) => /^Cannot create a driver project: .*; /.test((error as Error).message),
      );
      assert.deepEqual(names(folder), []);
    }
    assert.throws(() => makeFolder(`${folder}/${"x".repeat(300)}`, FILES), RunFailure);
  });
});

Deno.test("a folder that belongs to somebody else is told so", () => {
  // Even root may not write there.
  assert.throws(() => makeFolder("/proc/p", FILES), (error) => {
    assert.ok(error instanceof RunFailure, String(error));
    assert.match(error.message, /^Cannot create a driver project: \/proc\/p: /);
    return true;
  });
});
