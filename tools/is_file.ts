/** Whether there is a plain file at `path`, or a link that leads to one. */
export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
