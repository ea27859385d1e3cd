/** A Rust type as it is written in a field: `Option<Vec<X>>`, or the fields of a struct that is declared in place. */
export interface RustType {
  /** Name without its path, e.g. `Option`; "" for what is no plain name. */
  readonly name: string;
  /** Types in angle brackets. */
  readonly args: readonly RustType[];
  /** Fields of a struct declared in place, by the macro `validated_struct::validator!`. */
  readonly fields?: RustFields;
}

/** The fields of a struct, in the order of the source. */
export type RustFields = ReadonlyMap<string, RustType>;

/** Line comments, raw texts, texts, characters, lifetimes, `::`, `->`, names, numbers, single signs. */
const TOKEN = /\/\/.*|r#"[^]*?"#|"(?:[^"\\]|\\[^])*"|'(?:\\.|[^'\\])'|'\w+|::|->|[A-Za-z_]\w*|\d\w*|\S/g;

/**
 * The structs of Rust source with named fields, or with one field without a name (under the key `0`), by name: plain ones, and the
 * root of each `validated_struct::validator!`, whose fields may be structs declared in place. It knows as much of Rust as
 * configuration structs are written in.
 */
export function readRustFields(source: string): Map<string, RustFields> {
  const tokens = (source.match(TOKEN) ?? []).filter((token) => !token.startsWith("//"));
  const found = new Map<string, RustFields>();
  for (let at = 0; at < tokens.length; at++) {
    const reader = new Reader(tokens, at + 1);
    if (tokens[at] === "struct") {
      const { name } = reader.type(false);
      if (reader.peek() === "{") found.set(name, reader.fields("{", "}"));
      else if (reader.peek() === "(") found.set(name, reader.fields("(", ")"));
    } else if (tokens[at] === "validator" && tokens[at + 1] === "!") {
      reader.skip("!");
      reader.skip("{");
      reader.attributes();
      const { name, fields } = reader.type();
      if (fields !== undefined) found.set(name, fields);
    }
  }
  return found;
}

class Reader {
  readonly #tokens: readonly string[];
  #at: number;

  constructor(tokens: readonly string[], at: number) {
    this.#tokens = tokens;
    this.#at = at;
  }

  peek(): string {
    return this.#tokens[this.#at] ?? "";
  }

  skip(token: string): void {
    if (this.peek() === token) this.#at++;
  }

  attributes(): void {
    while (this.peek() === "#") {
      this.#at++;
      this.#group();
    }
  }

  /** Whatever stands in brackets of any kind, nested. */
  #group(): void {
    let depth = 0;
    do {
      const token = this.peek();
      if (/^[[({]$/.test(token)) depth++;
      else if (/^[\])}]$/.test(token)) depth--;
      this.#at++;
    } while (depth > 0 && this.#at < this.#tokens.length);
  }

  fields(open: string, close: string): RustFields {
    const fields = new Map<string, RustType>();
    this.skip(open);
    while (this.peek() !== close && this.peek() !== "") {
      this.attributes();
      this.#visibility();
      let name = "0";
      if (open === "{") {
        name = this.peek();
        this.#at++;
        this.skip(":");
        this.attributes();
      }
      fields.set(name, this.type());
      this.#rest(close);
    }
    this.skip(close);
    return fields;
  }

  #visibility(): void {
    if (this.peek() !== "pub") return;
    this.#at++;
    if (this.peek() === "(") this.#group();
  }

  /** A type; with `mayDeclare` also one whose fields follow. */
  type(mayDeclare = true): RustType {
    let name = "";
    while (/^(\w+|::)$/.test(this.peek())) {
      if (this.peek() !== "::") name = this.peek();
      this.#at++;
    }
    const args: RustType[] = [];
    if (this.peek() === "<") {
      this.#at++;
      while (this.peek() !== ">" && this.peek() !== "") {
        args.push(this.type());
        while (!/^[,>]$/.test(this.peek()) && this.peek() !== "") this.#at++;
        this.skip(",");
      }
      this.skip(">");
    }
    const isInPlace = mayDeclare && name !== "" && this.peek() === "{";
    return isInPlace ? { name, args, fields: this.fields("{", "}") } : { name, args };
  }

  /** The end of a field: its `where (…)`, what of its type was not understood, and the comma. */
  #rest(close: string): void {
    while (this.peek() !== "," && this.peek() !== close && this.peek() !== "") {
      if (/^[[({]$/.test(this.peek())) this.#group();
      else this.#at++;
    }
    this.skip(",");
  }
}
