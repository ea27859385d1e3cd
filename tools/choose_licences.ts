/** Licences under which software of others may come into the executable, the first choice first. */
const TAKEN = [
  "Apache-2.0",
  "MIT",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "Zlib",
  "0BSD",
  "Unicode-3.0",
  "CDLA-Permissive-2.0",
  "MPL-2.0",
];

/**
 * The licences that are taken up of an SPDX expression, e.g. of `MIT OR Apache-2.0`; sorted. The form `MIT/Apache-2.0`
 * of old packages counts as OR. Undefined when the expression leaves no choice that may be taken.
 */
export function chooseLicences(expression: string): string[] | undefined {
  const words = expression.replaceAll("/", " OR ").match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const one = (): string[] | undefined => {
    const word = words[at++];
    if (word === "(") {
      const inner = any();
      at++;
      return inner;
    }
    if (words[at] === "WITH") {
      // An exception only adds rights, but it has a name and a text of its own.
      at += 2;
      return undefined;
    }
    return TAKEN.includes(word) ? [word] : undefined;
  };
  const all = (): string[] | undefined => {
    let found = one();
    while (words[at] === "AND") {
      at++;
      const next = one();
      found = found && next && [...new Set([...found, ...next])].sort();
    }
    return found;
  };
  const any = (): string[] | undefined => {
    let found = all();
    while (words[at] === "OR") {
      at++;
      const next = all();
      if (next !== undefined && (found === undefined || rank(next) < rank(found))) found = next;
    }
    return found;
  };
  const found = any();
  return at < words.length ? undefined : found;
}

/** How far behind the first choice the worst of some licences is. */
function rank(licences: readonly string[]): number {
  return Math.max(...licences.map((each) => TAKEN.indexOf(each)));
}
