import type { UriProcess } from "./uri_process.ts";

/** Where the view of a process is, by its log. */
export async function viewUrl(process: UriProcess): Promise<string> {
  const line = await process.line(/\[View\] http/);
  return /http\S+/.exec(line)![0];
}
