/** A command line that can be pasted into a shell. */
export function shellQuote(argv: readonly string[]): string {
  return argv.map((word) => /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`).join(
    " ",
  );
}
