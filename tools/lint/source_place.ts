/** Where a source file stands in the project. */
export interface SourcePlace {
  /** Path from the project's root, with `/`. */
  readonly path: string;
  /** First folder of the path; "" for a file at the root. */
  readonly folder: string;
  /** File name with its extension. */
  readonly base: string;
  /** True for tests, and for what only they use: suites (`test_*.ts`) and the folders tests/ and testing/. */
  readonly test: boolean;
}

/** The place of the file `filename`: an absolute path, or one from the project's root. */
export function sourcePlace(filename: string): SourcePlace {
  const root = decodeURIComponent(new URL("../../", import.meta.url).pathname);
  const path = filename.startsWith(root) ? filename.slice(root.length) : filename;
  const parts = path.split("/");
  const base = parts[parts.length - 1];
  const folder = parts.length > 1 ? parts[0] : "";
  return {
    path,
    folder,
    base,
    test: folder === "tests" || parts.includes("testing") || /^test_|_test\.ts$/.test(base),
  };
}
