/// <reference lib="dom" />
/** The element of the page with this id. The page has it: `index.html` and the script are built together. */
export function pageElement<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}
