import assert from "node:assert/strict";
import { Libc } from "../../core/posix/libc.ts";
import { skipUnless } from "../../tests/skip_unless.ts";
import { cellBytes } from "../cell/cell_bytes.ts";
import { CellLayout } from "../cell/cell_layout.ts";
import { CellMemory } from "../cell/cell_memory.ts";
import { CellReader } from "../cell/cell_reader.ts";
import { CellWriter } from "../cell/cell_writer.ts";
import { ScratchFolder } from "../testing/scratch_folder.ts";
import type { TransportError } from "../transport_error.ts";
import { MappedCell } from "./mapped_cell.ts";
import { ShmTransport } from "./shm_transport.ts";

const libc = new Libc(); // opened here, so that no single test is found to have left it open
const CAPACITY = 64;
const LOCK_SH = 1;
const root = Deno.uid() === 0;

function test(name: string, run: (folder: string) => Promise<void> | void, ignore = false): void {
  Deno.test({
    name: `shm, what it finds: ${name}`,
    ignore,
    async fn() {
      using folder = new ScratchFolder();
      await run(folder.path);
    },
  });
}

/** The bytes of a cell of `capacity`, with other words in the header. */
function cellFile(capacity: number, words: Record<number, number> = {}): Uint8Array {
  const header = new Uint32Array(cellBytes(capacity) / 4);
  CellMemory.format(header, capacity);
  for (const [at, word] of Object.entries(words)) header[Number(at)] = word;
  return new Uint8Array(header.buffer);
}

/** Opens the cell at `path` and proves that it works. */
function assertWorks(path: string): void {
  const cell = MappedCell.open(path, CAPACITY);
  const reader = new CellReader(cell.descriptor);
  const words = new Uint32Array(16).fill(3);
  assert.equal(new CellWriter(cell.descriptor).publish(words, 0, 64), 0);
  assert.equal(reader.takeLatest(words.fill(0)), 64);
  assert.equal(words[15], 3);
  cell.close();
  assert.throws(() => Deno.statSync(path), Deno.errors.NotFound);
}

function assertForeign(path: string, message: RegExp): void {
  assert.throws(() => MappedCell.open(path, CAPACITY), (error: TransportError) => {
    assert.equal(error.kind, "foreign", error.message);
    assert.ok(error.message.includes(path) && message.test(error.message), error.message);
    return true;
  });
}

/** As another process does that uses the file. */
function holding(path: string, run: () => void): void {
  const fd = libc.unwrap("open", libc.call.open(new TextEncoder().encode(`${path}\0`), 0, 0));
  assert.equal(libc.call.flock(fd, LOCK_SH), 0);
  run();
  libc.call.close(fd);
}

const ours = cellFile(CAPACITY);
const others: [string, Uint8Array][] = [
  ["of an older layout", cellFile(CAPACITY, { [CellLayout.W_VERSION]: 1 })],
  ["of a newer layout", cellFile(CAPACITY, { [CellLayout.W_VERSION]: 99 })],
  ["with another number of slots", cellFile(CAPACITY, { [CellLayout.W_SLOTS]: 8 })],
  ["with a size that is not the one in its header", cellFile(CAPACITY, { [CellLayout.W_CAPACITY]: 8 * CAPACITY })],
  ["cut off in the middle", ours.subarray(0, ours.length / 2)],
  ["cut off in its header", ours.subarray(0, 20)],
  ["whose making was cut short", new Uint8Array(4096)],
  ["whose making was cut short early", new Uint8Array(8)],
  ["for smaller messages", cellFile(CAPACITY / 2)],
];
for (const [what, bytes] of others) {
  test(`a cell ${what} is replaced when nobody holds it, and refused when somebody does`, (folder) => {
    const path = `${folder}/cell`;
    Deno.writeFileSync(path, bytes);
    holding(
      path,
      () => assertForeign(path, /is no cell of layout 3 \(\d+ bytes\)|for smaller messages; wanted 64 bytes/),
    );
    assert.deepEqual(Deno.readFileSync(path), bytes, "a refused file is left as it was");
    assertWorks(path);
  });
}

test("an empty file is used, and a larger cell too", (folder) => {
  const path = `${folder}/cell`;
  Deno.writeFileSync(path, new Uint8Array());
  assertWorks(path);
  Deno.writeFileSync(path, cellFile(8 * CAPACITY));
  assertWorks(path);
});

test("a cell that was truncated while nobody had it mapped is made anew", (folder) => {
  const path = `${folder}/cell`;
  for (const size of [0, 4, 100]) {
    Deno.writeFileSync(path, ours);
    Deno.truncateSync(path, size);
    assertWorks(path);
  }
});

test("a file that was never a cell is refused and left alone", (folder) => {
  const path = `${folder}/cell`;
  for (const text of ["x", "notes of mine\n".repeat(1000)]) {
    Deno.writeTextFileSync(path, text);
    assertForeign(path, /it is no cell of layout 3 .* then remove it: rm /);
    assert.equal(Deno.readTextFileSync(path), text);
  }
});

test("a folder, a link and a pipe in the place of a cell are refused", (folder) => {
  Deno.mkdirSync(`${folder}/folder`);
  assertForeign(`${folder}/folder`, /it is a folder/);
  Deno.writeTextFileSync(`${folder}/target`, "precious");
  Deno.symlinkSync(`${folder}/target`, `${folder}/link`);
  assertForeign(`${folder}/link`, /it is a symbolic link/);
  assert.equal(Deno.readTextFileSync(`${folder}/target`), "precious");
  assert.ok(new Deno.Command("mkfifo", { args: [`${folder}/pipe`] }).outputSync().success);
  assertForeign(`${folder}/pipe`, /it is no regular file/);
});

test("a cell of another user is refused", (folder) => {
  const path = `${folder}/cell`;
  Deno.writeFileSync(path, ours);
  Deno.chownSync(path, 65534, 65534);
  assertForeign(path, /belongs to user 65534/);
}, skipUnless(root, "giving a file to another user needs root"));

test("its folder must be a folder of this user with mode 700", (folder) => {
  const path = `${folder}/uri-${Deno.uid()}`;
  const refused = (message: RegExp) =>
    assert.throws(() => new ShmTransport("t", folder), (error: TransportError) => {
      assert.equal(error.kind, "foreign");
      assert.match(error.message, message);
      return error.message.includes(path);
    });
  Deno.writeTextFileSync(path, "");
  refused(/it is a file of user/);
  Deno.removeSync(path);
  Deno.mkdirSync(`${folder}/elsewhere`, { mode: 0o700 });
  Deno.symlinkSync(`${folder}/elsewhere`, path);
  refused(/it is a symbolic link/);
  Deno.removeSync(path);
  for (const mode of [0o755, 0o770, 0o701]) {
    Deno.mkdirSync(path);
    Deno.chmodSync(path, mode);
    refused(new RegExp(`it is a folder of user ${Deno.uid()} with mode ${mode.toString(8)}; wanted .* mode 700`));
    Deno.removeSync(path);
  }
  new ShmTransport("t", folder);
  assert.equal(Deno.statSync(path).mode! & 0o777, 0o700);
});

test("its folder may not be another user's", (folder) => {
  const path = `${folder}/uri-0`;
  Deno.mkdirSync(path, { mode: 0o700 });
  Deno.chownSync(path, 65534, 65534);
  assert.throws(() => new ShmTransport("t", folder), { kind: "foreign", message: /a folder of user 65534/ });
}, skipUnless(root, "giving a folder to another user needs root"));

test("a root that is not there, not writable in effect, or too long a name is a clear error", (folder) => {
  assert.throws(() => new ShmTransport("t", `${folder}/nowhere`), { kind: "unavailable", message: /needs a writable/ });
  const long = `${folder}/${"x".repeat(70)}`;
  Deno.mkdirSync(long);
  assert.throws(() => new ShmTransport("t", long), { kind: "unavailable", message: /too long for the sockets/ });
});

test("links and folders in the place of sockets and locks", async (folder) => {
  const transport = new ShmTransport("t", folder);
  const file = (name: string) => `${folder}/uri-${Deno.uid()}/${name}`;
  Deno.writeTextFileSync(`${folder}/target`, "precious");
  // A link where the socket comes is removed, as everything there that nobody holds; what it names stays.
  Deno.symlinkSync(`${folder}/target`, file("a.token"));
  await (await transport.declareToken("a")).release();
  Deno.symlinkSync(`${folder}/target`, file("b.token-lock"));
  await assert.rejects(() => transport.declareToken("b"), { kind: "foreign", message: /it is a symbolic link/ });
  Deno.mkdirSync(`${file("c.query")}/full`, { recursive: true });
  await assert.rejects(() => transport.answer("c", (x) => x), {
    kind: "unavailable",
    message: /no socket can be made/,
  });
  Deno.removeSync(file("c.query"), { recursive: true });
  await transport.answer("c", (x) => x); // the failed attempt has not kept the lock
  Deno.mkdirSync(file("d.cell-lock"));
  await assert.rejects(() => transport.publish("d"), { kind: "foreign", message: /it is a folder/ });
  Deno.writeTextFileSync(file("e.cell"), "not a cell");
  await assert.rejects(() => transport.publish("e"), { kind: "foreign" });
  Deno.removeSync(file("e.cell"));
  await transport.publish("e");
  assert.equal(Deno.readTextFileSync(`${folder}/target`), "precious");
  await transport.close();
});

/** Runs `run` in a small file system of memory. */
async function onSmallDisk(folder: string, options: string, run: (disk: string) => Promise<void>): Promise<void> {
  const disk = `${folder}/d`;
  Deno.mkdirSync(disk);
  assert.ok(mount(["-t", "tmpfs", "-o", options, "tmpfs", disk]));
  try {
    await run(disk);
  } finally {
    new Deno.Command("umount", { args: ["-l", disk] }).outputSync();
  }
}

function mount(args: string[]): boolean {
  try {
    return new Deno.Command("mount", { args, stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

function canMount(): boolean {
  if (!root) return false;
  using folder = new ScratchFolder();
  const mounted = mount(["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.path]);
  if (mounted) new Deno.Command("umount", { args: [folder.path] }).outputSync();
  return mounted;
}

const noMount = skipUnless(canMount(), "mounting a small file system needs root and the right to mount");

test(
  "a full shared memory is an error that says so, and no reason to start anew when there is room again",
  async (folder) => {
    await onSmallDisk(folder, "size=256k", async (disk) => {
      const transport = new ShmTransport("t", disk);
      await transport.subscribe("first");
      await assert.rejects(() => transport.publish("second"), (error: TransportError) => {
        assert.equal(error.kind, "unavailable");
        assert.match(error.message, /reserving \d+ bytes at .*second\.cell: ENOSPC/);
        return true;
      });
      assert.deepEqual([...Deno.readDirSync(`${disk}/uri-0`)].map((entry) => entry.name), ["first.cell"]);
      const small = await transport.publish("second", { capacity: 64 });
      await small.release();
      Deno.writeFileSync(`${disk}/filler`, new Uint8Array(1));
      fill(`${disk}/filler`);
      await assert.rejects(() => transport.publish("third", { capacity: 64 }), (error: TransportError) => {
        assert.equal(error.kind, "unavailable");
        assert.match(error.message, /publishing 'third': .* cannot be written .*; free some space there/);
        return true;
      });
      Deno.removeSync(`${disk}/filler`);
      await transport.publish("third", { capacity: 64 });
      await transport.close();
    });
  },
  noMount,
);

test("a file system without room for another file is an error that says so", async (folder) => {
  await onSmallDisk(folder, "size=1m,nr_inodes=3", async (disk) => {
    const transport = new ShmTransport("t", disk); // the root and the folder take two
    await assert.rejects(() => transport.declareToken("a"), {
      kind: "unavailable",
      message: /token 'a': no socket can be/,
    });
    await assert.rejects(() => transport.publish("a"), { kind: "unavailable", message: /opening .*a\.cell: ENOSPC/ });
    await transport.subscribe("a");
    await assert.rejects(() => transport.declareToken("a"), { kind: "unavailable", message: /opening .*lock: ENOSPC/ });
    await transport.close();
  });
}, noMount);

/** Writes until nothing more goes in. */
function fill(path: string): void {
  using file = Deno.openSync(path, { append: true });
  try {
    for (;;) file.writeSync(new Uint8Array(4096));
  } catch {
    // full
  }
}
