import { sourcePlace } from "./source_place.ts";

/** Environment variables are read by the command line only, which passes them on as options. */
export const noEnvironment: Deno.lint.Rule = {
  create(context) {
    const { path, folder, test } = sourcePlace(context.filename);
    if (test || path === "main.ts" || folder === "cli" || folder === "tools") return {};
    return {
      MemberExpression(node) {
        if (node.object.type !== "Identifier" || node.property.type !== "Identifier" || node.property.name !== "env") {
          return;
        }
        if (node.object.name !== "Deno" && node.object.name !== "process") return;
        context.report({
          node,
          message:
            "Environment refused: a variable is a hidden interface here; read it in cli/ and pass it as an option",
        });
      },
    };
  },
};
