/** Files as a tree, one line each, folders first opened where they are named; `paths` are sorted. */
export function fileTree(root: string, paths: readonly string[]): string {
  return [`${root}/`, ...branches(paths, "")].join("\n");
}

function branches(paths: readonly string[], indent: string): string[] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const at = path.indexOf("/");
    const [first, rest] = at < 0 ? [path, undefined] : [path.slice(0, at + 1), path.slice(at + 1)];
    groups.set(first, [...groups.get(first) ?? [], ...(rest === undefined ? [] : [rest])]);
  }
  return [...groups].flatMap(([name, below], index) => {
    const isLast = index === groups.size - 1;
    return [
      `${indent}${isLast ? "└── " : "├── "}${name}`,
      ...branches(below, `${indent}${isLast ? "    " : "│   "}`),
    ];
  });
}
