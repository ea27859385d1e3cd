import assert from "node:assert/strict";

const WATCH = new URL("./exit_watch.ts", import.meta.url).href;
/** Code that ends its process as a C library does. */
const LEAVE = `Deno.dlopen("libc.so.6", { exit: { parameters: ["i32"], result: "void" } }).symbols.exit(STATUS);`;

/** Runs a program that has a watch and then does `rest`; gives its exit code and what it has written. */
async function outcome(rest: string): Promise<[number, string]> {
  const program = `import { ExitWatch } from ${JSON.stringify(WATCH)};
const watch = new ExitWatch();
${rest}`;
  const file = Deno.makeTempFileSync({ suffix: ".ts" });
  try {
    Deno.writeTextFileSync(file, program);
    const args = ["run", "-A", "--quiet", "--no-check", file];
    const { code, stdout } = await new Deno.Command(Deno.execPath(), { args, stdin: "null" }).output();
    return [code, new TextDecoder().decode(stdout)];
  } finally {
    Deno.removeSync(file);
  }
}

const TELL = `watch.tellBy((status) => console.log("exit", status));\n`;

for (const status of [0, 1, 7]) {
  const leave = LEAVE.replace("STATUS", `${status}`);
  Deno.test(`exit watch: exit(${status}) in the main thread is told, and a failure`, async () => {
    assert.deepEqual(await outcome(TELL + leave), [1, `exit ${status}\n`]);
  });

  Deno.test(`exit watch: exit(${status}) in another thread is told, and a failure`, async () => {
    const url = `data:text/javascript,${encodeURIComponent(leave)}`;
    const work = `new Worker(${JSON.stringify(url)}, { type: "module" });
for (;;) await new Promise((resolve) => setTimeout(resolve, 20));`;
    assert.deepEqual(await outcome(TELL + work), [1, `exit ${status}\n`]);
  });
}

Deno.test("exit watch: what tells may fail, and may be missing: it is a failure all the same", async () => {
  const leave = LEAVE.replace("STATUS", "0");
  assert.deepEqual(await outcome(leave), [1, ""]);
  const [code] = await outcome(`watch.tellBy(() => { throw new TypeError("no log"); });\n${leave}`);
  assert.equal(code, 1);
});
