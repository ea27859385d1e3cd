/** The part of a file name that the bundler made from content and folders. */
const HASH = /-[0-9A-Z]{8}(?=\.js)/g;

/** The line by which the bundler tells where a piece comes from. */
const ORIGIN = /^\/\/ \S+\.(?:ts|[cm]?js)\n/gm;

/**
 * The files of a bundle (text by name), without what depends on the folders of the computer that made it: comments that name
 * source files go, and the chunks are numbered in the order of their content.
 */
export function nameChunks(files: ReadonlyMap<string, string>): Map<string, string> {
  const texts = [...files].map(([name, text]) => [name, text.replace(ORIGIN, "")] as const);
  const rank = (name: string, text: string) => `${name.replace(HASH, "")}\n${text.replace(HASH, "")}`;
  const ranked = texts.map(([name, text]) => ({ name, text, rank: rank(name, text) }))
    .sort((a, b) => a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0);
  const names = new Map<string, string>();
  for (const { name } of ranked) {
    const plain = name.replace(HASH, "");
    const isFree = plain !== "chunk.js" && ![...names.values()].includes(plain);
    names.set(name, isFree ? plain : plain.replace(".js", `-${names.size}.js`));
  }
  const rename = (text: string) =>
    text.replace(/(["'])\.\/([^"'\n]+\.js)\1/g, (whole, quote, name) => {
      const found = names.get(name);
      return found === undefined ? whole : `${quote}./${found}${quote}`;
    });
  return new Map(ranked.map(({ name, text }) => [names.get(name)!, rename(text)]));
}
