import assert from "node:assert/strict";
import { skipUnless } from "../../tests/skip_unless.ts";
import { TestScript } from "../test_script.ts";

const SCRIPT = `import { TerminalTable } from "./log/terminal_table.ts"; const table = new TerminalTable(3);`;
const hasPython = has("python3");

function has(program: string): boolean {
  try {
    return new Deno.Command(program, { args: ["-c", "import pty"], stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

/** Runs a program in a terminal of `rows` and `columns`, and passes on what it writes. */
const inTerminal = (rows: number, columns: number) => [
  "python3",
  "-c",
  `import os, pty, sys, fcntl, termios, struct
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", ${rows}, ${columns}, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
try:
    while True:
        data = os.read(fd, 65536)
        if not data: break
        sys.stdout.buffer.write(data)
except OSError: pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))`,
];

/** The screen that `out` leaves, of a terminal that knows the three sequences that the table uses. */
function screen(out: string): string[] {
  const lines = [""];
  let row = 0, column = 0;
  // deno-lint-ignore no-control-regex -- the sequences begin with the escape character
  for (const [token] of out.matchAll(/\x1b\[(\d*)[A-Z]|[\s\S]/gu)) {
    if (token === "\n") {
      row++;
      lines[row] ??= "";
    } else if (token === "\r") column = 0;
    else if (token.endsWith("A") && token.length > 1) row -= Number(token.slice(2, -1));
    else if (token.endsWith("J") && token.length > 1) lines.splice(row, Infinity, lines[row].slice(0, column));
    else if (token.endsWith("K") && token.length > 1) lines[row] = lines[row].slice(0, column);
    else {
      lines[row] = lines[row].slice(0, column).padEnd(column) + token + lines[row].slice(column + 1);
      column++;
    }
  }
  return lines;
}

Deno.test("terminal table: where the output is no terminal, every third drawing is written, and every line of the log", async () => {
  const { code, out } = await new TestScript(
    `${SCRIPT} for (let i = 0; i < 7; i++) { table.draw(["drawing " + i, "--"]); table.log("log " + i + "\\n"); }`,
  ).run();
  assert.equal(code, 0);
  const drawn = (i: number) => i % 3 === 0 ? `drawing ${i}\n--\n\n` : "";
  assert.equal(out, [0, 1, 2, 3, 4, 5, 6].map((i) => `${drawn(i)}log ${i}\n`).join(""));
});

Deno.test({
  name: "terminal table: on a terminal it is drawn in place, shorter or longer than before, with the log above",
  ignore: skipUnless(hasPython, "python3 is needed, for a terminal"),
  fn: async () => {
    const { code, out } = await new TestScript(
      `${SCRIPT}
       table.draw(["first", "long line that goes"]);
       table.draw(["second", "short"]);
       table.log("hello\\n");
       table.draw(["third", "a", "b"]);
       table.draw(["fourth"]);
       table.log("bye\\n");`,
      { before: inTerminal(24, 80) },
    ).run();
    assert.equal(code, 0);
    assert.deepEqual(screen(out).filter((line) => line !== ""), ["hello", "bye"]);
    // deno-lint-ignore no-control-regex -- the sequences begin with the escape character
    const before = screen(out.slice(0, out.indexOf("bye")).replace(/\x1b\[\d+A\r\x1b\[J$/, ""));
    assert.deepEqual(before.filter((line) => line !== ""), ["hello", "fourth"]);
  },
});

Deno.test({
  name: "terminal table: lines are cut to the width, so that none takes two rows",
  ignore: skipUnless(hasPython, "python3 is needed, for a terminal"),
  fn: async () => {
    const { out } = await new TestScript(`${SCRIPT} table.draw(["0123456789".repeat(9), "äöü€😀".repeat(9)]);`, {
      before: inTerminal(24, 20),
    }).run();
    assert.deepEqual(screen(out).filter((line) => line !== "").map((line) => [...line].length), [19, 19]);
  },
});

Deno.test("terminal table: a closed output is no failure", async () => {
  const { code, out } = await new TestScript(
    `${SCRIPT} for (let i = 0; i < 3000; i++) table.draw(["drawing " + i]); Deno.exit(7);`,
    { before: ["bash", "-c", '"$@" | head -n 1; exit ${PIPESTATUS[0]}', "bash"] },
  ).run();
  assert.deepEqual([code, out], [7, "drawing 0\n"]);
});

Deno.test({
  name: "terminal table: a terminal that does not know its width has 80 columns",
  ignore: skipUnless(hasPython, "python3 is needed, for a terminal"),
  fn: async () => {
    const { out } = await new TestScript(`${SCRIPT} table.draw(["0123456789", "x".repeat(100)]);`, {
      before: inTerminal(0, 0),
    }).run();
    assert.deepEqual(screen(out).filter((line) => line !== ""), ["0123456789", "x".repeat(79)]);
  },
});

Deno.test({
  name: "terminal table: a pipe that does not wait loses nothing",
  ignore: skipUnless(hasPython, "python3 is needed, for a pipe that does not wait"),
  fn: async () => {
    const before = ["python3", "-c", "import os, sys; os.set_blocking(1, False); os.execvp(sys.argv[1], sys.argv[1:])"];
    const process = new TestScript(
      `${SCRIPT} for (let i = 0; i < 30; i++) table.log(String(i).padEnd(20_000, ".") + "\\n");`,
      { before },
    ).start();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { code, stdout } = await process.output();
    assert.equal(code, 0);
    const numbers = new TextDecoder().decode(stdout).trimEnd().split("\n").map((line) => parseInt(line));
    assert.deepEqual(numbers, Array.from({ length: 30 }, (_, i) => i));
  },
});
