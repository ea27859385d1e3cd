import { sourcePlace } from "./source_place.ts";

/** A file has at most 300 lines, a test 500. A longer one says why: `// deno-lint-ignore-file uri/file-length -- reason`. */
export const fileLength: Deno.lint.Rule = {
  create(context) {
    return {
      Program(node) {
        const limit = sourcePlace(context.filename).test ? 500 : 300;
        const lines = context.sourceCode.text.replace(/\n$/, "").split("\n").length;
        if (lines <= limit) return;
        context.report({
          range: [node.range[0], node.range[0] + 1],
          message: `File refused: it has ${lines} lines, at most ${limit} were wanted; part it by duty`,
        });
      },
    };
  },
};
