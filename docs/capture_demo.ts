/**
 * Draws `docs/images/demo.svg` from a real run of `./dev demo` in a terminal of tmux:
 *
 * ```sh
 * ./dev deno run -A docs/capture_demo.ts
 * ```
 *
 * @module
 */

const COLUMNS = 98;
const ROWS = 30;
/** Seconds after the start at which the live table is taken. */
const TAKE_AT_S = 8;
const FONT_SIZE = 13;
const CHARACTER = 7.8;
const LINE = 17;
const MARGIN = 16;

/** Runs the demo, takes its terminal in the middle and at the end, and resolves to both as one SVG. */
export async function captureDemo(): Promise<string> {
  const server = `uri-capture-${Deno.pid}`;
  const tmux = (...args: string[]) => output("tmux", "-L", server, ...args);
  const start = `./dev demo`;
  await tmux(...`new-session -d -x ${COLUMNS} -y ${ROWS}`.split(" "), `${start}; printf '\\n\\n'; exec sleep 60`);
  try {
    await pause(TAKE_AT_S * 1000);
    const middle = screen(await tmux("capture-pane", "-p"));
    await waitFor(async () => (await tmux("capture-pane", "-p")).includes("Summary"), 30);
    await pause(500);
    const end = screen(await tmux("capture-pane", "-p"));
    return drawing([`$ ${start}`, ...middle, "", "", ...end.slice(end.indexOf("Summary"))]);
  } finally {
    await tmux("kill-server");
  }
}

function screen(text: string): string[] {
  return text.trimEnd().split("\n").map((line) => line.trimEnd());
}

function drawing(lines: readonly string[]): string {
  const width = COLUMNS * CHARACTER + 2 * MARGIN;
  const height = lines.length * LINE + 2 * MARGIN;
  const texts = lines.flatMap((line, i) => {
    if (line === "") return [];
    // The width of each line is told, so that every font of fixed width draws the same columns.
    const length = ([...line].length * CHARACTER).toFixed(1);
    const y = MARGIN + (i + 1) * LINE - 4;
    return [
      `<text x="${MARGIN}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escaped(line)}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#16181d"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${FONT_SIZE}" fill="#d8dee9" xml:space="preserve">`,
    ...texts,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** Blanks become ones that no renderer joins. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(" ", "\u00a0");
}

async function waitFor(condition: () => Promise<boolean>, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(200)) if (await condition()) return;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function output(program: string, ...args: string[]): Promise<string> {
  const cwd = new URL("..", import.meta.url);
  const { stdout } = await new Deno.Command(program, { args, cwd, stderr: "inherit" }).output();
  return new TextDecoder().decode(stdout);
}

if (import.meta.main) await Deno.writeTextFile(new URL("images/demo.svg", import.meta.url), await captureDemo());
