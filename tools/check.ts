import type { CheckStep, StepResult } from "./check_step.ts";
import { forEachInParallel } from "./for_each_in_parallel.ts";
import { listFiles } from "./list_files.ts";
import { nativeSteps } from "./native_steps.ts";
import { projectRoot } from "./project_root.ts";
import { type ProcessResult, runProcess } from "./run_process.ts";
import { runTool } from "./run_tool.ts";

/** Contracts that others program against, besides every mod.ts: their documentation is complete. */
const CONTRACTS = [
  "comm/transport.ts",
  "controller/robot_controller.ts",
  "core/clock.ts",
  "core/run_options.ts",
  "drivers/robot_driver.ts",
  "schemas/control_mode.ts",
  "schemas/robot_module.ts",
  "schemas/robot_state.ts",
];

/** Exit code by which a generator says that it cannot look, because a tool is missing. */
const TOOL_MISSING = 3;

/** A step that is good when the program ends with 0. */
function program(name: string, ...argv: string[]): CheckStep {
  return { name, run: () => runProcess(argv).then(judge) };
}

function judge({ code, output }: ProcessResult): StepResult {
  return { trouble: code === 0 ? "" : output.trimEnd() || `it ended with code ${code}` };
}

/** A generated file: `--verify` of its generator compares, and says by its exit code when it cannot. */
function generated(name: string, ...argv: string[]): CheckStep {
  return {
    name: `generated: ${name}`,
    async run() {
      const result = await runProcess([...argv, "--verify"]);
      return result.code === TOOL_MISSING ? { skipped: result.output.trim() } : judge(result);
    },
  };
}

/** Every generator that is part of the tree: those of the notices and of MuJoCo's tables, and the shell scripts that know `--verify`. */
function generators(): CheckStep[] {
  const knows = (path: string) => Deno.readTextFileSync(`${projectRoot()}/${path}`).includes("--verify");
  const tool = (name: string) => [Deno.execPath(), "run", "-A", "--quiet", "--no-check", `tools/${name}.ts`];
  return [
    generated("packaging/notices.txt", ...tool("notices")),
    generated("drivers/mujoco/native/mujoco_layouts.jsonl", ...tool("make_mujoco_layouts")),
    ...listFiles((path) => path.endsWith(".sh") && knows(path)).map((path) => generated(path, "sh", path)),
  ];
}

/** Formatting; the names of the files are told, not the differences, as `./dev fmt` mends them. */
const format: CheckStep = {
  name: "format",
  async run() {
    const { code, output } = await runProcess([Deno.execPath(), "fmt", "--check"]);
    const files = [...output.matchAll(/^from (.*):$/gm)].map((match) => match[1]);
    if (code === 0) return { trouble: "" };
    return { trouble: files.length > 0 ? `${files.join("\n")}\nrun: ./dev fmt` : output.trim() };
  },
};

/** The first line of a script, "" when the file is none. */
function interpreter(path: string): string {
  using file = Deno.openSync(`${projectRoot()}/${path}`);
  const bytes = new Uint8Array(64);
  const length = file.readSync(bytes) ?? 0;
  const line = new TextDecoder().decode(bytes.subarray(0, length)).split("\n")[0];
  return line.startsWith("#!") ? line : "";
}

/** Shell scripts parse, in every shell that they must work with and that is here. */
const scripts: CheckStep = {
  name: "shell scripts",
  async run() {
    const shells: { posix: string[][]; bash: string[][] } = { posix: [["sh"]], bash: [["bash"]] };
    for (const other of [["dash"], ["busybox", "sh"], ["bash", "--posix"]]) {
      const { code } = await runProcess([...other, "-c", ":"]).catch(() => ({ code: 127 }));
      if (code === 0) shells.posix.push(other);
    }
    let trouble = "";
    for (const path of listFiles((path) => !/\.(wasm|png|stl|obj)$/.test(path))) {
      const line = interpreter(path);
      const kind = /\bbash\b/.test(line) ? shells.bash : /\bsh\b/.test(line) ? shells.posix : [];
      for (const shell of kind) {
        const { code, output } = await runProcess([...shell, "-n", path]);
        if (code !== 0) trouble += `${shell.join(" ")}: ${output}`;
      }
    }
    return { trouble: trouble.trimEnd() };
  },
};

/**
 * The documentation of every mod.ts and contract is complete. A type that they use counts as public when any file of the product
 * exports it, so that question is put to all of them at once.
 */
const documentation: CheckStep = {
  name: "documentation",
  async run() {
    const product = listFiles((path) =>
      /^(?!tests|tools|examples)\w+\/.*\.ts$/.test(path) && !path.endsWith("_test.ts") && !/\/test_\w+\.ts$/.test(path)
    );
    const doors = product.filter((path) => path.endsWith("/mod.ts") || CONTRACTS.includes(path));
    const lint = async (paths: string[]) => {
      const { output } = await runProcess([Deno.execPath(), "doc", "--quiet", "--lint", ...paths]);
      return output.split(/^(?=error)/m).filter((block) => block.startsWith("error"));
    };
    const isPrivate = (block: string) => block.startsWith("error[private-type-ref]");
    const [ofDoors, ofAll] = [await lint(doors), await lint(product)];
    const found = [...ofDoors.filter((block) => !isPrivate(block)), ...ofAll.filter(isPrivate)];
    return { trouble: found.filter((block) => !block.startsWith("error: Found")).join("").trimEnd() };
  },
};

/** Nobody silences all rules of a file: a lint rule cannot see that, as it is silenced too. */
const silenced: CheckStep = {
  name: "silenced lint rules",
  run() {
    const whole = /^\s*\/\/ *deno-lint-ignore-file *(--.*)?$/m;
    const found = listFiles((path) => /\.(ts|js)$/.test(path))
      .filter((path) => whole.test(Deno.readTextFileSync(`${projectRoot()}/${path}`)));
    return Promise.resolve({ trouble: found.map((path) => `${path}: name the rules that are silenced`).join("\n") });
  },
};

/** Checks everything but the behaviour, prints each step, and resolves to 0 when nothing is wrong. */
export async function check(): Promise<number> {
  const deno = Deno.execPath();
  // Scripts of the page are for a browser, whose types are not Deno's: each of both is checked by itself.
  const [page, others] = [true, false].map((isPage) =>
    listFiles((path) => /\.m?[jt]s$/.test(path) && path.startsWith("view/page/") === isPage)
  );
  const steps: CheckStep[] = [
    program("types", deno, "check", "--quiet", ...others),
    program("types of the page", deno, "check", "--quiet", ...page),
    format,
    program("lint", deno, "lint", "--quiet", "--compact"),
    documentation,
    program("lock file", deno, "install", "--quiet", "--frozen"),
    silenced,
    scripts,
    ...generators(),
    ...nativeSteps(),
  ];
  let failed = 0;
  await forEachInParallel(steps, Math.max(1, Math.min(4, navigator.hardwareConcurrency)), async ({ name, run }) => {
    const start = performance.now();
    const result = await run();
    const seconds = `(${((performance.now() - start) / 1000).toFixed(1)} s)`;
    if ("skipped" in result) return console.log(`skipped ${name} ${seconds}: ${result.skipped}`);
    if (result.trouble === "") return console.log(`ok      ${name} ${seconds}`);
    failed++;
    console.log(`FAILED  ${name} ${seconds}\n${result.trouble.replace(/^/gm, "        | ")}`);
  });
  console.log(failed === 0 ? "check: everything is in order" : `check: ${failed} of ${steps.length} steps failed`);
  return failed === 0 ? 0 : 1;
}

if (import.meta.main) await runTool(check);
