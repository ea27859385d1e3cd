import { build } from "./build.ts";
import { executableState } from "./executable_state.ts";
import { makeDeb } from "./make_deb.ts";
import { projectRoot } from "./project_root.ts";
import { runTool } from "./run_tool.ts";
import { ToolError } from "./tool_error.ts";

/** Processors by the names of Rust and of Debian. */
const ARCHITECTURES: Readonly<Record<string, string>> = {
  "x86_64-unknown-linux-gnu": "amd64",
  "aarch64-unknown-linux-gnu": "arm64",
};

/** Makes the Debian package in `dist/`; builds the executable when it is not current. */
export async function packageDeb(args: string[]): Promise<number> {
  const target = args[0]?.startsWith("--target=") ? args[0].slice(9) : args[1] ?? Deno.build.target;
  const architecture = ARCHITECTURES[target];
  if (architecture === undefined || (args.length > 0 && !/^--target(=|$)/.test(args[0])) || args.length > 2) {
    throw new ToolError(
      `Cannot make a package: '${args.join(" ")}' is unknown, --target T was wanted, with ${
        Object.keys(ARCHITECTURES).join(" or ")
      }`,
    );
  }
  const root = projectRoot(), own = `${root}/dist/uri`;
  if (executableState().path === undefined) await build([]);
  if (target !== Deno.build.target) await build(["--target", target]);
  const program = target === Deno.build.target ? own : `${own}-${target}`;
  const { path, bytes } = await makeDeb({
    installer: own,
    program,
    architecture,
    maintainer: await findMaintainer(),
    folder: `${root}/dist`,
  });
  console.log(`${path.slice(root.length + 1)}  ${(bytes / 1e6).toFixed(1)} MB`);
  return 0;
}

/** Who makes the package: as Debian's own tools are told, or else as git knows it. */
async function findMaintainer(): Promise<string> {
  const git = async (key: string) => {
    const command = new Deno.Command("git", { args: ["config", key], cwd: projectRoot(), stderr: "null" });
    const result = await command.output().catch(() => undefined);
    return new TextDecoder().decode(result?.stdout).trim();
  };
  const name = Deno.env.get("DEBFULLNAME") || await git("user.name") || "The uri authors";
  const address = Deno.env.get("DEBEMAIL") || Deno.env.get("EMAIL") || await git("user.email") || "uri@localhost";
  return `${name} <${address}>`;
}

if (import.meta.main) await runTool(packageDeb);
