import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { shellQuote } from "../shell_quote.ts";
import { describeThrown } from "./describe_thrown.ts";
import { ModuleError } from "./module_error.ts";

/**
 * The default export of the module at the absolute `path`, a function that makes `what`, e.g. `driver`. The file is imported by its path
 * alone: never by a name, and never from the working directory. Rejects with a {@link ModuleError}. A module that waits for something at
 * its top level may keep this waiting for ever.
 */
export async function importModule(path: string, what: string): Promise<(...values: unknown[]) => unknown> {
  const fail = (text: string, options?: ErrorOptions) =>
    new ModuleError(path, `Cannot load the module ${path}: ${text}`, options);
  if (!isAbsolute(path)) throw fail("the path is relative, an absolute one was wanted; write the whole path");
  const kind = await kindOf(path);
  if (kind !== "file") throw fail(`${kind}, a file was wanted; correct the path`);
  if (path.endsWith(".ts") && Deno.build.standalone) throw fail(typeScript(path));
  let exported: { default?: unknown };
  try {
    exported = await import(pathToFileURL(path).href);
  } catch (cause) {
    const why = describeThrown(cause, path);
    throw fail(why + adviceFor(why, path), { cause });
  }
  const factory = exported.default;
  const example = `write 'export default function (context) { … }', which returns the ${what}`;
  if (factory === undefined) {
    const names = Object.keys(exported);
    const has = names.length === 0 ? "it exports nothing" : `it exports ${names.join(", ")}, and no default`;
    throw fail(`${has}; a default export was wanted, the function that makes the ${what}; ${example}`);
  }
  if (typeof factory !== "function") {
    const is = factory === null ? "null" : `of type ${typeof factory}`;
    throw fail(`its default export is ${is}; a function was wanted, which makes the ${what}; ${example}`);
  }
  if (/^class\b/.test(Function.prototype.toString.call(factory))) {
    const name = factory.name === "default" ? "MyClass" : factory.name;
    throw fail(
      `its default export is a class; a function was wanted, which makes the ${what}; ` +
        `write 'export default (context) => new ${name}(context)'`,
    );
  }
  return factory as (...values: unknown[]) => unknown;
}

async function kindOf(path: string): Promise<string> {
  try {
    const { isFile, isDirectory } = await Deno.stat(path);
    return isFile ? "file" : isDirectory ? "it is a folder" : "it is no regular file";
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? "there is none" : `it cannot be read (${(error as Error).message})`;
  }
}

function adviceFor(text: string, path: string): string {
  if (/\b(module|exports|require) is not defined/.test(text)) {
    return "; it is written as CommonJS: write 'import … from' and 'export default'";
  }
  const typed = /file:\/\/\S+\.ts(?=:\d)/.exec(text);
  if (Deno.build.standalone && typed !== null) return `; it imports TypeScript: ${typeScript(path)}`;
  if (/not a dependency|in the list of packages|Relative import path/.test(text)) {
    return "; a module finds other files by ./ and ../, and what comes with JavaScript engines by node:; " +
      `put everything else into one file: ${bundle(path)}`;
  }
  return "";
}

function typeScript(path: string): string {
  return "TypeScript is loaded only where the program runs from source, JavaScript was wanted; " +
    `turn it into JavaScript by ${bundle(path)}, and name the file made`;
}

/** Commands that make one file of JavaScript of a module and of all that it imports. */
function bundle(path: string): string {
  const from = shellQuote([path]);
  const to = shellQuote([path.replace(/\.(mjs|js|ts)$/, path.endsWith(".ts") ? ".js" : ".bundle.js")]);
  return `'deno bundle --platform deno -o ${to} ${from}' or ` +
    `'npx esbuild ${from} --bundle --format=esm --platform=node --outfile=${to}'`;
}
