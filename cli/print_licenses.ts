import { writeOut } from "./write_out.ts";

/** Prints the licence of the program and the notices of what it contains. */
export function printLicenses(): void {
  for (const file of ["../LICENSE", "../packaging/notices.txt"]) {
    writeOut(`${Deno.readTextFileSync(new URL(file, import.meta.url)).trimEnd()}\n\n`);
  }
}
