import { type SourcePlace, sourcePlace } from "./source_place.ts";

/** Height of each folder: a file imports from lower folders and from its own, never from a neighbour of the same height. */
const HEIGHTS: Readonly<Record<string, number>> = {
  core: 0,
  schemas: 1,
  robots: 2,
  wasm: 2,
  comm: 3,
  drivers: 4,
  controller: 4,
  view: 5,
  manager: 6,
  interface: 6,
  viewer: 6,
  scaffold: 6,
  install: 6,
  simulate: 7,
  bench: 8,
  examples: 9,
  cli: 9,
  "": 10,
};

/** Where `specifier` leads from `place`: a path from the root, or undefined when it leaves the project. */
function resolve(place: SourcePlace, specifier: string): string | undefined {
  const parts = place.path.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** What is wrong with the import of `specifier` in the file at `place`; undefined when nothing is. */
function judge(place: SourcePlace, specifier: string): string | undefined {
  if (/^(npm|jsr|https?|file|data):/.test(specifier)) {
    return `Import refused: '${specifier}' has a scheme, a bare name pinned in deno.json was wanted; add it there`;
  }
  if (specifier.startsWith("/")) {
    return `Import refused: '${specifier}' is an absolute path, a relative one was wanted; start it with ./ or ../`;
  }
  if (!specifier.startsWith(".")) {
    // A bare name: deno.json pins it. What only tests use stays out of the product.
    return !place.test && place.folder !== "tools" && /^(node:assert|fast-check)/.test(specifier)
      ? `Import refused: '${specifier}' is for tests, this is a file of the product; do without it`
      : undefined;
  }
  const target = resolve(place, specifier);
  if (target === undefined) {
    return `Import refused: '${specifier}' leaves the project, a file of the project was wanted; correct the path`;
  }
  if (place.test || place.folder === "tools") return undefined;
  const to = sourcePlace(target);
  if (to.test || to.folder === "tools") {
    return `Import refused: '${target}' is of tests or tools, this is a file of the product; move what both need down`;
  }
  const from = HEIGHTS[place.folder], height = HEIGHTS[to.folder];
  if (from === undefined || height === undefined || place.folder === to.folder || height < from) return undefined;
  return `Import refused: ${place.folder || place.path} is not above ${
    to.folder || to.path
  }, imports only go down (main.ts, cli > bench > simulate > manager, interface, viewer, scaffold, install > view > controller, drivers > comm > wasm, robots > schemas > core); move what both need down`;
}

/** Imports only go down, and lead to files of the project or to names pinned in deno.json. */
export const importLayers: Deno.lint.Rule = {
  create(context) {
    const place = sourcePlace(context.filename);
    const check = (node: Deno.lint.Node | null | undefined) => {
      if (node?.type !== "Literal" || typeof node.value !== "string") return;
      const message = judge(place, node.value);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      NewExpression(node) {
        // A worker's entry file is an import by another name. The path of main.ts is none: the program starts itself by it.
        const [first] = node.arguments;
        if (node.callee.type !== "Identifier" || node.callee.name !== "URL" || node.arguments.length !== 2) return;
        if (first.type === "Literal" && typeof first.value === "string" && /(?<!\/main)\.ts$/.test(first.value)) {
          check(first);
        }
      },
    };
  },
};
