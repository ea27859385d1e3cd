import type { InterfaceReport } from "../interface/interface_report.ts";
import { nativeLibraryState } from "../comm/zenoh/native_library_state.ts";
import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { managerRun, type ManagerRunResult } from "./manager_run.ts";
import { median } from "./median.ts";
import { PeerProcess } from "./peer_process.ts";
import { robotsConfig } from "./robots_config.ts";

const PROTOCOLS = ["zenoh", "zenoh/shm"];
const ROUNDS = 3;
/** The heap is then watched over ten thousand cycles. */
const SECONDS = 13;
/** Ticks before the heap is watched. */
const SETTLED = 3000;
/** How long an interface has been waiting when the manager starts [ms]: it has warmed up. */
const WAIT_MS = 1500;
const MEGABYTE = 1e6;

/** One run of both processes. */
interface Round extends ManagerRunResult {
  readonly robot: InterfaceReport;
}

/**
 * A manager and an interface with `RobotDriverMock` at 1 kHz over Zenoh, as they are without any further configuration: start, heap and memory of both, and the
 * round trip that the interface reports. Without the native library there is one row that says so. Errors: `RunFailure`.
 */
export async function protocolRows(folder: string, progress: BenchProgress): Promise<BenchRow[]> {
  const library = nativeLibraryState();
  if (!library.available) {
    const note = `the native Zenoh library cannot be used (${library.reason})`;
    return [{ bench: "robots", name: "robots over zenoh", unit: "", value: NaN, note }];
  }
  const rows: BenchRow[] = [];
  for (const protocol of PROTOCOLS) {
    const rounds: Round[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      progress(`${protocol}, round ${i + 1} of ${ROUNDS}`);
      rounds.push(await round(folder, protocol));
    }
    rows.push(...rowsOf(protocol, rounds));
  }
  return rows;
}

async function round(folder: string, protocol: string): Promise<Round> {
  const name = `bench_${Deno.pid}`;
  const file = `${folder}/interface.yaml`, report = `${folder}/interface.json`;
  await Deno.writeTextFile(file, `name: ${name}\nnetwork_interface:\n  protocol: ${protocol}\n`);
  const robot = await PeerProcess.start(["interface", "-c", file, "--report", report], "waiting for init query");
  let run: ManagerRunResult;
  try {
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    const yaml = robotsConfig({ names: [name], driver: "RobotDriverMock", protocol });
    run = await managerRun(folder, yaml, SECONDS, [robot.pid]);
  } finally {
    await robot.stop();
  }
  return { ...run, robot: JSON.parse(await Deno.readTextFile(report)) };
}

function rowsOf(protocol: string, rounds: readonly Round[]): BenchRow[] {
  const row = (name: string, unit: string, of: (round: Round) => number, digits: number): BenchRow => {
    const values = rounds.map(of);
    const note = `rounds: ${values.map((value) => value.toFixed(digits)).join(", ")}`;
    return { bench: "robots", name: `${protocol}, ${name}`, unit, value: median(values), note };
  };
  return [
    row("start of the manager to its first command, interface waiting", "ms", firstCommand, 0),
    row("heap growth of the manager in 10,000 cycles", "kB", ({ report }) => growth(report), 1),
    row("heap growth of the interface in 10,000 cycles", "kB", ({ robot }) => growth(robot), 1),
    row("major collections in the loops of both", "", collections, 0),
    row("round trip reported by the interface, p50", "us", ({ robot }) => robot.round_trip_us.p50, 0),
    row("round trip reported by the interface, p99", "us", ({ robot }) => robot.round_trip_us.p99, 0),
    row("resident memory of the manager", "MB", ({ memory }) => memory.resident / MEGABYTE, 1),
    row("resident memory of the interface", "MB", ({ others }) => others[0].resident / MEGABYTE, 1),
  ];
}

function firstCommand({ report }: Round): number {
  return report.start_to_first_command_ms ?? NaN;
}

function growth({ heap, cycles }: Pick<InterfaceReport, "heap" | "cycles">): number {
  return heap.growth_bytes / (cycles - SETTLED) * 10;
}

function collections({ report, robot }: Round): number {
  return report.heap.major_gcs + robot.heap.major_gcs;
}
