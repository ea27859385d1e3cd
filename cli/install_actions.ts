import type { InstallActions } from "./add_install_commands.ts";
import { writeOut } from "./write_out.ts";

/** What the commands around an installation do, each loaded when it is asked for. */
export const INSTALL_ACTIONS: InstallActions = {
  async install(options, program) {
    const [{ runInstall }, { generatedFiles }] = await Promise.all([
      import("../install/run_install.ts"),
      import("./completions/generated_files.ts"),
    ]);
    const path = Deno.env.get("PATH") ?? "";
    return await runInstall({ ...options, path, generated: generatedFiles(program) }, writeOut);
  },
  async uninstall(options) {
    return (await import("../install/run_uninstall.ts")).runUninstall(options, writeOut);
  },
  async completions(shell, program) {
    (await import("./completions/print_completion.ts")).printCompletion(program, shell);
    return 0;
  },
};
