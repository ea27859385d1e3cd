import { nearestWord } from "../core/nearest_word.ts";
import { UsageError } from "../core/usage_error.ts";

/** One of `choices`, as given to `flag`. Throws a `UsageError` that names them, and the nearest one. */
export function parseChoice<T extends string>(flag: string, choices: readonly T[], text: string): T {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  const nearest = nearestWord(text, choices);
  throw new UsageError(
    `Cannot read ${flag}: '${text}' is unknown, one of ${choices.join(", ")} was wanted` +
      (nearest === undefined ? "" : `; did you mean '${nearest}'?`),
  );
}
