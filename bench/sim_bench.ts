import { fileURLToPath } from "node:url";
import type { MujocoEngine } from "../drivers/mujoco/mujoco_engine.ts";
import { loadWasmEngine } from "../drivers/mujoco/wasm/load_wasm_engine.ts";
import { UR5E } from "../robots/ur5e.ts";
import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { median } from "./median.ts";
import { simLockstep } from "./sim_lockstep.ts";
import { SimCycle } from "./sim_cycle.ts";
import { SimPeers } from "./sim_peers.ts";
import { simRobots } from "./sim_robots.ts";
import { SimSeries } from "./sim_series.ts";
import { type SimSubject, simSubjects } from "./sim_subjects.ts";

const ROUNDS = 15;
const CYCLES = 4000;
const CYCLES_BEFORE = 15_000;
const MODEL = fileURLToPath(new URL("../examples/ur5e/ur5e.xml", import.meta.url));
/** What is wanted: WebAssembly to native, and native to Python. */
const [WASM_LIMIT, NATIVE_LIMIT] = [1.8, 1.1];
/** Longest time of ten seconds in lock step [ms], and their steps. */
const [LOCKSTEP_LIMIT, LOCKSTEP_STEPS] = [1000, 10_000];

/** Figures of one subject [µs a step], by round. */
interface Figures {
  readonly wasm: number[];
  readonly native: number[];
  readonly program: number[];
  readonly python: number[];
}

/**
 * Measures the simulation: physics steps of three models in WebAssembly, in MuJoCo's native library by foreign functions, in a program in C++ and in
 * Python; a whole cycle of `RobotDriverMuJoCo`; ten seconds in lock step; and how many robots a world can have at 1 kHz. In one run, in turn. Figures are
 * medians of rounds; times of what one thread does are those of the thread on its processor. What is native is left out, with the reason, where it
 * cannot be had.
 */
export async function simBench(progress: BenchProgress = () => {}): Promise<BenchRow[]> {
  const folder = await Deno.makeTempDir({ prefix: "uri-bench-" });
  try {
    const wasm = await loadWasmEngine();
    progress(`MuJoCo ${wasm.version}: looking for the native library`);
    const subjects = simSubjects(folder);
    const peers = await SimPeers.start(wasm, subjects, folder);
    const rows: BenchRow[] = [];
    let figures: Figures[];
    try {
      figures = await stepFigures(subjects, wasm, peers, progress);
      rows.push(...subjects.flatMap(({ name }, index) => stepRows(name, figures[index], peers.engine)));
    } finally {
      await peers.close();
    }
    rows.push(...await cycleRows(peers.engine, progress));
    const lockstep = async (engine: MujocoEngine, steps: readonly number[]) =>
      rows.push(lockstepRow(engine, await simLockstep(engineFlag(engine), folder, progress), median(steps)));
    await lockstep(wasm, figures[0].wasm);
    if (typeof peers.engine !== "string") await lockstep(peers.engine, figures[0].native);
    rows.push(await robotRow(wasm, progress));
    if (typeof peers.engine !== "string") rows.push(await robotRow(peers.engine, progress));
    return rows;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function stepFigures(
  subjects: readonly SimSubject[],
  wasm: MujocoEngine,
  peers: SimPeers,
  progress: BenchProgress,
): Promise<Figures[]> {
  const { engine } = peers;
  const own = subjects.map((subject) => new SimSeries(subject, wasm));
  const native = typeof engine === "string" ? [] : subjects.map((subject) => new SimSeries(subject, engine));
  const figures = subjects.map((_, index): Figures => ({
    wasm: own[index].figures,
    native: native[index]?.figures ?? [],
    program: [],
    python: [],
  }));
  for (const [index, series] of own.entries()) {
    progress(`warming up: ${subjects[index].name}`);
    series.warmUp();
  }
  for (let round = 0; round < ROUNDS; round++) {
    progress(`round ${round + 1} of ${ROUNDS}`);
    for (const [index, { steps }] of subjects.entries()) {
      own[index].round();
      native[index]?.round();
      figures[index].program.push(await peers.program(index, steps));
      figures[index].python.push(await peers.python(index, steps));
    }
  }
  for (const series of [...own, ...native]) series.close();
  return figures;
}

function stepRows(name: string, figures: Figures, engine: MujocoEngine | string): BenchRow[] {
  const [wasm, native, program, python] = [figures.wasm, figures.native, figures.program, figures.python].map(median);
  const row = (what: string, value: number): BenchRow => ({
    bench: "sim",
    name: `physics step, ${name}, ${what}`,
    unit: "us",
    value,
  });
  const [most, least] = [`at most ${WASM_LIMIT}x the native library`, `at most ${NATIVE_LIMIT}x the Python wheel`];
  if (typeof engine === "string") {
    return [{ ...row("WebAssembly", wasm), target: most, note: `no native peer: ${engine}` }];
  }
  const ratio = wasm / native;
  const ownRow: BenchRow = {
    ...row("WebAssembly", wasm),
    peer: `MuJoCo ${engine.version}, native by foreign functions`,
    peerValue: native,
    ratio,
    target: most,
    pass: ratio <= WASM_LIMIT,
    note: Number.isNaN(python) ? undefined : `${(wasm / python).toFixed(2)}x the Python wheel`,
  };
  const nativeRow: BenchRow = {
    ...row("native by foreign functions", native),
    target: least,
    note: Number.isNaN(program)
      ? "no program in C++: g++ is needed"
      : `a program in C++ takes ${program.toFixed(2)} µs`,
  };
  if (Number.isNaN(python)) return [ownRow, nativeRow];
  const part = native / python;
  const peer = { peer: "Python wheel, steps in one call", peerValue: python, ratio: part, pass: part <= NATIVE_LIMIT };
  return [ownRow, { ...nativeRow, ...peer }];
}

/** A whole cycle of the driver of a UR5e alone, on each engine. */
async function cycleRows(engine: MujocoEngine | string, progress: BenchProgress): Promise<BenchRow[]> {
  const kinds = [
    { name: "WebAssembly", mujoco: undefined },
    ...(typeof engine === "string"
      ? []
      : [{ name: "native", mujoco: { library: engine.origin, isNamed: true, note: "" } }]),
  ];
  const cycles = await Promise.all(kinds.map(({ mujoco }) => SimCycle.open(MODEL, UR5E, mujoco)));
  const figures = cycles.map((): number[] => []);
  for (const cycle of cycles) cycle.run(CYCLES_BEFORE);
  for (let round = 0; round < ROUNDS; round++) {
    progress(`cycles, round ${round + 1} of ${ROUNDS}`);
    cycles.forEach((cycle, index) => figures[index].push(cycle.run(CYCLES)));
  }
  for (const cycle of cycles) cycle.close();
  return kinds.map(({ name }, index) => ({
    bench: "sim",
    name: `cycle of RobotDriverMuJoCo, UR5e, ${name}`,
    unit: "us",
    value: median(figures[index]),
  }));
}

function engineFlag({ kind, origin }: MujocoEngine): string {
  return kind === "native" ? origin : "wasm";
}

/** `stepUs`: what a step of the same arm takes in this process. */
function lockstepRow(engine: MujocoEngine, wallMs: number, stepUs: number): BenchRow {
  const physicsMs = LOCKSTEP_STEPS * stepUs / 1000;
  return {
    bench: "sim",
    name: `10 s of a UR5e in lock step, ${kindText(engine)}`,
    unit: "ms",
    value: wallMs,
    peer: "its physics alone",
    peerValue: physicsMs,
    ratio: wallMs / physicsMs,
    target: `at most ${LOCKSTEP_LIMIT} ms`,
    pass: wallMs <= LOCKSTEP_LIMIT,
    note: "a manager and a world in new processes, which V8 compiles meanwhile; physics in this process, warm",
  };
}

async function robotRow(engine: MujocoEngine, progress: BenchProgress): Promise<BenchRow> {
  const { robots, p99 } = await simRobots(engine, progress);
  return {
    bench: "sim",
    name: `UR5e in one world at 1 kHz, ${kindText(engine)}`,
    unit: "",
    value: robots,
    note: `one thread; p99 of its time for a tick ${
      Math.round(p99)
    } µs of 1,000: a physics step, and of each robot a State and a new command`,
  };
}

function kindText({ kind }: MujocoEngine): string {
  return kind === "native" ? "native" : "WebAssembly";
}
