/** A way into a configuration: keys of maps, and indices of lists. */
export type KeyPath = readonly (string | number)[];

/** A path as it is printed: `Robots.ur5e.controller.mode`, `targets[0][1]`; a key that would be ambiguous is quoted. */
export function keyPath(path: KeyPath): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += (text === "" ? "" : ".") + (/^[^\s.[\]"\p{Cc}]+$/u.test(part) ? part : JSON.stringify(part));
  }
  return text;
}
