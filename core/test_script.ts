/** How a {@link TestScript} runs. */
export interface TestScriptOptions {
  /** Words before the program, e.g. `taskset -c 0`. */
  readonly before?: readonly string[];
  /** V8 flags, separated by commas. */
  readonly v8Flags?: string;
  /** Runs as the user `nobody`, who has no rights; only for root. */
  readonly asNobody?: boolean;
}

/** What a {@link TestScript} has left. */
export interface TestScriptResult {
  /** Exit code. */
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  /** Standard error. */
  readonly err: string;
}

const NOBODY = 65534;

/** A few lines of TypeScript in a process of their own, for tests of what belongs to a whole process. */
export class TestScript {
  readonly #command: Deno.Command;

  /** `text` imports files of this folder as `./name.ts`. Relative paths are those of this folder. */
  constructor(text: string, options: TestScriptOptions = {}) {
    const { before = [], v8Flags, asNobody = false } = options;
    const source = text.replaceAll(/from "\.\//g, `from "${new URL("./", import.meta.url).href}`);
    const flags = v8Flags === undefined ? [] : [`--v8-flags=${v8Flags}`];
    const argv = [...before, Deno.execPath(), "eval", "--quiet", "--no-check", "--ext=ts", ...flags, source];
    this.#command = new Deno.Command(argv[0], {
      args: argv.slice(1),
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      env: { NO_COLOR: "1", ...(asNobody ? { DENO_DIR: "/nonexistent", HOME: "/nonexistent" } : {}) },
      ...(asNobody ? { uid: NOBODY, gid: NOBODY } : {}),
    });
  }

  /** Runs it to its end. */
  async run(): Promise<TestScriptResult> {
    const { code, stdout, stderr } = await this.#command.output();
    const decoder = new TextDecoder();
    return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
  }

  /** Starts it; its output is to be read. */
  start(): Deno.ChildProcess {
    return this.#command.spawn();
  }
}
