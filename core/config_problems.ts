import { ConfigError, type ConfigProblem } from "./config_error.ts";
import type { SourceMark } from "./yaml_node.ts";

/** What {@link ConfigProblems.add} may be told beside the text. */
export interface ConfigProblemDetails {
  /** The value found, as it is written. */
  readonly value?: string;
  /** What to do. */
  readonly hint?: string;
}

/** Collects everything that is wrong, so that it can be shown at once. */
export class ConfigProblems {
  readonly #problems: ConfigProblem[] = [];

  /** True when nothing is wrong so far. */
  get isEmpty(): boolean {
    return this.#problems.length === 0;
  }

  /** Everything noted, in the order in which it was found. */
  get all(): readonly ConfigProblem[] {
    return this.#problems;
  }

  /** Notes a problem. The same text at the same place is noted once: a value may be used by several robots. */
  add(at: SourceMark, path: string, message: string, details: ConfigProblemDetails = {}): void {
    const { file, line, column } = at;
    this.addAll([{ file, line, column, path, message, ...details }]);
  }

  /** Notes problems that were found elsewhere, e.g. in a file that this one names. */
  addAll(problems: readonly ConfigProblem[]): void {
    for (const problem of problems) {
      // A problem of a whole file has no place that could be shared by two robots, but its key path tells them apart.
      const isKnown = this.#problems.some((other) =>
        other.file === problem.file && other.line === problem.line && other.column === problem.column &&
        other.message === problem.message && (problem.line > 0 || other.path === problem.path)
      );
      if (!isKnown) this.#problems.push(problem);
    }
  }

  /** Throws {@link toError} unless nothing is noted. */
  throwIfAny(): void {
    if (!this.isEmpty) throw this.toError();
  }

  /** An error with everything noted, in the order of the file. */
  toError(): ConfigError {
    const files = [...new Set(this.#problems.map((problem) => problem.file))];
    return new ConfigError(
      this.#problems.toSorted((a, b) =>
        files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column
      ),
    );
  }
}
