import { RunFailure } from "../core/run_failure.ts";
import { uriCommand } from "../core/uri_command.ts";
import type { ManagerReport } from "../manager/manager_report.ts";
import type { BenchProgress } from "./bench_row.ts";
import { median } from "./median.ts";

const RUNS = 5;
const SECONDS = 10;
/** A run takes a second or two; one that takes this long is not going to end [ms]. */
const PATIENCE_MS = 120_000;

/**
 * How long ten simulated seconds of `examples/ur5e` take in lock step, as its manager reports: median of five runs of `uri demo --lockstep`, a manager and a
 * world as two new processes each [ms]. `mujoco` is what `--mujoco` gets; `folder`: where reports may be put. Rejects with a `RunFailure` when a run fails.
 */
export async function simLockstep(mujoco: string, folder: string, progress: BenchProgress): Promise<number> {
  const figures: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    progress(`lock step, run ${run + 1} of ${RUNS}`);
    figures.push(await runOnce(mujoco, `${folder}/lockstep.json`));
  }
  return median(figures);
}

async function runOnce(mujoco: string, report: string): Promise<number> {
  const [program, ...first] = uriCommand();
  const flags = ["--for", `${SECONDS}`, "--mujoco", mujoco, "--report", report, "--log-level", "error"];
  const demo = new Deno.Command(program, {
    args: [...first, "demo", "--lockstep", ...flags],
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const patience = setTimeout(() => demo.kill("SIGTERM"), PATIENCE_MS);
  const { code } = await demo.status.finally(() => clearTimeout(patience));
  const told = code === 0 ? JSON.parse(await Deno.readTextFile(report)) as ManagerReport : undefined;
  if (told === undefined || told.real_time_factor === null) {
    throw new RunFailure(
      `Cannot measure: uri demo --lockstep ended with exit code ${code}, 0 and a real-time factor were wanted; its reason stands above`,
    );
  }
  return 1000 * told.duration_s / told.real_time_factor;
}
