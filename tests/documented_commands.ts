/** A command line that the documentation shows. */
export interface DocumentedCommand {
  /** File and line. */
  readonly place: string;
  /** Variables set in front of it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Words, the program first. */
  readonly words: readonly string[];
}

/**
 * The command lines of `uri` and `./dev` in a page of Markdown: lines of blocks marked `sh`, and code within sentences. A block or code that is
 * marked otherwise, and one with an ellipsis, is none.
 */
export function documentedCommands(file: string, text: string): DocumentedCommand[] {
  const found: DocumentedCommand[] = [];
  let block: string | undefined;
  text.split("\n").forEach((line, index) => {
    const place = `${file}:${index + 1}`;
    const fence = /^\s*```(.*)$/.exec(line);
    if (fence !== null) {
      block = block === undefined ? fence[1].trim() : undefined;
      return;
    }
    const texts = block === undefined ? [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1]) : [];
    if (block === "sh") texts.push(line);
    for (const each of texts) found.push(...commandsOf(place, each));
  });
  return found;
}

function commandsOf(place: string, line: string): DocumentedCommand[] {
  if (line.includes("…")) return [];
  return line.replace(/\s+#.*$/, "").split(/&&|;|\||&/).flatMap((part) => {
    const words = part.trim().split(/\s+/);
    const environment: Record<string, string> = {};
    // What stands in front of the program itself.
    while (words.length > 0 && (/^[A-Z_]+=/.test(words[0]) || /^(sudo|exec|time|\$)$/.test(words[0]))) {
      const [name, value] = words.shift()!.split("=");
      if (value !== undefined) environment[name] = value;
    }
    if (/^taskset$/.test(words[0])) words.splice(0, 3);
    return /^(\.\/dev|uri|dist\/uri)$/.test(words[0]) ? [{ place, environment, words }] : [];
  });
}
