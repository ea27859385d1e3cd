/** Longer words are not worth comparing: nobody mistypes them by accident. */
const LONGEST_WORD = 64;

/**
 * The candidate that `word` was most probably meant to be, or `undefined` when none is close. Upper and lower case count as equal;
 * otherwise a candidate is close when it is at most `maxDistance` edits away (insert, delete, replace, swap of neighbours).
 * Without `maxDistance` that is one edit for words of up to three letters, two up to seven, three beyond.
 */
export function nearestWord(word: string, candidates: Iterable<string>, maxDistance?: number): string | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const length = Math.max(word.length, candidate.length);
    const allowed = maxDistance ?? (length <= 3 ? 1 : length <= 7 ? 2 : 3);
    if (candidate.length > LONGEST_WORD || Math.abs(word.length - candidate.length) > allowed) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    // As many edits as letters means that nothing of the word is left.
    const isClose = distance <= allowed && (distance < Math.min(word.length, candidate.length) || distance === 0);
    if (isClose && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Damerau-Levenshtein distance. */
function editDistance(a: string, b: string): number {
  const width = b.length + 2;
  const unreachable = a.length + b.length;
  // Row and column 0 are a guard: a swap never reaches back past the start of a word.
  const table = new Uint16Array((a.length + 2) * width).fill(unreachable);
  for (let i = 0; i <= a.length; i++) table[(i + 1) * width + 1] = i;
  for (let j = 0; j <= b.length; j++) table[width + j + 1] = j;
  const lastRowOf = new Map<string, number>();
  for (let i = 1; i <= a.length; i++) {
    let lastMatch = 0;
    for (let j = 1; j <= b.length; j++) {
      const row = lastRowOf.get(b[j - 1]) ?? 0;
      const column = lastMatch;
      const isSame = a[i - 1] === b[j - 1];
      if (isSame) lastMatch = j;
      table[(i + 1) * width + j + 1] = Math.min(
        table[i * width + j] + (isSame ? 0 : 1),
        table[(i + 1) * width + j] + 1,
        table[i * width + j + 1] + 1,
        table[row * width + column] + (i - row - 1) + 1 + (j - column - 1),
      );
    }
    lastRowOf.set(a[i - 1], i);
  }
  return table[(a.length + 1) * width + b.length + 1];
}
