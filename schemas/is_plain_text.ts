const LONGEST = 4096;

/**
 * Whether `text` may be a name, an address or a path: one line without control characters, and without those that turn the direction of writing; no longer
 * than a path may be. What else is invisible is a part of words in some languages.
 */
export function isPlainText(text: string): boolean {
  return text.length <= LONGEST && !/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text);
}
