import { projectRoot } from "../../tools/project_root.ts";

/** The files that a page of docs/ shows, by name: each of their blocks begins with the name, as a remark. */
export function pageFiles(page: string): Map<string, string> {
  const text = Deno.readTextFileSync(`${projectRoot()}/docs/${page}`);
  const files = new Map<string, string>();
  for (const [, block] of text.matchAll(/^```(?:cpp|cmake|yaml)\n(.*?)^```/gms)) {
    const name = /^(?:\/\/|#) (\S+)\n/.exec(block)?.[1];
    if (name !== undefined) files.set(name, block);
  }
  return files;
}
