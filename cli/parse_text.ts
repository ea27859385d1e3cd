import { UsageError } from "../core/usage_error.ts";

/** A file name or name given to `flag`: not empty, and not the next flag. Throws a `UsageError` otherwise. */
export function parseText(flag: string, what: string, text: string): string {
  if (text.trim() === "") {
    throw new UsageError(
      `Cannot read ${flag}: the ${what} is empty, a ${what} was wanted; write ${flag} and the ${what}`,
    );
  }
  if (/^--?[a-z]/i.test(text)) {
    throw new UsageError(
      `Cannot read ${flag}: '${text}' is a flag, a ${what} was wanted; for a ${what} that starts with '-' write ./${text}`,
    );
  }
  return text;
}
