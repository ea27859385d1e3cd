import type { KeyPath } from "./key_path.ts";
import type { SourceMark, YamlNode } from "./yaml_node.ts";

/** What {@link locateYaml} found. */
export interface YamlLocation {
  /** The node at the path, or `undefined` when it is not written. */
  readonly node: YamlNode | undefined;
  /** Where the node stands, or where the nearest part of its path that is written has its key. */
  readonly mark: SourceMark;
  /** Where the key of the node stands; the same as `mark` where there is none. */
  readonly keyMark: SourceMark;
}

/** Follows `path` from `root`. `at` is the place of `root`'s own key, when it has one. */
export function locateYaml(root: YamlNode, path: KeyPath, at: SourceMark = root.mark): YamlLocation {
  let node = root;
  let keyMark = at;
  for (const part of path) {
    if (node.kind === "map") {
      const entry = node.entries.find(({ key }) => key === part);
      if (entry === undefined) return { node: undefined, mark: keyMark, keyMark };
      node = entry.value;
      keyMark = entry.keyMark;
    } else {
      const item = node.kind === "list" && typeof part === "number" ? node.items[part] : undefined;
      if (item === undefined) return { node: undefined, mark: keyMark, keyMark };
      node = item;
      keyMark = item.mark;
    }
  }
  return { node, mark: node.mark, keyMark };
}
