import { nearestWord } from "./nearest_word.ts";

/** The hint `did you mean '…'?`, or `undefined` when no candidate is close to `word`. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const nearest = nearestWord(word, candidates);
  return nearest === undefined ? undefined : `did you mean '${nearest}'?`;
}
