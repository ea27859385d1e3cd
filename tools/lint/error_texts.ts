import { sourcePlace } from "./source_place.ts";

/** Classes that tell a caller nothing that it could decide by. */
const BARE = new Set([
  "Error",
  "TypeError",
  "RangeError",
  "SyntaxError",
  "EvalError",
  "ReferenceError",
  "AggregateError",
]);

/** The fixed parts of a text, with `…` for what is filled in; undefined when the text is not written at this place. */
function fixedText(node: Deno.lint.Node): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "TemplateLiteral") return node.quasis.map((quasi) => quasi.cooked ?? quasi.raw).join("…");
  if (node.type !== "BinaryExpression" || node.operator !== "+") return undefined;
  const left = fixedText(node.left), right = fixedText(node.right);
  return left === undefined && right === undefined ? undefined : (left ?? "…") + (right ?? "…");
}

/** The message among the arguments: the last one that is a text, unless a value that could be the message comes after it. */
function messageOf(args: readonly Deno.lint.Node[]): { node: Deno.lint.Node; text: string } | undefined {
  for (let i = args.length - 1; i >= 0; i--) {
    const node = args[i], text = fixedText(node);
    if (text !== undefined) return { node, text };
    const isOptions = node.type === "ObjectExpression" ||
      node.type === "Identifier" && /^(options|cause)$/.test(node.name);
    if (!isOptions) return undefined;
  }
}

/** What is wrong with an error's text; undefined when nothing is. */
function judge(text: string): string | undefined {
  if (!/\S: \S/.test(text)) return "it has no colon between the failed action and what is";
  if (/^\w*(Error|Failure)\b/.test(text)) return "it starts with the name of a class";
  if (/[!.\s]$/.test(text)) return `it ends with '${text[text.length - 1]}'`;
  if (/^\s/.test(text)) return "it starts with a blank";
  return undefined;
}

/** Errors have a class of their own and a text of the form "failed action: what is, what was wanted; what to do". */
export const errorTexts: Deno.lint.Rule = {
  create(context) {
    if (sourcePlace(context.filename).test) return {};
    const checkText = (args: readonly Deno.lint.Node[]) => {
      const message = messageOf(args);
      const wrong = message && judge(message.text);
      if (!wrong) return;
      context.report({
        node: message.node,
        message:
          `Error text refused: ${wrong}, 'failed action: what is, what was wanted; what to do' was wanted; rewrite it`,
      });
    };
    const checkClass = (node: Deno.lint.Node, callee: Deno.lint.Node) => {
      if (callee.type !== "Identifier" || !BARE.has(callee.name)) return;
      context.report({
        node,
        message:
          `Error class refused: ${callee.name} tells a caller nothing, a class per decision was wanted; use one of core/ or add one`,
      });
    };
    const classes: boolean[] = [];
    return {
      NewExpression(node) {
        checkClass(node, node.callee);
        if (node.callee.type === "Identifier" && /(Error|Failure)$/.test(node.callee.name)) checkText(node.arguments);
      },
      ThrowStatement(node) {
        if (
          node.argument.type === "Literal" || node.argument.type === "TemplateLiteral" ||
          node.argument.type === "ObjectExpression"
        ) {
          context.report({
            node,
            message: "Throw refused: the value is no error, an object of an error class was wanted; use `new`",
          });
        }
      },
      ClassDeclaration(node) {
        classes.push(node.superClass?.type === "Identifier" && /(Error|Failure)$/.test(node.superClass.name));
      },
      "ClassDeclaration:exit"() {
        classes.pop();
      },
      CallExpression(node) {
        if (node.callee.type === "Identifier") checkClass(node, node.callee);
        if (node.callee.type === "Super" && classes[classes.length - 1]) checkText(node.arguments);
      },
    };
  },
};
