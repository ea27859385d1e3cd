import { RunFailure } from "./run_failure.ts";

/** Writes the figures of a run as JSON: whole or not at all. Errors: {@link RunFailure} when the file cannot be written. */
export function writeReport(file: string, report: unknown): void {
  const temporary = `${file}.${Deno.pid}.tmp`;
  try {
    Deno.writeTextFileSync(temporary, JSON.stringify(report, null, 2) + "\n");
    Deno.renameSync(temporary, file);
  } catch (cause) {
    throw new RunFailure(
      `writing the report '${file}': ${(cause as Error).message}; give --report a file in a folder that can be written`,
      {
        cause,
      },
    );
  }
}
