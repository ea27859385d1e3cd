/** Methods whose result is a new object, string or BigInt, or that take a callback. Names that a real-time class may have are left out. */
const ALLOCATING_METHODS = new Set(
  ("subarray slice map filter concat flat flatMap splice fromEntries join split trim padStart padEnd replaceAll substring repeat " +
    "toString toFixed toPrecision toUpperCase toLowerCase bind getBigInt64 getBigUint64 setBigInt64 setBigUint64 toSorted " +
    "toReversed").split(" "),
);

/** Global functions that allocate. */
const ALLOCATING_FUNCTIONS = new Set([
  "BigInt",
  "String",
  "Array",
  "Object",
  "Symbol",
  "structuredClone",
  "queueMicrotask",
  "fetch",
]);

/** Objects that have no place in a cycle, whatever is called on them. */
const REFUSED_OBJECTS = new Set(["console", "log", "logger", "JSON", "Object", "Array", "Promise", "Reflect"]);

/** What a node is that allocates or leaves the cycle; the texts stand in the message. */
const REFUSED_NODES = {
  NewExpression: "`new` allocates",
  ObjectExpression: "an object literal allocates",
  ArrayExpression: "an array literal allocates",
  ArrayPattern: "taking an array apart makes an iterator",
  TemplateLiteral: "a template string allocates",
  SpreadElement: "a spread allocates",
  RestElement: "a rest parameter allocates",
  AwaitExpression: "`await` leaves the cycle",
  YieldExpression: "`yield` leaves the cycle",
  ThrowStatement: "`throw` leaves the cycle",
  ForOfStatement: "`for ... of` makes an iterator",
  ForInStatement: "`for ... in` makes an iterator",
  ClassExpression: "a class allocates",
  ImportExpression: "an import leaves the cycle",
} as const;

type FunctionNode = Deno.lint.FunctionDeclaration | Deno.lint.FunctionExpression | Deno.lint.ArrowFunctionExpression;

/** The node that a function's JSDoc stands before. */
function documented(node: FunctionNode): Deno.lint.Node {
  let top: Deno.lint.Node = node;
  for (;;) {
    const parent: Deno.lint.Node | undefined = "parent" in top ? top.parent as Deno.lint.Node : undefined;
    switch (parent?.type) {
      case "MethodDefinition":
      case "PropertyDefinition":
      case "Property":
      case "VariableDeclarator":
      case "VariableDeclaration":
      case "ExportNamedDeclaration":
      case "ExportDefaultDeclaration":
        top = parent;
        continue;
    }
    return top;
  }
}

/** Name by which other code of the file calls the function, with `this.` before that of a method; "" when there is none. */
function calledName(node: FunctionNode): string {
  const parent = node.parent as Deno.lint.Node;
  if (node.type === "FunctionDeclaration") return node.id?.name ?? "";
  if (parent.type === "VariableDeclarator" && parent.id.type === "Identifier") return parent.id.name;
  if (parent.type !== "MethodDefinition" && parent.type !== "PropertyDefinition") return "";
  if (parent.key.type === "Identifier") return `this.${parent.key.name}`;
  return parent.key.type === "PrivateIdentifier" ? `this.#${parent.key.name}` : "";
}

/** The name of what is called: `f`, `this.f`, `this.#f`; "" for everything else. */
function calleeName(callee: Deno.lint.Node): string {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type !== "MemberExpression" || callee.object.type !== "ThisExpression") return "";
  if (callee.property.type === "Identifier") return `this.${callee.property.name}`;
  return callee.property.type === "PrivateIdentifier" ? `this.#${callee.property.name}` : "";
}

/**
 * Functions and methods with `@realtime` in their JSDoc allocate nothing, await nothing, throw nothing and log nothing, and call
 * only such functions of their own file.
 */
export const realtime: Deno.lint.Rule = {
  create(context) {
    const tagEnds = context.sourceCode.getAllComments()
      .filter((comment) =>
        comment.type === "Block" && /^\*[^]*^[\s*]*@realtime\b/m.test(`*\n${comment.value.slice(1)}`)
      )
      .map((comment) => comment.range[1]);
    if (tagEnds.length === 0) return {};
    const text = context.sourceCode.text;
    const isTagged = (node: FunctionNode) => {
      const start = documented(node).range[0];
      return tagEnds.some((end) => end <= start && text.slice(end, start).trim() === "");
    };

    let active: FunctionNode | undefined;
    const untagged = new Set<string>();
    const calls: { name: string; node: Deno.lint.Node }[] = [];
    const report = (node: Deno.lint.Node, what: string) => {
      context.report({
        node,
        message: `Real-time function refused: ${what}, nothing that allocates, waits, throws or logs was wanted; ` +
          "do it before the loop or on the main thread",
      });
    };
    const enter = (node: FunctionNode) => {
      if (active !== undefined) return report(node, "a function inside allocates a closure");
      if (!isTagged(node)) {
        const name = calledName(node);
        if (name !== "") untagged.add(name);
        return;
      }
      active = node;
      if (node.async || node.generator) report(node, "it is async or a generator");
    };
    const leave = (node: FunctionNode) => {
      if (active?.range[0] === node.range[0] && active.range[1] === node.range[1]) active = undefined;
    };
    const isText = (node: Deno.lint.Node) => node.type === "Literal" && typeof node.value === "string";

    const visitor: Deno.lint.LintVisitor = {
      FunctionDeclaration: enter,
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      "FunctionDeclaration:exit": leave,
      "FunctionExpression:exit": leave,
      "ArrowFunctionExpression:exit": leave,
      CallExpression(node) {
        if (active === undefined) return;
        const callee = node.callee;
        const name = calleeName(callee);
        if (name !== "") calls.push({ name, node });
        if (callee.type === "Identifier" && ALLOCATING_FUNCTIONS.has(callee.name)) {
          report(node, `${callee.name}() allocates`);
        }
        if (callee.type !== "MemberExpression") return;
        const object = callee.object;
        if (
          object.type === "Identifier" && (REFUSED_OBJECTS.has(object.name) || /^[A-Z]\w*\dArray$/.test(object.name))
        ) {
          report(node, `a call on ${object.name} allocates or logs`);
        } else if (
          callee.property.type === "Identifier" && !callee.computed && object.type !== "ThisExpression" &&
          ALLOCATING_METHODS.has(callee.property.name)
        ) report(node, `${callee.property.name}() allocates`);
      },
      Literal(node) {
        if (active === undefined) return;
        if ("bigint" in node && node.bigint) report(node, "a BigInt allocates");
        if ("regex" in node && node.regex) report(node, "a regular expression allocates");
      },
      BinaryExpression(node) {
        if (active !== undefined && node.operator === "+" && (isText(node.left) || isText(node.right))) {
          report(node, "joining texts allocates");
        }
      },
      AssignmentExpression(node) {
        if (active !== undefined && node.operator === "+=" && isText(node.right)) {
          report(node, "joining texts allocates");
        }
      },
      "Program:exit"() {
        for (const { name, node } of calls) {
          if (untagged.has(name)) report(node, `it calls ${name}(), which is not marked @realtime`);
        }
      },
    };
    for (const [type, what] of Object.entries(REFUSED_NODES)) {
      Object.assign(visitor, {
        [type](node: Deno.lint.Node) {
          if (active !== undefined) report(node, what);
        },
      });
    }
    return visitor;
  },
};
