/** True when `text`, written where a class name may stand, is the path of a module: it ends in `.js`, `.mjs` or `.ts`. */
export function isModulePath(text: string): boolean {
  return /\.(js|mjs|ts)$/.test(text);
}
