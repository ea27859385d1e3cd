import type { HeapFigures } from "../core/heap_watch.ts";
import { explainScheduling } from "../core/explain_scheduling.ts";
import { ExitCode } from "../core/exit_code.ts";
import { listenForStop } from "../core/listen_for_stop.ts";
import { LogLines } from "../core/log/log_lines.ts";
import { Logger } from "../core/log/logger.ts";
import { orAborted } from "../core/or_aborted.ts";
import { pause } from "../core/pause.ts";
import { Libc } from "../core/posix/libc.ts";
import { RunFailure } from "../core/run_failure.ts";
import type { RunOptions } from "../core/run_options.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { SimulatedClock } from "../core/simulated_clock.ts";
import { SystemClock } from "../core/system_clock.ts";
import { WorkerLink } from "../core/worker_link.ts";
import { writeReport } from "../core/write_report.ts";
import { NO_HEAP_FIGURES } from "../core/no_heap_figures.ts";
import type { ToInterfaceWorker } from "../interface/interface_worker_messages.ts";
import { SimulationLockstep } from "./lockstep/simulation_lockstep.ts";
import { allocateRecordRing } from "./recording/allocate_record_ring.ts";
import { startRecording } from "./recording/start_recording.ts";
import { RobotServer } from "./robot_server.ts";
import { loadScene } from "./scene/load_scene.ts";
import { simulationReport } from "./simulation_report.ts";
import { SIMULATION_BLOCK_SHAPE, SimulationBlock } from "./simulation_block.ts";
import type { FromSimulationWorker, ToSimulationWorker } from "./simulation_messages.ts";
import { openWorldView } from "./view/open_world_view.ts";
import type { View } from "../view/start_view.ts";
import { RealTimeFactor } from "./real_time_factor.ts";

const SAY = "[Simulation]";
const TICK_MS = 20;
const STOP_PATIENCE_MS = 4000;
const DEFAULT_DEADLINE_PERIOD_NS = 1_000_000;

/**
 * `uri simulate`: one world with the robots of a scene file, each served to managers like a real one; resolves to the exit code. Errors: `ConfigError`,
 * `DriverError`, `RunFailure`.
 */
export async function runSimulation(options: RunOptions & { config: string; record?: string }): Promise<number> {
  const lines = new LogLines();
  const logOf = (source: string) =>
    new Logger({ level: options.logLevel, format: options.logFormat, source, onLine: options.view && lines.add });
  const log = logOf("simulation");
  const stop = listenForStop(
    (_, number) => log.warning(`Caught signal ${number}`),
    (code) => new Libc().call._exit(code),
  );
  const clock = new SystemClock();
  const block = new SharedBlock(SIMULATION_BLOCK_SHAPE);
  const url = new URL("./simulation_worker.ts", import.meta.url);
  const link = new WorkerLink<ToSimulationWorker, FromSimulationWorker>(url, "uri simulate", (message) => {
    if (message.type === "log") log[message.level](`${SAY} ${message.text}`);
  });
  const post = (message: ToSimulationWorker) => {
    Atomics.add(block.flags, SimulationBlock.CALLS, 1);
    link.post(message);
  };
  post({ type: "prepare", epochS: clock.epochS });
  const over = new AbortController();
  const end = () => over.abort();
  stop.signal.addEventListener("abort", end);
  let view: View | undefined;
  try {
    // A pipe may never say anything.
    const loaded = await orAborted(loadScene(options.config), stop.signal);
    if (loaded === undefined) return ExitCode.Ok;
    const { scene, robots, records } = loaded;
    const { realtime, deadlinePeriodNs = DEFAULT_DEADLINE_PERIOD_NS } = options;
    const { forSeconds = Infinity } = options;
    const lockstep = options.lockstep ? { seconds: forSeconds } : undefined;
    const isLookedAt = options.view !== undefined;
    const memory = block.buffer;
    const ring = options.record === undefined ? undefined : allocateRecordRing();
    const recorder = { recording: ring, records };
    const { mujoco } = options;
    const setup = { block: memory, scene, mujoco, ...recorder, lockstep, isLookedAt, realtime, deadlinePeriodNs };
    post({ type: "open", setup });
    const opened = await link.next(["opened", "failed"], stop.signal);
    if (opened === undefined) return ExitCode.Ok;
    if (opened.type !== "opened") throw new RunFailure(`${SAY} starting: ${(opened as { reason: string }).reason}`);
    const { world } = opened;
    const explained = explainScheduling(`${SAY} loop`, world.scheduling);
    if (lockstep === undefined) log[explained.warn ? "warning" : "info"](explained.text);
    log.info(`${SAY} ${world.engineText}`);
    log.info(
      `${SAY} ${scene.robots.length} robot(s), physics every ${world.stepNs / 1e6} ms, loop every ${
        world.tickNs / 1e6
      } ms`,
    );

    const time = lockstep === undefined ? clock : new SimulatedClock(block.values, SimulationBlock.TIME);
    const isLockstep = lockstep !== undefined;
    const recording = await startRecording({
      file: options.record,
      ring,
      scene,
      robots,
      world,
      isLockstep,
      clock: time,
      log,
    });
    const servers = robots.map((config, robot) => {
      const send = (message: ToInterfaceWorker) => {
        if (message.type === "create") recording?.know(robot, message.setup);
        post({ type: "robot", robot, message });
      };
      const { report: _, forSeconds: __, ...own } = options;
      return new RobotServer({ config, options: own, log: logOf(config.name), clock: time, send });
    });
    const { tickNs, sight } = world;
    const looks = servers.map((server) => server.looks);
    view = await openWorldView({ block, scene, sight, tickNs, isLockstep, robots, looks, lines }, options.view, log);
    let failure = "";
    let heap = NO_HEAP_FIGURES;
    const passing = deliver(link, servers).then((ended) => {
      failure ||= ended.error;
      heap = ended.heap;
    }, (error: Error) => failure ||= error.message).finally(end);
    post({ type: "start" });
    const serving = Promise.all(servers.map((server, index) =>
      server.run(over.signal).then((code) => {
        if (code !== ExitCode.Ok) failure ||= `robot '${robots[index].name}' has ended`;
      }, (error: Error) => {
        failure ||= `robot '${robots[index].name}' cannot be served: ${error.message}`;
      }).finally(end)
    ));
    const factor = lockstep === undefined
      ? new RealTimeFactor(block, world.tickNs, log, clock)
      : new SimulationLockstep(block, world.tickNs, robots.map(({ name }) => name), log, clock);
    const startNs = clock.now();
    while (!over.signal.aborted) {
      await pause(TICK_MS);
      factor.look();
      if (lockstep === undefined && clock.now() - startNs >= forSeconds * 1e9) end();
    }
    await serving;
    Atomics.store(block.flags, SimulationBlock.STOP, 1);
    await Promise.race([passing, pause(STOP_PATIENCE_MS)]);
    factor.finish();
    const figures = await recording?.finish();
    if (options.report !== undefined) {
      const error = failure || figures?.error || "";
      const reports = Object.fromEntries(servers.map(({ report }, index) => [robots[index].name, report]));
      writeReport(options.report, simulationReport({ block, world, heap, recording: figures, robots: reports, error }));
    }
    if (failure !== "") log.error(`${SAY} ${failure.replace(/^simulation: /, "")}`);
    return failure === "" && !figures?.error ? ExitCode.Ok : ExitCode.Failure;
  } finally {
    await view?.close();
    stop.signal.removeEventListener("abort", end);
    stop.dispose();
  }
}

/** Takes what the worker says to whom it is for, until the world has ended; resolves to what went wrong, and the figures of its heap. */
async function deliver(
  link: WorkerLink<ToSimulationWorker, FromSimulationWorker>,
  servers: readonly RobotServer[],
): Promise<{ readonly error: string; readonly heap: HeapFigures }> {
  for (;;) {
    try {
      const message = await link.next(["robot", "ended", "failed"]);
      if (message?.type === "robot") servers[message.robot].line.deliver(message.message);
      else if (message?.type === "ended") return message;
      else if (message?.type === "failed") return { error: message.reason, heap: NO_HEAP_FIGURES };
    } catch (error) {
      for (const { line } of servers) line.fail((error as Error).message);
      throw error;
    }
  }
}
