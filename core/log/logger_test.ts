import assert from "node:assert/strict";
import { skipUnless } from "../../tests/skip_unless.ts";
import { TestScript } from "../test_script.ts";
import { Logger, type LoggerOptions, type LogLevel } from "./logger.ts";

/** What a logger writes when each of its methods is called once. */
function lines(options: Partial<LoggerOptions>): { text: string; toError: boolean }[] {
  const written: { text: string; toError: boolean }[] = [];
  const log = new Logger({
    level: "debug",
    format: "text",
    write: (bytes, toError) => void written.push({ text: new TextDecoder().decode(bytes), toError }),
    ...options,
  });
  for (const level of ["success", "info", "warning", "error", "debug"] as const) log[level](`it is ${level}`);
  return written;
}

Deno.test("logger: one line a message, with its level; warnings and errors go to the standard error", () => {
  assert.deepEqual(lines({}), [
    { text: "[success] it is success\n", toError: false },
    { text: "[info] it is info\n", toError: false },
    { text: "[warning] it is warning\n", toError: true },
    { text: "[error] it is error\n", toError: true },
    { text: "[debug] it is debug\n", toError: false },
  ]);
});

Deno.test("logger: lines above the level are left out", () => {
  const shown = (level: LogLevel) => lines({ level }).map(({ text }) => /\[(.*?)\]/.exec(text)![1]).join(" ");
  assert.equal(shown("error"), "error");
  assert.equal(shown("warning"), "warning error");
  assert.equal(shown("info"), "success info warning error");
  assert.equal(shown("debug"), "success info warning error debug");
});

Deno.test("logger: as JSON, each line is one object with time, level, source and message", () => {
  const objects = lines({ format: "json", source: "ur5e" }).map(({ text }) => {
    assert.ok(text.endsWith("}\n") && text.indexOf("\n") === text.length - 1);
    return JSON.parse(text);
  });
  assert.deepEqual(objects.map(({ level }) => level), ["info", "info", "warning", "error", "debug"]);
  for (const { time, source, message } of objects) {
    assert.equal(new Date(time).toISOString(), time);
    assert.equal(source, "ur5e");
    assert.match(message, /^it is /);
  }
  const written: string[] = [];
  const write = (bytes: Uint8Array) => void written.push(new TextDecoder().decode(bytes));
  new Logger({ level: "info", format: "json", write }).info('two\nlines, "quoted", é');
  assert.equal(written[0].split("\n").length, 2);
  assert.equal(JSON.parse(written[0]).message, 'two\nlines, "quoted", é');
});

Deno.test("logger: a message that may come at every cycle may be repeated after its interval, each key for itself", async () => {
  const log = new Logger({ level: "error", format: "text" });
  assert.ok(log.mayRepeat("a", 60_000));
  assert.ok(!log.mayRepeat("a", 60_000));
  assert.ok(log.mayRepeat("b", 60_000));
  assert.ok(log.mayRepeat("c", 20));
  await new Promise((resolve) => setTimeout(resolve, 40));
  assert.ok(log.mayRepeat("c", 20));
  assert.ok(!log.mayRepeat("a", 60_000));
});

const SCRIPT = `import { Logger } from "./log/logger.ts";
  const log = new Logger({ level: "info", format: "text" });`;

Deno.test("logger: the standard streams get whole lines, without colours where they are no terminal", async () => {
  const long = "x".repeat(200_000);
  const { code, out, err } = await new TestScript(
    `${SCRIPT} log.info("${
      "x".repeat(10)
    }".repeat(20_000)); log.success("done"); log.warning("careful"); log.error("over");`,
  ).run();
  assert.equal(code, 0);
  assert.equal(out, `[info] ${long}\n[success] done\n`);
  assert.equal(err, "[warning] careful\n[error] over\n");
});

Deno.test("logger: an output that somebody has closed is no failure, and the other one still works", async () => {
  const script = new TestScript(
    `${SCRIPT} for (let i = 0; i < 2000; i++) log.info("nobody reads this " + i);
     log.error("still alive"); Deno.exit(7);`,
    { before: ["bash", "-c", '"$@" | head -n 1; exit ${PIPESTATUS[0]}', "bash"] },
  );
  const { code, out, err } = await script.run();
  assert.equal(code, 7);
  assert.equal(out, "[info] nobody reads this 0\n");
  assert.equal(err, "[error] still alive\n");
});

Deno.test({
  name: "logger: a pipe that does not wait loses nothing",
  ignore: skipUnless(has("python3"), "python3 is needed, for a pipe that does not wait"),
  fn: async () => {
    // The reader begins late, and the writer's end is non-blocking, as other programs leave it behind.
    const before = ["python3", "-c", "import os, sys; os.set_blocking(1, False); os.execvp(sys.argv[1], sys.argv[1:])"];
    const script = new TestScript(
      `${SCRIPT} for (let i = 0; i < 30; i++) log.info(String(i).padEnd(20_000, "."));`,
      { before },
    );
    const process = script.start();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { code, stdout } = await process.output();
    assert.equal(code, 0);
    const numbers = new TextDecoder().decode(stdout).trimEnd().split("\n").map((line) => parseInt(line.slice(7)));
    assert.deepEqual(numbers, Array.from({ length: 30 }, (_, i) => i));
  },
});

function has(program: string): boolean {
  try {
    return new Deno.Command(program, { args: ["--version"], stdout: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

Deno.test("logger: nothing invisible but the line feeds of a message gets out, in any format", () => {
  for (const format of ["text", "json"] as const) {
    const written: string[] = [];
    const write = (bytes: Uint8Array) => void written.push(new TextDecoder().decode(bytes));
    const log = new Logger({ level: "debug", format, write });
    log.warning("a\u001b[31m\nb\u202e\u009b");
    if (format === "text") assert.deepEqual(written, ["[warning] a\\u001b[31m\nb\\u{202e}\\u{9b}\n"]);
    else assert.equal(JSON.parse(written[0]).message, "a\\u001b[31m\nb\\u{202e}\\u{9b}");
  }
});
