const LONGEST = 60;

/** `text` in single quotes for a message: invisible characters are escaped, and long texts are cut. */
export function quoted(text: string): string {
  const characters = [...text];
  const shown = characters.length > LONGEST ? characters.slice(0, LONGEST).join("") + "…" : text;
  const visible = shown.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const escaped = JSON.stringify(character).slice(1, -1);
    return escaped === character ? `\\u{${character.codePointAt(0)!.toString(16)}}` : escaped;
  });
  return `'${visible}'`;
}
