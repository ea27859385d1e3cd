/** Packages that only tests and tools import. */
const OTHERS = new Set(["@types/three", "fast-check", "playwright-core", "pngjs"]);

/** True for the npm packages of deno.json that the program itself imports: they come into the executable, the others do not. */
export function isProductPackage(name: string): boolean {
  return !OTHERS.has(name);
}
