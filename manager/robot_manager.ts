import type { DurationFigures } from "../core/duration_figures.ts";
import { ExitCode } from "../core/exit_code.ts";
import { explainScheduling } from "../core/explain_scheduling.ts";
import { holdCpuLatency } from "../core/hold_cpu_latency.ts";
import { logTaken } from "../core/log/log_taken.ts";
import type { Logger } from "../core/log/logger.ts";
import { orAborted } from "../core/or_aborted.ts";
import { pause } from "../core/pause.ts";
import { ProcessWatch } from "../core/process_watch.ts";
import type { SchedulingOutcome } from "../core/request_realtime.ts";
import { RunFailure } from "../core/run_failure.ts";
import type { RunOptions } from "../core/run_options.ts";
import { NO_HEAP_FIGURES } from "../core/no_heap_figures.ts";
import { SharedBlock } from "../core/shared_block.ts";
import type { SystemClock } from "../core/system_clock.ts";
import { writeReport } from "../core/write_report.ts";
import { liveLength } from "../schemas/live_length.ts";
import { liveViews } from "../schemas/live_views.ts";
import type { ManagerConfig } from "../schemas/manager_config.ts";
import { askRoundTrips } from "./ask_round_trips.ts";
import { awaitWorker } from "./await_worker.ts";
import { CallWatch } from "./call_watch.ts";
import { explainEnd } from "./explain_end.ts";
import { FollowWatch } from "./follow_watch.ts";
import { InterfaceProcesses } from "./interface_processes.ts";
import { logRates } from "./log_rates.ts";
import { ManagerBlock } from "./manager_block.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import type { ManagerHooks, ManagerLooks } from "./manager_hooks.ts";
import { ManagerLockstep } from "./lockstep/manager_lockstep.ts";
import { ManagerLog } from "./manager_log.ts";
import { managerSetup } from "./manager_setup.ts";
import { managerReport, type ManagerRun } from "./manager_report.ts";
import type { FromManagerWorker } from "./manager_worker_messages.ts";
import { openRobotLink, type RobotLink } from "./open_robot_link.ts";
import { PostureWatch } from "./posture_watch.ts";
import { RobotTransports } from "./robot_transports.ts";
import { shakeHands } from "./shake_hands.ts";
import type { ManagerLink } from "./start_manager_worker.ts";

type Started = Extract<FromManagerWorker, { type: "started" }>;
type Ended = Extract<FromManagerWorker, { type: "ended" }>;

const TICK_MS = 20;
const STOP_PATIENCE_MS = 4000;
const STOP_LOOK_MS = 100;
const CHILD_HEAD_START_MS = 300;

/** The main thread of `uri manager`: start sequence, supervision of the control loop, children, log, report. */
export class RobotManager {
  /** The report of the run, once it has ended and a loop had run. */
  report: ReturnType<typeof managerReport> | undefined;
  readonly #config: ManagerConfig;
  readonly #options: RunOptions;
  readonly #log: Logger;
  readonly #hooks: ManagerHooks;
  readonly #clock: SystemClock;
  readonly #block: SharedBlock;
  readonly #live: SharedArrayBuffer;
  readonly #views: readonly Float64Array[];
  readonly #link: ManagerLink;
  readonly #children: InterfaceProcesses;
  readonly #transports: RobotTransports;
  readonly #links = new Map<number, RobotLink>();
  #created: Promise<void> = Promise.resolve();
  #watch: ProcessWatch | undefined;

  /** Opens nothing. `worker`: the control worker, started with the clock of this thread; it ends with the run. */
  constructor(
    config: ManagerConfig,
    options: RunOptions,
    log: Logger,
    worker: { link: ManagerLink; clock: SystemClock },
    hooks: ManagerHooks = {},
  ) {
    this.#config = config;
    this.#options = options;
    this.#log = log;
    this.#hooks = hooks;
    this.#transports = new RobotTransports(config, log);
    this.#children = new InterfaceProcesses(options, log, hooks.interfaceArguments);
    const robots = config.robots;
    this.#block = new SharedBlock(managerBlockShape(robots.length));
    this.#live = new SharedArrayBuffer(8 * robots.reduce((sum, { module }) => sum + liveLength(module), 0));
    this.#views = liveViews(this.#live, robots);
    for (const view of this.#views) view.fill(NaN); // nothing is known yet, and that is not zero
    this.#clock = worker.clock;
    this.#link = worker.link;
  }

  /** What a view of this manager is made of. */
  get looks(): ManagerLooks {
    const roundTrips = () => askRoundTrips(this.#config.robots, this.#links, this.#links.keys());
    return { config: this.#config, block: this.#block, live: this.#views, roundTrips };
  }

  /** Runs until `stop` is aborted or the work ends by itself; resolves to the exit code. Whatever happens, no child is left behind. */
  async run(stop: AbortSignal): Promise<number> {
    this.#options.cleanups?.add(() => this.#shutDown());
    if (this.#options.realtime !== "off") {
      this.#log.debug(`[RobotManager] processor sleep: ${holdCpuLatency().reason || "kept shallow"}`);
    }
    try {
      logRates(this.#config, this.#log);
      // Side by side: the router takes half a second, and nothing waits for it.
      const router = this.#transports.openRouter();
      const opened = Promise.all([router, this.#openLinks(router, stop)]);
      // A session may wait for its router for ever.
      if (await orAborted(opened, stop) === undefined) return ExitCode.Ok;
      this.#created = this.#createController();
      this.#created.catch(() => {}); // reported where it is awaited
      if (this.#options.realtime === "enforce" && !await this.#isCreated(stop)) return ExitCode.Ok;
      for (const [index, robot] of this.#config.robots.entries()) {
        if (robot.driver.autostart) this.#children.start(index, robot);
      }
      const active = await shakeHands(this.#config, this.#links, this.#children, this.#log, stop);
      if (stop.aborted) return ExitCode.Ok;
      if (active.size === 0) {
        // deno-lint-ignore uri/error-texts -- the line that users of the C++ program know
        throw new RunFailure("[RobotManager] No robot_interface responded — cannot start controller.");
      }
      return await this.#control(active, stop);
    } finally {
      await this.#shutDown();
    }
  }

  async #openLinks(router: Promise<void>, stop: AbortSignal): Promise<void> {
    let failed = false;
    router.catch(() => failed = true);
    for (const [index, robot] of this.#config.robots.entries()) {
      if (failed || stop.aborted) return; // the error is told by who waits for the router
      this.#links.set(index, await openRobotLink(robot, index, await this.#transports.open(robot), this.#block));
    }
  }

  async #createController(): Promise<void> {
    const { controller } = this.#config;
    const setup = managerSetup(this.#config, this.#options, { block: this.#block.buffer, live: this.#live });
    await this.#expect("prepared");
    this.#watch = new ProcessWatch((text) =>
      logTaken(this.#log, "warning", `[RobotManager] the controller '${controller}' ${text}`)
    );
    this.#link.post({ type: "create", setup });
    await this.#expect("created");
  }

  #isCreated(stop: AbortSignal): Promise<boolean> {
    return awaitWorker(this.#created, `the controller '${this.#config.controller}' is`, this.#log, stop);
  }

  async #control(active: ReadonlySet<number>, stop: AbortSignal): Promise<number> {
    if (!await this.#isCreated(stop)) return ExitCode.Ok;
    const robots = [...active].sort((a, b) => a - b).map((index) => {
      const robot = this.#config.robots[index];
      const { state, command } = this.#links.get(index)!;
      const timeoutNs = robot.network.connectionTimeoutMs * 1e6;
      const base = { index, proxy: robot.interface, every: robot.ticksPerCycle, timeoutNs };
      return { ...base, state: state.descriptor, command: command.descriptor };
    });
    this.#link.post({ type: "run", robots });
    const starting = this.#expect("started");
    if (!await awaitWorker(starting, "the proxies are", this.#log, stop)) return ExitCode.Ok;
    const started = await starting as Started;
    const explained = explainScheduling("[RobotManager] control loop", started.scheduling);
    if (!this.#options.lockstep) this.#log[explained.warn ? "warning" : "info"](explained.text);
    this.#watch?.keepLocked(started.memory.places);
    if (started.memory.reason !== "") {
      this.#log.warning(`[RobotManager] the buffers of the loop are not locked in memory; ${started.memory.reason}`);
    }
    return await this.#supervise(started, active, stop);
  }

  async #supervise(started: Started, active: ReadonlySet<number>, stop: AbortSignal): Promise<number> {
    const events = new ManagerLog(this.#log, this.#block, this.#config.robots);
    const watches = this.#config.robots.map((robot, index) => new PostureWatch(robot, this.#views[index]));
    const follows = this.#config.robots.map((robot, index) => new FollowWatch(robot, this.#views[index]));
    const calls = new CallWatch(this.#config, this.#block, this.#options.lockstep);
    let ended: Ended | undefined;
    let failure = "";
    const watching = this.#link.next(["ended"]).then(
      (message) => ended = message as Ended,
      (e: Error) => failure = e.message,
    );
    const lockstep = this.#options.lockstep
      ? new ManagerLockstep(this.#config, this.#block, this.#log, this.#clock)
      : undefined;
    const sinceStart = () => this.#clock.now() - started.startNs;
    /** Time since the start of the loop, as the loop has it [ns]. */
    const loopTime = () => lockstep?.sinceStart() ?? sinceStart();
    for (let looks = 0; ended === undefined && failure === "" && !stop.aborted; looks++) {
      await Promise.race([watching, pause(TICK_MS)]);
      events.drain();
      calls.look(sinceStart() / 1e6, this.#log);
      lockstep?.look();
      if (looks % 50 === 0) failure ||= this.#transports.fault();
      if (looks % 5 === 0) this.#look(started.scheduling, loopTime());
      // In lock step the loop looks by itself, as often in each run.
      if (lockstep !== undefined) continue;
      for (const watch of watches) watch.look(sinceStart() / 1e6);
      for (const [index, follow] of follows.entries()) {
        const states =
          this.#block.values[ManagerBlock.VALUES + index * ManagerBlock.ROBOT_VALUES + ManagerBlock.STATES];
        const fault = follow.look(sinceStart() / 1e6, states);
        this.#warn(fault);
        if (fault === "" || !follow.startsOver(sinceStart() / 1e6)) continue;
        Atomics.compareExchange(this.#block.flags, ManagerBlock.PEERS + index, 1, 2);
      }
      if (sinceStart() >= (this.#options.forSeconds ?? Infinity) * 1e9) break;
    }
    Atomics.store(this.#block.flags, ManagerBlock.STOP, 1);
    for (
      let waitedMs = 0;
      waitedMs < STOP_PATIENCE_MS && ended === undefined && failure === "";
      waitedMs += STOP_LOOK_MS
    ) {
      await Promise.race([watching, pause(STOP_LOOK_MS)]);
      calls.look(sinceStart() / 1e6, this.#log);
    }
    const durationNs = loopTime();
    events.drain();
    const realTimeFactor = lockstep?.finish() ?? null;
    const lost = new Map<number, string>();
    if (ended !== undefined) failure ||= await explainEnd(ended, this.#config, events, this.#children, lost);
    else failure ||= `the control loop did not end within ${STOP_PATIENCE_MS / 1000} s: ${calls.describe()}`;
    if (failure !== "") this.#log.error(lost.size === 0 ? `[RobotManager] ${failure}` : failure);
    const there = [...active].filter((index) => !lost.has(index));
    const roundTrips = this.#options.report === undefined
      ? new Map<number, DurationFigures>()
      : await askRoundTrips(this.#config.robots, this.#links, there);
    this.#writeReport(
      started,
      { durationNs, active, lost, roundTrips, realTimeFactor, error: failure },
      ended,
      watches,
    );
    return failure === "" ? ExitCode.Ok : ExitCode.Failure;
  }

  #writeReport(
    started: Started,
    outcome: Pick<ManagerRun, "durationNs" | "active" | "lost" | "roundTrips" | "realTimeFactor" | "error">,
    ended: Ended | undefined,
    watches: readonly PostureWatch[],
  ): void {
    const first = this.#block.values[ManagerBlock.FIRST_COMMAND];
    const bootedMs = performance.now() - this.#clock.now() / 1e6; // the local clock's zero on the process's own time line
    this.report = managerReport({
      config: this.#config,
      block: this.#block,
      ...outcome,
      scheduling: started.scheduling,
      heap: ended?.heap ?? NO_HEAP_FIGURES,
      postures: new Map(watches.map((watch, index) => [index, ended?.postures[index] ?? watch.postures])),
      firstCommandMs: first === 0 || this.#options.lockstep ? null : Math.round(first / 1e4 + bootedMs * 100) / 100,
    });
    if (this.#options.report !== undefined) writeReport(this.#options.report, this.report);
  }

  #warn(text: string): void {
    if (text !== "" && this.#log.mayRepeat(text.slice(0, 40), 5000)) this.#log.warning(`[RobotManager] ${text}`);
  }

  #look(scheduling: SchedulingOutcome, sinceStartNs: number): void {
    this.#hooks.onLook?.({
      config: this.#config,
      block: this.#block,
      live: this.#views,
      scheduling,
      timeS: sinceStartNs / 1e9,
    });
  }

  async #expect(type: "prepared" | "created" | "started"): Promise<FromManagerWorker> {
    const message = await this.#link.next([type, "failed"]);
    if (message?.type === "failed") {
      throw new RunFailure(`[RobotManager] starting the controller '${this.#config.controller}': ${message.reason}`);
    }
    return message!;
  }

  async #shutDown(): Promise<void> {
    Atomics.store(this.#block.flags, ManagerBlock.STOP, 1);
    const stopping = this.#children.stop();
    // An interface that is not ours is told at once, by the token that goes; ours have the signal, and a moment to end by it.
    for (const [index, link] of this.#links) if (this.#children.find(index) === undefined) await link.release();
    await Promise.race([stopping, pause(CHILD_HEAD_START_MS)]);
    await this.#transports.close();
    await stopping;
    this.#watch?.stop();
    this.#log.info("RobotManager shutdown complete.");
  }
}
