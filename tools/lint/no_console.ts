import { sourcePlace } from "./source_place.ts";

/** `console` belongs to the command line and the log. */
export const noConsole: Deno.lint.Rule = {
  create(context) {
    const { path, folder, test } = sourcePlace(context.filename);
    if (test || path === "main.ts" || /^(cli|tools|examples)$/.test(folder) || /^core\/log\b/.test(path)) return {};
    return {
      MemberExpression(node) {
        if (node.object.type !== "Identifier" || node.object.name !== "console") return;
        context.report({
          node,
          message: "Console refused: this is neither the command line nor the log; write through core/log",
        });
      },
    };
  },
};
