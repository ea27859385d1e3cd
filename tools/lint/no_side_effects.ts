import { sourcePlace } from "./source_place.ts";

/** What must not be started by an import. */
const OUTSIDE = new Set([
  "Deno",
  "WebAssembly",
  "Worker",
  "console",
  "crypto",
  "fetch",
  "performance",
  "process",
  "queueMicrotask",
  "setInterval",
  "setTimeout",
]);

/** The name at the root of `a.b.c`. */
function rootName(node: Deno.lint.Node): string {
  while (node.type === "MemberExpression") node = node.object;
  return node.type === "Identifier" ? node.name : "";
}

/** True for `if (import.meta.main)`. */
function isMainGuard(node: Deno.lint.IfStatement): boolean {
  const test = node.test;
  return test.type === "MemberExpression" && test.object.type === "MetaProperty" &&
    test.property.type === "Identifier" &&
    test.property.name === "main";
}

/** Importing a file does nothing but define: no statement runs, nothing of the outside is touched, nothing is awaited. */
export const noSideEffects: Deno.lint.Rule = {
  create(context) {
    const { path, base, test } = sourcePlace(context.filename);
    if (test || path === "main.ts" || base.endsWith("_worker.ts")) return {};
    const report = (node: Deno.lint.Node, what: string) =>
      context.report({
        node,
        message: `Side effect of an import refused: ${what}, only definitions were wanted; move it into a function`,
      });

    // Depth of functions and of `if (import.meta.main)`: inside them nothing runs at import.
    let depth = 0;
    const enter = () => void depth++, leave = () => void depth--;
    return {
      Program(node) {
        for (const statement of node.body) {
          switch (statement.type) {
            case "ExpressionStatement":
              report(statement, "a statement runs");
              break;
            case "IfStatement":
              if (!isMainGuard(statement)) report(statement, "a statement runs");
              break;
            case "ForStatement":
            case "ForOfStatement":
            case "ForInStatement":
            case "WhileStatement":
            case "TryStatement":
            case "ThrowStatement":
              report(statement, "a statement runs");
          }
        }
      },
      FunctionDeclaration: enter,
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      "FunctionDeclaration:exit": leave,
      "FunctionExpression:exit": leave,
      "ArrowFunctionExpression:exit": leave,
      IfStatement(node) {
        if (isMainGuard(node)) depth++;
      },
      "IfStatement:exit"(node) {
        if (isMainGuard(node)) depth--;
      },
      AwaitExpression(node) {
        if (depth === 0) report(node, "it awaits");
      },
      CallExpression(node) {
        if (depth === 0 && OUTSIDE.has(rootName(node.callee))) report(node, `${rootName(node.callee)} is called`);
      },
      NewExpression(node) {
        if (depth === 0 && OUTSIDE.has(rootName(node.callee))) report(node, `${rootName(node.callee)} is created`);
      },
    };
  },
};
