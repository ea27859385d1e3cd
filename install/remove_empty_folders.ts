/**
 * Removes those of `folders` (relative to `prefix`, "." for that itself) that are empty, the inner ones first, and returns those that are not, which
 * stay. Errors are those of the system.
 */
export function removeEmptyFolders(prefix: string, folders: readonly string[]): string[] {
  const depth = (path: string) => path === "." ? 0 : path.split("/").length;
  const filled: string[] = [];
  for (const folder of folders.toSorted((a, b) => depth(b) - depth(a))) {
    const full = folder === "." ? prefix : `${prefix}/${folder}`;
    try {
      if ([...Deno.readDirSync(full)].length > 0) filled.push(folder);
      else Deno.removeSync(full);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)) throw error;
    }
  }
  return filled.sort();
}
