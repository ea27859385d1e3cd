/** Whoever silences a rule names it and says why: `// deno-lint-ignore rule -- reason`. */
export const ignoreReason: Deno.lint.Rule = {
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (!/^\s*deno-lint-ignore/.test(comment.value)) continue;
          if (/^\s*deno-lint-ignore(-file)?\s+\S+.*\s--\s+\S/.test(comment.value)) continue;
          context.report({
            range: comment.range,
            message:
              "Silenced rule refused: rule or reason is missing, both were wanted; write `deno-lint-ignore RULE -- REASON`",
          });
        }
      },
    };
  },
};
