/** Where something is written. */
export interface SourceMark {
  /** File as it was named by the user, or a word for text that came from elsewhere. */
  readonly file: string;
  /** Line, counted from 1; 0 when the whole file is meant. */
  readonly line: number;
  /** Column in characters, counted from 1; 0 when the whole file is meant. */
  readonly column: number;
}

/** A single value: text, number, truth value or nothing. */
export interface YamlScalar {
  /** Discriminates {@link YamlNode}. */
  readonly kind: "scalar";
  /** Where it is written. */
  readonly mark: SourceMark;
  /** The characters of the file (`007`, `1e-3`), or what stands between the quotes. */
  readonly text: string;
  /** True for text that cannot be anything else: quoted, or a block scalar. */
  readonly quoted: boolean;
  /** The value by the rules of YAML 1.2. */
  readonly value: string | number | boolean | null;
}

/** One key of a map, with its value. */
export interface YamlEntry {
  /** The key as it is written: `007` and `on` stay text. */
  readonly key: string;
  /** Where the key is written. */
  readonly keyMark: SourceMark;
  /** Its value. */
  readonly value: YamlNode;
}

/** Keys and values, in the order of the file. */
export interface YamlMap {
  /** Discriminates {@link YamlNode}. */
  readonly kind: "map";
  /** Where it is written. */
  readonly mark: SourceMark;
  /** Its entries; no two have the same key. */
  readonly entries: readonly YamlEntry[];
}

/** Values in a row. */
export interface YamlList {
  /** Discriminates {@link YamlNode}. */
  readonly kind: "list";
  /** Where it is written. */
  readonly mark: SourceMark;
  /** Its values. */
  readonly items: readonly YamlNode[];
}

/**
 * A YAML value that knows where it is written. Aliases and merge keys are already resolved: a value that came through one has
 * the place where it is written, not the place where it is used.
 */
export type YamlNode = YamlScalar | YamlMap | YamlList;
