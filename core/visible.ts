/** `text` on one line, with every invisible character escaped: what comes from elsewhere cannot forge lines of a log, or move a terminal's cursor. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const escaped = JSON.stringify(character).slice(1, -1);
    return escaped === character ? `\\u{${character.codePointAt(0)!.toString(16)}}` : escaped;
  });
}
