/** Runs a program to its end and returns what it writes. Throws, with all of it, when it fails. */
export async function run([program, ...args]: readonly string[], cwd = "/"): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args, cwd, stdin: "null" }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  if (!success) throw new Error(`${program} ${args.join(" ")}: failed:\n${text}`);
  return text;
}
