import { fileURLToPath } from "node:url";
import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { managerRun, type ManagerRunResult } from "./manager_run.ts";
import { median } from "./median.ts";
import { PeerProcess } from "./peer_process.ts";
import type { ProcessMemory } from "./process_memory.ts";
import { robotsConfig } from "./robots_config.ts";

const ROUNDS = 5;
const SECONDS = 3;
/** How long an interface has been waiting when the manager starts [ms]: it has warmed up. */
const WAIT_MS = 1500;
const MEGABYTE = 1e6;
const TARGETS = { start: 300, memory: 120 };

/** Start of a manager with an interface that waits, and the memory of both, with each of the built-in drivers. */
export async function singleRobotRows(folder: string, progress: BenchProgress): Promise<BenchRow[]> {
  const model = fileURLToPath(new URL("../examples/ur5e/ur5e.xml", import.meta.url));
  const mock = await rounds(folder, "RobotDriverMock", undefined, progress);
  const physics = await rounds(folder, "RobotDriverMuJoCo", model, progress);
  return [
    startRow("RobotDriverMock", mock, true),
    startRow("RobotDriverMuJoCo", physics, false),
    memoryRow("the manager, 1 robot", [...mock, ...physics].map(({ memory }) => memory)),
    memoryRow("the interface, RobotDriverMock", mock.map(({ others }) => others[0])),
    memoryRow("the interface, RobotDriverMuJoCo, UR5e", physics.map(({ others }) => others[0])),
  ];
}

async function rounds(
  folder: string,
  driver: string,
  driverFile: string | undefined,
  progress: BenchProgress,
): Promise<ManagerRunResult[]> {
  const name = `bench_${Deno.pid}`;
  const runs: ManagerRunResult[] = [];
  const file = `${folder}/interface.yaml`;
  await Deno.writeTextFile(file, `name: ${name}\nnetwork_interface:\n  protocol: shm\n`);
  for (let round = 0; round < ROUNDS; round++) {
    progress(`${driver}, round ${round + 1} of ${ROUNDS}`);
    const robot = await PeerProcess.start(["interface", "-c", file], "waiting for init query");
    try {
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      runs.push(await managerRun(folder, robotsConfig({ names: [name], driver, driverFile }), SECONDS, [robot.pid]));
    } finally {
      await robot.stop();
    }
  }
  return runs;
}

function startRow(driver: string, runs: readonly ManagerRunResult[], judged: boolean): BenchRow {
  const times = runs.map(({ report }) => report.start_to_first_command_ms ?? NaN);
  const value = median(times);
  const row: BenchRow = {
    bench: "robots",
    name: `start of the manager to its first command, interface waiting, ${driver}`,
    unit: "ms",
    value,
    note: `rounds: ${times.map((time) => time.toFixed(0)).join(", ")}`,
  };
  if (judged) Object.assign(row, { target: `at most ${TARGETS.start} ms`, pass: value <= TARGETS.start });
  return row;
}

function memoryRow(of: string, memories: readonly ProcessMemory[]): BenchRow {
  const figure = (key: keyof ProcessMemory) => median(memories.map((memory) => memory[key])) / MEGABYTE;
  const value = figure("resident");
  return {
    bench: "robots",
    name: `resident memory of ${of}`,
    unit: "MB",
    value,
    target: `at most ${TARGETS.memory} MB`,
    pass: value <= TARGETS.memory,
    note:
      `of it ${figure("file").toFixed(1)} MB of the program's file, ${
        figure("shared").toFixed(1)
      } MB of shared memory; ` +
      `peak ${figure("peak").toFixed(1)} MB`,
  };
}
