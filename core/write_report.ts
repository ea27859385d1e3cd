import { RunFailure } from "./run_failure.ts";

/**
 * Writes the figures of a run as JSON: whole or not at all. What is no plain file, like a pipe, `/dev/null` or a link, is written to and not
 * replaced. Errors: {@link RunFailure} when the file cannot be written.
 */
export function writeReport(file: string, report: unknown): void {
  const text = JSON.stringify(report, null, 2) + "\n";
  const temporary = `${file}.${Deno.pid}.tmp`;
  try {
    if (!mayReplace(file)) return Deno.writeTextFileSync(file, text);
    Deno.writeTextFileSync(temporary, text);
    Deno.renameSync(temporary, file);
  } catch (cause) {
    remove(temporary);
    throw new RunFailure(
      `writing the report '${file}': ${(cause as Error).message}; give --report a file in a folder that can be written`,
      { cause },
    );
  }
}

function mayReplace(file: string): boolean {
  try {
    return Deno.lstatSync(file).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  }
}

function remove(file: string): void {
  try {
    Deno.removeSync(file);
  } catch {
    // it was not made
  }
}
