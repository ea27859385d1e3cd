import { RunFailure } from "../core/run_failure.ts";
import { uriCommand } from "../core/uri_command.ts";
import type { ManagerReport } from "../manager/manager_report.ts";
import { type ProcessMemory, processMemory } from "./process_memory.ts";

/** Time between two looks at the memory [ms]. */
const LOOK_MS = 250;

/** Time beside its run that a manager may take to start and to end [ms]; it would wait minutes for an interface that does not answer. */
const PATIENCE_MS = 20_000;

/** A run of the manager that has ended. */
export interface ManagerRunResult {
  /** What it reported. */
  readonly report: ManagerReport;
  /** Its memory shortly before the end. */
  readonly memory: ProcessMemory;
  /** Memory of the processes that were watched beside it, in their order. */
  readonly others: readonly ProcessMemory[];
}

/**
 * Runs `uri manager` for `seconds` with the configuration `yaml`, in `folder`, and watches its memory and that of `others` (process ids). Rejects
 * with a {@link RunFailure} when it fails.
 */
export async function managerRun(
  folder: string,
  yaml: string,
  seconds: number,
  others: readonly number[] = [],
): Promise<ManagerRunResult> {
  const config = `${folder}/mc_rtc.yaml`, report = `${folder}/report.json`;
  await Deno.writeTextFile(config, yaml);
  const [program, ...first] = uriCommand();
  const args = [
    ...first,
    "manager",
    "-c",
    config,
    "--for",
    String(seconds),
    "--report",
    report,
    "--log-level",
    "error",
  ];
  const manager = new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "inherit" }).spawn();
  let memory: ProcessMemory | undefined;
  let beside: ProcessMemory[] = [];
  const looking = setInterval(() => {
    memory = processMemory(manager.pid) ?? memory;
    const found = others.map(processMemory).filter((each) => each !== undefined);
    if (found.length === others.length) beside = found;
  }, LOOK_MS);
  let late = false;
  const patience = setTimeout(() => {
    late = true;
    manager.kill("SIGTERM");
  }, seconds * 1000 + PATIENCE_MS);
  const { code } = await manager.status.finally(() => {
    clearInterval(looking);
    clearTimeout(patience);
  });
  if (late) {
    throw new RunFailure(
      `Cannot measure: uri manager --for ${seconds} was not over ${
        PATIENCE_MS / 1000
      } s later, as was wanted; is the computer overloaded?`,
    );
  }
  if (code !== 0 || memory === undefined) {
    throw new RunFailure(
      `Cannot measure: uri manager ended with exit code ${code}, 0 was wanted; its reason stands above`,
    );
  }
  return { report: JSON.parse(await Deno.readTextFile(report)) as ManagerReport, memory, others: beside };
}
