import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from "yaml";
import type { ConfigProblems } from "./config_problems.ts";
import { didYouMean } from "./did_you_mean.ts";
import { type KeyPath, keyPath } from "./key_path.ts";
import { quoted } from "./quoted.ts";
import type { SourceMark, YamlEntry, YamlNode, YamlScalar } from "./yaml_node.ts";

/**
 * A short file can stand for a gigantic one by aliases of aliases. What is written out in full is as long as a file may be; beyond this number aliases may double it,
 * and no more.
 */
const MOST_VALUES = 100_000;
const MOST_TIMES_WRITTEN = 2;
/** After so many faults of syntax the others are most probably their consequence. */
const MOST_SYNTAX_PROBLEMS = 10;

/**
 * Reads one YAML document (or JSON, which is YAML) with the place of every value, aliases and merge keys (`<<`) resolved.
 * `undefined` when there is none; everything wrong is noted in `problems`: syntax, tabs as indentation, duplicate keys, aliases
 * without anchor or to themselves, unknown tags. `file` is used for messages only.
 */
export function parseYaml(text: string, file: string, problems: ConfigProblems): YamlNode | undefined {
  const lines = new LineCounter();
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const markAt = (offset: number): SourceMark => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  let document: Document.Parsed;
  try {
    // Duplicate keys are found by the builder, by the text of the keys: `007` and `"007"` are one robot.
    document = parseDocument(source, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
    const faults = [...document.errors, ...document.warnings];
    for (const fault of faults.slice(0, MOST_SYNTAX_PROBLEMS)) {
      const [message, hint] = syntaxText(fault.code, fault.message);
      problems.add(markAt(fault.pos[0]), "", message, { hint });
    }
    if (faults.length > 0 || document.contents === null) return undefined;
    return new Builder(markAt, problems).node(document.contents, []);
  } catch (error) {
    // Values nested tens of thousands deep exhaust the stack of the parser.
    if (!(error instanceof RangeError)) throw error;
    problems.add(markAt(0), "", "is no usable YAML: values are nested too deep");
    return undefined;
  }
}

function syntaxText(code: string, message: string): [message: string, hint?: string] {
  switch (code) {
    case "TAB_AS_INDENT":
      return ["is no valid YAML: a tab is used as indentation; wanted spaces", "replace the tab by spaces"];
    case "MULTIPLE_DOCS":
      return ["is more than one YAML document; wanted one", "remove everything from this '---' on"];
    case "TAG_RESOLVE_FAILED":
      return [`is no usable YAML: ${message.toLowerCase()}; wanted plain values`, "remove the tag"];
    default:
      return [`is no valid YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`];
  }
}

interface Anchor {
  /** `undefined` while the value is being built. */
  node: YamlNode | undefined;
}

class Builder {
  readonly #markAt: (offset: number) => SourceMark;
  readonly #problems: ConfigProblems;
  readonly #anchors = new Map<string, Anchor>();
  readonly #sizes = new WeakMap<YamlNode, number>();
  /** Stand-ins for aliases that are already reported. */
  readonly #broken = new WeakSet<YamlNode>();
  #isTooLarge = false;
  /** Values that stand in the text so far. */
  #written = 0;

  constructor(markAt: (offset: number) => SourceMark, problems: ConfigProblems) {
    this.#markAt = markAt;
    this.#problems = problems;
  }

  node(from: Node | null, path: KeyPath, emptyAt?: SourceMark): YamlNode {
    if (from === null) return this.#sized(nothing(emptyAt ?? this.#markAt(0)), 1);
    if (isAlias(from)) return this.#alias(from, path);
    const name = (from as { anchor?: string }).anchor;
    const anchor: Anchor = { node: undefined };
    if (name !== undefined) this.#anchors.set(name, anchor);
    anchor.node = this.#value(from, path);
    return anchor.node;
  }

  #value(from: Node, path: KeyPath): YamlNode {
    const mark = this.#mark(from);
    if (isMap(from)) return this.#map(from.items as Pair[], mark, path);
    if (isSeq(from)) {
      const items = from.items.map((item, index) => this.node(item as Node | null, [...path, index], mark));
      return this.#sized({ kind: "list", mark, items }, 1 + this.#sum(items));
    }
    if (!isScalar(from)) return this.#sized(nothing(mark), 1);
    const isQuoted = from.type !== undefined && from.type !== "PLAIN";
    const text = isQuoted ? String(from.value) : from.source ?? String(from.value);
    return this.#sized({ kind: "scalar", mark, text, quoted: isQuoted, value: scalarValue(from.value) }, 1);
  }

  #map(pairs: readonly Pair[], mark: SourceMark, path: KeyPath): YamlNode {
    const own = new Map<string, YamlEntry>();
    const order: (YamlEntry | readonly YamlEntry[])[] = [];
    let mergeMark: SourceMark | undefined;
    for (const pair of pairs) {
      const keyMark = pair.key === null ? mark : this.#mark(pair.key);
      if (isMergeKey(pair.key)) {
        const merged = this.node(pair.value, [...path, "<<"], keyMark);
        if (mergeMark !== undefined) this.#duplicate(keyMark, mergeMark, [...path, "<<"], "write one: `<<: [*a, *b]`");
        mergeMark ??= keyMark;
        order.push(this.#mergedEntries(merged, path));
        continue;
      }
      const key = this.#key(pair.key, keyMark, path);
      const value = this.node(pair.value, [...path, key ?? "?"], keyMark);
      if (key === undefined) continue;
      const first = own.get(key);
      if (first !== undefined) {
        this.#duplicate(keyMark, first.keyMark, [...path, key]);
        continue;
      }
      const entry = { key, keyMark, value };
      own.set(key, entry);
      order.push(entry);
    }
    // A key of the map itself goes over a merged one, and an earlier merged map over a later one.
    const taken = new Set(own.keys());
    const entries: YamlEntry[] = [];
    for (const part of order) {
      if (!Array.isArray(part)) entries.push(part as YamlEntry);
      else entries.push(...part.filter(({ key }) => !taken.has(key) && taken.add(key)));
    }
    return this.#sized({ kind: "map", mark, entries }, 1 + this.#sum(entries.map(({ value }) => value)));
  }

  #key(from: Node | null, mark: SourceMark, path: KeyPath): string | undefined {
    const key = from === null ? undefined : this.node(from, path, mark);
    if (key?.kind === "scalar" && key.text !== "__proto__" && (key.text !== "" || key.quoted)) return key.text;
    const what = key === undefined || key.kind === "scalar"
      ? `a key is ${quoted(key?.text ?? "")}`
      : `a key is a ${key.kind}`;
    this.#problems.add(mark, keyPath(path), `${what}; wanted a word`);
    return undefined;
  }

  #mergedEntries(merged: YamlNode, path: KeyPath): readonly YamlEntry[] {
    const sources = merged.kind === "list" ? merged.items : [merged];
    return sources.flatMap((source) => {
      if (source.kind === "map") return source.entries;
      if (this.#broken.has(source)) return [];
      const what = source.kind === "list" ? "a list" : quoted(source.text);
      this.#problems.add(
        source.mark,
        keyPath([...path, "<<"]),
        `${what} cannot be merged; wanted a map or a list of maps`,
      );
      return [];
    });
  }

  #alias(from: Alias, path: KeyPath): YamlNode {
    const mark = this.#mark(from);
    const anchor = this.#anchors.get(from.source);
    if (anchor?.node !== undefined) return this.#isTooLarge ? this.#standIn(mark) : anchor.node;
    if (anchor === undefined) {
      this.#problems.add(mark, keyPath(path), `alias '*${from.source}' has no anchor '&${from.source}' before it`, {
        hint: didYouMean(from.source, this.#anchors.keys()),
      });
    } else {
      this.#problems.add(mark, keyPath(path), `alias '*${from.source}' stands inside the value that it repeats`);
    }
    return this.#standIn(mark);
  }

  #standIn(mark: SourceMark): YamlNode {
    const node = nothing(mark);
    this.#broken.add(node);
    return node;
  }

  #duplicate(mark: SourceMark, first: SourceMark, path: KeyPath, hint = "remove one of them"): void {
    this.#problems.add(mark, keyPath(path), `is written twice, first in line ${first.line}; wanted once`, { hint });
  }

  #mark(from: Node): SourceMark {
    return this.#markAt(from.range?.[0] ?? 0);
  }

  #sum(nodes: readonly YamlNode[]): number {
    return nodes.reduce((sum, node) => sum + (this.#sizes.get(node) ?? 1), 0);
  }

  /** Notes how many values stand for `node` once aliases are written out, and refuses a document that explodes. */
  #sized<T extends YamlNode>(node: T, size: number): T {
    this.#sizes.set(node, size);
    this.#written++;
    if (size > Math.max(MOST_VALUES, MOST_TIMES_WRITTEN * this.#written) && !this.#isTooLarge) {
      this.#isTooLarge = true;
      const message = `stands for more than ${MOST_VALUES} values by its aliases (*name); wanted a configuration`;
      this.#problems.add(node.mark, "", message, { hint: "write the values out, or put them in a file of their own" });
    }
    return node;
  }
}

interface Pair {
  key: Node | null;
  value: Node | null;
}

function isMergeKey(key: Node | null): boolean {
  return isScalar(key) && key.type === "PLAIN" && key.source === "<<";
}

function nothing(mark: SourceMark): YamlScalar {
  return { kind: "scalar", mark, text: "", quoted: false, value: null };
}

function scalarValue(value: unknown): YamlScalar["value"] {
  return typeof value === "number" || typeof value === "boolean" || value === null ? value : String(value);
}
