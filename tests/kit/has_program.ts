/** True when a program of this name is found in `PATH`: tests that need one are left out where it is missing. */
export function hasProgram(name: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").filter((folder) => folder !== "").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${name}`).isFile;
    } catch {
      return false;
    }
  });
}
