/** What a script in Python has answered: what is ready, or why it is not. */
export type PythonAnswer = { readonly ready: string } | { readonly ready?: undefined; readonly reason: string };

/** Runs `script` by the computer's Python with `args`, for at most `patienceMs`. Its last words are `ready WHAT`, or `skip REASON`. Never rejects. */
export async function askPython(script: string, args: readonly string[], patienceMs: number): Promise<PythonAnswer> {
  let child: Deno.ChildProcess;
  try {
    const command = ["-c", script, ...args];
    child = new Deno.Command("python3", { args: command, stdin: "null", stdout: "piped", stderr: "piped" }).spawn();
  } catch {
    return { reason: "python3 is not installed" };
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  const { stdout, stderr } = await child.output();
  clearTimeout(timer);
  const answer = new TextDecoder().decode(stdout).trim();
  if (answer.startsWith("ready ")) return { ready: answer.slice("ready ".length) };
  const said = new TextDecoder().decode(stderr).trim().split("\n").pop()!;
  return { reason: answer.replace(/^skip /, "") || said || "python3 ended without an answer" };
}
