import assert from "node:assert/strict";
import { Libc } from "../../core/posix/libc.ts";
import { CellReader } from "../cell/cell_reader.ts";
import { CellWriter } from "../cell/cell_writer.ts";
import { ScratchFolder } from "../testing/scratch_folder.ts";
import { MappedCell } from "./mapped_cell.ts";

new Libc(); // opened here, so that no single test is found to have left it open

Deno.test("mapped cell: what a thread still does with a cell that was closed is no fault, and reaches nobody", () => {
  using folder = new ScratchFolder();
  const path = `${folder.path}/cell`;
  const ours = MappedCell.open(path, 64), theirs = MappedCell.open(path, 64);
  const writer = new CellWriter(ours.descriptor), reader = new CellReader(ours.descriptor);
  const peer = { writer: new CellWriter(theirs.descriptor), reader: new CellReader(theirs.descriptor) };
  const words = new Uint32Array(16);
  assert.equal(writer.publish(words.fill(1), 0, 64), 0);
  ours.close();
  assert.equal(peer.reader.takeLatest(words), 64);
  assert.equal(words[15], 1, "what was sent before the end arrives");

  writer.publish(words.fill(2), 0, 64);
  assert.ok(peer.reader.takeLatest(words) < 0);
  peer.writer.publish(words.fill(3), 0, 64);
  reader.takeLatest(words.fill(0));
  assert.notEqual(words[15], 3);
  ours.close();
  theirs.close();
  assert.throws(() => Deno.statSync(path), Deno.errors.NotFound);
});
