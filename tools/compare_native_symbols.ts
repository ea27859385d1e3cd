/** A C function as it is compared: kinds of its parameters, and of its result. */
interface Signature {
  readonly parameters: readonly string[];
  readonly result: string;
}

/** What both sides call a C pointer. */
const POINTER = "pointer";

/**
 * Compares the functions that Rust sources export (`#[no_mangle] extern "C"`) with the table by which Deno calls them,
 * in both directions: names, number and types of parameters, results. Returns what is wrong, one line each. A wrong
 * table would not fail, but read and write anywhere.
 */
export function compareNativeSymbols(rust: string, symbols: Deno.ForeignLibraryInterface): string[] {
  const problems: string[] = [];
  const exported = readRust(rust);
  const called = new Set<string>();
  for (const [key, symbol] of Object.entries(symbols)) {
    if ("type" in symbol) {
      problems.push(`${key}: a variable is called, only functions were wanted; export a function`);
      continue;
    }
    const name = symbol.name ?? key;
    called.add(name);
    const found = exported.get(name);
    if (found === undefined) {
      problems.push(`${key}: no Rust function '${name}' is exported; correct the name, or export it with #[no_mangle]`);
      continue;
    }
    const wanted: Signature = { parameters: symbol.parameters.map(ofDeno), result: ofDeno(symbol.result) };
    if (show(found) !== show(wanted)) {
      problems.push(`${key}: Rust has ${show(found)}, the table has ${show(wanted)}; make them equal`);
    }
  }
  for (const name of exported.keys()) {
    if (!called.has(name)) {
      problems.push(`${name}: exported by Rust, but not in the table; add it, or remove the function`);
    }
  }
  return problems;
}

function show({ parameters, result }: Signature): string {
  return `(${parameters.join(", ")}) -> ${result}`;
}

function ofDeno(type: Deno.NativeType | Deno.NativeResultType): string {
  if (typeof type !== "string") return "struct";
  return type === "buffer" || type === "function" ? POINTER : type;
}

/** The exported functions of Rust sources, by name. */
function readRust(source: string): Map<string, Signature> {
  const text = source.replace(/\/\*[^]*?\*\//g, "").replace(/\/\/.*$/gm, "");
  const found = new Map<string, Signature>();
  const start =
    /#\[(?:no_mangle|unsafe\(no_mangle\))\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))? +)?(?:unsafe +)?extern +"C(?:-unwind)?" +fn +(\w+)\s*\(/g;
  for (const match of text.matchAll(start)) {
    const from = match.index + match[0].length;
    const parts = splitParameters(text, from);
    const result = /^\s*->\s*([^{]+?)\s*\{/.exec(text.slice(parts.end))?.[1];
    found.set(match[1], {
      parameters: parts.list.map((each) => ofRust(each.replace(/^[^:]*:(?!:)\s*/, ""))),
      result: result === undefined ? "void" : ofRust(result),
    });
  }
  return found;
}

/** The parameters from `from` to the bracket that ends them, and the place behind it. */
function splitParameters(text: string, from: number): { list: string[]; end: number } {
  const list: string[] = [];
  let depth = 0;
  let part = "";
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === ")" && depth === 0) {
      if (part.trim() !== "") list.push(part.trim());
      return { list, end: at + 1 };
    }
    if (letter === "," && depth === 0) {
      list.push(part.trim());
      part = "";
      continue;
    }
    // The > of an arrow closes nothing.
    if ("(<[".includes(letter)) depth++;
    else if (")]".includes(letter) || (letter === ">" && text[at - 1] !== "-")) depth--;
    part += letter;
  }
  return { list, end: text.length };
}

function ofRust(type: string): string {
  if (/^\*(const|mut) /.test(type) || /^(Option<)?(unsafe )?extern "C" fn/.test(type)) return POINTER;
  return type === "()" || type === "!" ? "void" : type.replace(/^.*::/, "");
}
