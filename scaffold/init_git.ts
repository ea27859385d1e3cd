/** Variables that would make `git init` work elsewhere than in the folder it is given. */
const ELSEWHERE = /^GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|NAMESPACE|CEILING_DIRECTORIES)$/;

/**
 * Makes `folder` a git repository, without a commit, and without asking anything. Resolves to what was done, for a message. A git that is missing or
 * fails is no failure: the project is there without it. `environment`: that of the program.
 */
export async function initGit(folder: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const env = Object.fromEntries(Object.entries(environment).filter(([name]) => !ELSEWHERE.test(name)));
  try {
    const { success, stderr } = await new Deno.Command("git", {
      args: ["init", "--quiet"],
      cwd: folder,
      clearEnv: true,
      env: { ...env, GIT_TERMINAL_PROMPT: "0" },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    if (success) return "initialized (no commit yet)";
    const why = new TextDecoder().decode(stderr).trim().split("\n")[0];
    return `skipped (git init failed${why === "" ? "" : `: ${why}`})`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "skipped (git not found on PATH)";
    return `skipped (git cannot be run: ${(error as Error).message})`;
  }
}
