import { readInstallArchive } from "../install/read_install_archive.ts";
import { writeOut } from "./write_out.ts";

/** Prints the licence of the program and the notices of what it contains. Errors: `RunFailure` when an executable does not carry them. */
export async function printLicenses(): Promise<void> {
  for (const text of Deno.build.standalone ? await ofArchive() : ofSources()) writeOut(`${text.trimEnd()}\n\n`);
}

/** An executable has them where they take no memory of other commands. */
async function ofArchive(): Promise<string[]> {
  const files = await readInstallArchive();
  return ["LICENSE", "notices.txt"].map((name) => {
    const path = `share/unified_robot_interface/${name}`;
    return new TextDecoder().decode(files.find((file) => file.path === path)?.content);
  });
}

function ofSources(): string[] {
  return ["../LICENSE", "../packaging/notices.txt"].map((file) =>
    Deno.readTextFileSync(new URL(file, import.meta.url))
  );
}
