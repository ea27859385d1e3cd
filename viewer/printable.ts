/** `text` without characters that would move the cursor or change the terminal: names may come from anywhere. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Control}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "·");
}
