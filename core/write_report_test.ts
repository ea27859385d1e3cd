import assert from "node:assert/strict";
import { RunFailure } from "./run_failure.ts";
import { writeReport } from "./write_report.ts";

async function inFolder(run: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "uri report " });
  try {
    await run(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("write report: JSON in the file, and nothing else in the folder; a second one replaces it", async () => {
  await inFolder((folder) => {
    const file = `${folder}/r é.json`;
    writeReport(file, { role: "manager", long: "x".repeat(100_000) });
    writeReport(file, { role: "interface", cycles: 7, error: "" });
    const text = Deno.readTextFileSync(file);
    assert.deepEqual(JSON.parse(text), { role: "interface", cycles: 7, error: "" });
    assert.ok(text.endsWith("}\n"));
    assert.deepEqual(names(folder), ["r é.json"]);
  });
});

Deno.test("write report: a reader sees the old one or the new one, whole", async () => {
  await inFolder((folder) => {
    const file = `${folder}/r.json`;
    writeReport(file, { n: 1 });
    using open = Deno.openSync(file);
    writeReport(file, { n: 2 });
    const bytes = new Uint8Array(100);
    const length = open.readSync(bytes)!;
    assert.deepEqual(JSON.parse(new TextDecoder().decode(bytes.subarray(0, length))), { n: 1 });
    assert.deepEqual(JSON.parse(Deno.readTextFileSync(file)), { n: 2 });
  });
});

Deno.test("write report: a failure names the file and the remedy, and leaves nothing behind", async () => {
  await inFolder((folder) => {
    const failure = (file: string) => (error: unknown) =>
      error instanceof RunFailure && error.cause instanceof Error && error.message.includes(`'${file}'`) &&
      /; give --report a file/.test(error.message);
    const missing = `${folder}/no/r.json`;
    assert.throws(() => writeReport(missing, {}), failure(missing));
    Deno.mkdirSync(`${folder}/taken`);
    assert.throws(() => writeReport(`${folder}/taken`, {}), failure(`${folder}/taken`));
    assert.deepEqual(names(folder), ["taken"]);
  });
});

Deno.test("write report: a link stays a link, and its file is written", async () => {
  await inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/real.json`, "old and much longer than the new one");
    Deno.symlinkSync("real.json", `${folder}/link.json`);
    writeReport(`${folder}/link.json`, { n: 3 });
    assert.ok(Deno.lstatSync(`${folder}/link.json`).isSymlink);
    assert.deepEqual(JSON.parse(Deno.readTextFileSync(`${folder}/real.json`)), { n: 3 });
  });
});

Deno.test("write report: a pipe is written to and stays, as a device would", async () => {
  await inFolder(async (folder) => {
    const fifo = `${folder}/fifo`;
    new Deno.Command("mkfifo", { args: [fifo] }).outputSync();
    const reader = new Deno.Command("cat", { args: [fifo], stdout: "piped" }).spawn();
    writeReport(fifo, { n: 4 });
    const { stdout } = await reader.output();
    assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), { n: 4 });
    assert.ok(Deno.lstatSync(fifo).isFifo);
  });
});
