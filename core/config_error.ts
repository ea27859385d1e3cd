/** One thing that is wrong in a configuration. */
export interface ConfigProblem {
  /** File as the user named it. */
  readonly file: string;
  /** Line, counted from 1; 0 when the whole file is meant. */
  readonly line: number;
  /** Column in characters, counted from 1; 0 when the whole file is meant. */
  readonly column: number;
  /** Key path, e.g. `Robots.ur5e.controller.mode`; "" when no key is meant. */
  readonly path: string;
  /** The value found, as it is written. */
  readonly value?: string;
  /** What is, and what was wanted. */
  readonly message: string;
  /** What to do, e.g. `did you mean 'velocity'?`. */
  readonly hint?: string;
}

/** A configuration is refused. The message has one line for each problem, in the order of the file. */
export class ConfigError extends Error {
  /** Always `ConfigError`. */
  override readonly name = "ConfigError";
  /** Everything that is wrong, in the order of the file. */
  readonly problems: readonly ConfigProblem[];

  /** `problems` must not be empty; they are printed in the given order. */
  constructor(problems: readonly ConfigProblem[], options?: ErrorOptions) {
    super(problems.map(lineOf).join("\n"), options);
    this.problems = problems;
  }
}

function lineOf(problem: ConfigProblem): string {
  const place = problem.line > 0 ? `${problem.file}:${problem.line}:${problem.column}` : problem.file;
  const parts = [place, problem.path, problem.message].filter((part) => part !== "");
  return parts.join(": ") + (problem.hint === undefined ? "" : ` (${problem.hint})`);
}
