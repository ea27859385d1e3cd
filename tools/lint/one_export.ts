import { sourcePlace } from "./source_place.ts";

/** A name without case and underscores: `UR5e`, `ur5e` and `UR_5E` are one. */
function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** Names declared by an exported declaration, and whether they are values. */
function declaredNames(declaration: Deno.lint.Node): { name: string; value: boolean }[] {
  switch (declaration.type) {
    case "VariableDeclaration":
      return declaration.declarations.map(({ id }) => ({ name: id.type === "Identifier" ? id.name : "", value: true }));
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return [{ name: declaration.id?.name ?? "", value: true }];
    case "TSEnumDeclaration":
      return [{ name: declaration.id.name, value: true }];
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return [{ name: declaration.id.name, value: false }];
    default:
      return [];
  }
}

/** One exported value a file, and the file is named after it or after the type that it belongs to; `mod.ts` only re-exports. */
export const oneExport: Deno.lint.Rule = {
  create(context) {
    const { path, base, folder } = sourcePlace(context.filename);
    // Only the start of the node: a message need not quote a whole file.
    const report = (node: Deno.lint.Node, message: string) =>
      context.report({ range: [node.range[0], node.range[0] + 1], message });
    if (base === "mod.ts") {
      return {
        Program(node) {
          for (const statement of node.body) {
            if (statement.type === "ExportAllDeclaration") continue;
            if (statement.type === "ExportNamedDeclaration" && statement.source) continue;
            report(
              statement,
              "mod.ts refused: it does more than re-export, only `export … from` was wanted; move it to a file",
            );
          }
        },
      };
    }
    if (base.endsWith("_test.ts") || path === "main.ts" || folder === "examples") return {};
    return {
      Program(node) {
        if (!/^[a-z0-9_]+(\.d)?\.(ts|js)$/.test(base)) {
          report(node, `File name refused: '${base}' is not in snake_case; rename it`);
        }
        const names: { name: string; value: boolean }[] = [];
        for (const statement of node.body) {
          if (statement.type === "ExportDefaultDeclaration") {
            names.push({ name: base.replace(/\.\w+$/, ""), value: true });
          }
          if (statement.type === "ExportAllDeclaration") {
            report(
              statement,
              "Re-export refused: this is not mod.ts, only there things are passed on; import from the file itself",
            );
          }
          if (statement.type !== "ExportNamedDeclaration") continue;
          if (statement.source) {
            report(
              statement,
              "Re-export refused: this is not mod.ts, only there things are passed on; import from the file itself",
            );
          } else if (statement.declaration) names.push(...declaredNames(statement.declaration));
          else {
            for (const specifier of statement.specifiers) {
              const name = specifier.exported.type === "Identifier" ? specifier.exported.name : "";
              names.push({ name, value: statement.exportKind !== "type" });
            }
          }
        }
        // A table of constants in capitals that carries the file's name is part of the one thing, e.g. GATE_REASONS in gate_reason.ts.
        const own = plain(base.replace(/\.\w+$/, ""));
        const values = names.filter(({ name, value }) =>
          value && !(/^[A-Z0-9_]+$/.test(name) && plain(name).startsWith(own))
        )
          .map((each) => each.name);
        if (values.length > 1) {
          report(
            node,
            `Exports refused: ${values.join(", ")} are ${values.length} values, one a file was wanted; part the file`,
          );
        }
        // A file that exports only types, or nothing, is named freely.
        if (
          names.some(({ value }) => value) &&
          !names.some((each) => plain(each.name).replace(/s$/, "") === own.replace(/s$/, ""))
        ) {
          report(
            node,
            `File name refused: '${base}' is named after none of its exports (${
              names.map((each) => each.name).join(", ")
            }); ` +
              "rename one of the two",
          );
        }
      },
    };
  },
};
