import { RunFailure } from "../../core/run_failure.ts";

/** A file of the page. */
export interface PageFile {
  /** Its kind, for `Content-Type`. */
  readonly type: string;
  /** Its content, by gzip. */
  readonly packed: Uint8Array<ArrayBuffer>;
}

const FILES: Readonly<Record<string, { readonly name: string; readonly type: string }>> = {
  "/": { name: "index.html", type: "text/html; charset=utf-8" },
  "/page.js": { name: "page.js", type: "text/javascript; charset=utf-8" },
  "/page.css": { name: "page.css", type: "text/css; charset=utf-8" },
  "/icon.svg": { name: "icon.svg", type: "image/svg+xml" },
};

/**
 * The files of the page by their path, as they are built (`tools/bundle_page.ts`). A program that runs from its sources builds them first, when they
 * are not current; an executable carries them, and only here are they read. Rejects with a `RunFailure` when they cannot be had.
 */
export async function readPageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const folder = new URL("../../.dev/view/", import.meta.url);
  if (!Deno.build.standalone) await buildPage();
  try {
    return new Map(
      Object.entries(FILES).map(([path, { name, type }]) => [
        path,
        { type, packed: Deno.readFileSync(new URL(`${name}.gz`, folder)) },
      ]),
    );
  } catch (cause) {
    throw new RunFailure(
      `opening the view: its page cannot be read, ${(cause as Error).message}; install the program anew`,
      { cause },
    );
  }
}

async function buildPage(): Promise<void> {
  // From source there are tools, and the executable does not come here.
  const root = decodeURIComponent(new URL("../../", import.meta.url).pathname);
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", `${root}tools/bundle_page.ts`],
    stdin: "null",
    stdout: "null",
  }).output();
  if (success) return;
  const why = new TextDecoder().decode(stderr).trim();
  throw new RunFailure(`opening the view: its page was not built from source, ${why}; see docs/building.md`);
}
