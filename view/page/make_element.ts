/// <reference lib="dom" />
/** A new element with a class, where one is given, and a text: never markup, as texts come from elsewhere. */
export function makeElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  options: { readonly className?: string; readonly text?: string } = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (options.className !== undefined) element.className = options.className;
  if (options.text !== undefined) element.textContent = options.text;
  return element;
}
