import { ExitCode } from "../core/exit_code.ts";
import { installPrefix } from "../core/install_prefix.ts";
import { type CpuLatencyHold, holdCpuLatency } from "../core/hold_cpu_latency.ts";
import type { Logger } from "../core/log/logger.ts";
import { pause } from "../core/pause.ts";
import type { RunOptions } from "../core/run_options.ts";
import { NO_HEAP_FIGURES } from "../core/no_heap_figures.ts";
import { SharedBlock } from "../core/shared_block.ts";
import type { Clock } from "../core/clock.ts";
import { visible } from "../core/visible.ts";
import { writeReport } from "../core/write_report.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import type { KeyOwner } from "../comm/transport_error.ts";
import type { PublisherHandle, Registration, SubscriberHandle, Transport } from "../comm/transport.ts";
import { type InitConfig, parseInitConfig } from "../schemas/parse_init_config.ts";
import type { InterfaceConfig } from "../schemas/interface_config.ts";
import { BUILT_IN_ROBOT_MODULES } from "../robots/built_in_robot_modules.ts";
import { admitDriver, type AdmittedDriver } from "./admit_driver.ts";
import { type CreatedLoop, createLoop } from "./create_loop.ts";
import { describeInit } from "./describe_init.ts";
import { effectiveTimeoutMs } from "./effective_timeout_ms.ts";
import { figuresMessage } from "./figures_message.ts";
import { HangWatch } from "./hang_watch.ts";
import { InitDecoder } from "./init_decoder.ts";
import { IgnoredCommands } from "./ignored_commands.ts";
import { InitHandler, type InitResult } from "./init_handler.ts";
import { InitResponder } from "./init_responder.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock } from "./interface_block.ts";
import { InterfaceLog } from "./interface_log.ts";
import { InterfaceLooks } from "./interface_looks.ts";
import { interfaceReport } from "./interface_report.ts";
import type { FromInterfaceWorker, InterfaceSetup } from "./interface_worker_messages.ts";
import type { LoopWorker } from "./loop_worker.ts";
import { ManagerPresence } from "./manager_presence.ts";
import { ObeyedManager } from "./obeyed_manager.ts";
import { takeName } from "./take_name.ts";
import { whyLoopEnded } from "./why_loop_ended.ts";

type Ended = Extract<FromInterfaceWorker, { type: "ended" }>;

const TICK_MS = 20;
const STOP_PATIENCE_MS = 4000;
const DEFAULT_PERIOD_NS = 1_000_000;
const INIT_OPTIONS = { modules: BUILT_IN_ROBOT_MODULES };

/** The main thread of `uri interface`: handshake, supervision of the control loop, log, report. */
export class RobotInterface {
  readonly #config: InterfaceConfig;
  readonly #options: RunOptions & { autostarted?: number };
  readonly #log: Logger;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
  readonly #worker: LoopWorker;
  readonly #admit: (driver: string) => Promise<AdmittedDriver>;
  readonly #takeReport: LoopWorker["report"];
  readonly #initialized = Promise.withResolvers<InitResult>();
  readonly #manager: ManagerPresence;
  readonly #looks: InterfaceLooks;
  #init: InitConfig | undefined;
  #created: CreatedLoop | undefined;
  #loopEnded = false;
  #answering: Registration | undefined;
  #ignored: IgnoredCommands | undefined;
  #latency: CpuLatencyHold | undefined;

  /** Opens nothing. `worker`: the control worker, started with the clock of this thread; it ends with the run. */
  constructor(
    config: InterfaceConfig,
    options: RunOptions & { autostarted?: number },
    log: Logger,
    transport: Transport,
    worker: LoopWorker,
  ) {
    this.#config = config;
    this.#options = options;
    this.#log = log;
    this.#transport = transport;
    this.#clock = worker.clock;
    this.#worker = worker;
    this.#looks = (worker.looks ?? new InterfaceLooks()).begin(this.#block);
    this.#admit = worker.admit ?? ((driver) => admitDriver(driver, config));
    const { report } = options;
    this.#takeReport = worker.report ?? (report === undefined ? undefined : (figures) => writeReport(report, figures));
    this.#manager = new ManagerPresence(this.#block.flags, worker.clock, options.autostarted);
  }

  /** Runs until `stop` is aborted or the work ends by itself; resolves to the exit code. */
  async run(stop: AbortSignal): Promise<number> {
    const { name } = this.#config;
    const keys = robotKeys(name);
    const say = `[RobotInterface] '${name}'`;
    if (this.#options.realtime !== "off") {
      this.#latency = holdCpuLatency();
      this.#log.debug(`${say} processor sleep: ${this.#latency.reason || "kept shallow"}`);
    }
    await takeName(
      this.#transport,
      name,
      this.#options.autostarted ? 2 * ManagerPresence.ORPHAN_HOLD_MS : 0,
      this.#log,
      stop,
    );
    if (stop.aborted) return await this.#leave(ExitCode.Ok);
    const state = await this.#transport.publish(keys.state);
    const command = await this.#transport.subscribe(keys.command);
    const decoder = await InitDecoder.load(this.#config.network.backend);
    const handler = new InitHandler(
      (text, asker) => this.#initialize(text, asker, state, command),
      (text) => describeInit(parseInitConfig(text, INIT_OPTIONS)),
    );
    const obeyed = new ObeyedManager(name, this.#block);
    await this.#transport.watchToken(keys.managerToken, (alive, owner) => {
      const isThere = obeyed.tokenChanged(alive, owner);
      if (isThere !== undefined) this.#manager.changed(isThere);
    });
    this.#ignored = new IgnoredCommands(command, this.#block.values, name, this.#log);
    const onObeyed = (manager: KeyOwner) => {
      command.accept(manager);
      this.#manager.obeys(manager.mark ?? manager.pid);
    };
    const responder = new InitResponder({ name, obeyed, decoder, handler, log: this.#log, onObeyed });
    this.#answering = await this.#transport.answer(keys.init, (payload, asker) => responder.respond(payload, asker));
    this.#transport.answer(keys.figures, () => figuresMessage(this.#block)).catch(() => {}); // reports do without
    this.#log.info(`${say} waiting for init query on '${keys.init}'`);
    const result = await this.#waitForInit(stop);
    if (result === undefined) {
      this.#log.info(`${say} interrupted before init`);
      return await this.#leave(this.#manager.isOrphan() && !stop.aborted ? ExitCode.Failure : ExitCode.Ok);
    }
    if (!result.ok) {
      this.#log.error(`${say} init failed: ${result.reason}`);
      await pause(100); // the answer goes out before the sockets close
      return await this.#leave(ExitCode.Failure);
    }
    this.#log.success(`${say} initialized, starting control loop`);
    this.#options.cleanups?.add(() => this.#endLoop());
    try {
      return await this.#supervise(stop);
    } finally {
      await this.#endLoop();
    }
  }

  /** Does what the first init query asks for; whatever goes wrong is a result that also ends the wait for init. */
  async #initialize(
    text: string,
    asker: KeyOwner,
    state: PublisherHandle,
    command: SubscriberHandle,
  ): Promise<InitResult> {
    const failed = (error: Error): InitResult => ({ ok: false, reason: error.message });
    const result = await this.#create(text, asker, state, command).catch(failed);
    this.#initialized.resolve(result);
    return result;
  }

  async #create(
    text: string,
    asker: KeyOwner,
    state: PublisherHandle,
    command: SubscriberHandle,
  ): Promise<InitResult> {
    const { name, network } = this.#config;
    const say = `[RobotInterface] '${name}'`;
    const failed = (reason: string): InitResult => ({ ok: false, reason });
    try {
      this.#init = parseInitConfig(text, INIT_OPTIONS);
    } catch (error) {
      return failed((error as Error).message);
    }
    const init = this.#init;
    const what = `'${init.driver}' (${init.ip}:${init.port}), config_path: '${init.configPath}'`;
    this.#log.info(`${say} loading driver ${visible(what)}, ${init.grippers.length} gripper(s)`);
    this.#log.debug(`${say} initialised by ${asker.description} (pid ${asker.pid})`);
    const admitted = await this.#admit(init.driver);
    if ("refusal" in admitted) return failed(`Driver load failed: ${admitted.refusal}`);
    const { driver, warning } = admitted;
    if (warning !== undefined) this.#log.warning(`${say} ${warning}`);
    const { ip, port, configPath, mode, module, timeStepNs: periodNs = DEFAULT_PERIOD_NS } = init;
    if (init.timeStepNs === undefined) {
      this.#log.warning(`${say} init query has no controller.time_step; 1 ms is taken`);
    }
    const timeoutMs = effectiveTimeoutMs(network.connectionTimeoutMs, periodNs);
    if (timeoutMs !== network.connectionTimeoutMs) {
      this.#log.info(`${say} takes a connection timeout of ${timeoutMs} ms, three periods of the robot`);
    }
    const setup: InterfaceSetup = {
      block: this.#block.buffer,
      live: this.#looks.know(init),
      driver,
      places: { installation: installPrefix(this.#options.prefix), mujoco: this.#options.mujoco },
      context: { robot: name, ip, port, configPath, mode, module: { ...module, grippers: init.grippers }, periodNs },
      timeoutNs: timeoutMs * 1e6,
      latencyStats: network.latencyStats,
      backend: network.backend,
      state: state.descriptor,
      command: command.descriptor,
      realtime: this.#options.realtime,
      deadlinePeriodNs: this.#options.deadlinePeriodNs ?? DEFAULT_PERIOD_NS,
    };
    const created = await createLoop(this.#worker, setup, this.#log, say);
    if ("reason" in created) return { ok: false, ...created };
    this.#log.success(`${say} driver '${driver}' loaded`);
    this.#created = created;
    // The loop starts before the answer goes out: by then the robot is held at its pose.
    this.#worker.link.post({ type: "run" });
    return { ok: true };
  }

  async #waitForInit(stop: AbortSignal): Promise<InitResult | undefined> {
    let result: InitResult | undefined;
    this.#initialized.promise.then((value) => result = value);
    while (result === undefined && !stop.aborted && !this.#manager.isOrphan()) await pause(TICK_MS);
    return result;
  }

  /** Lets the loop send its hold target and close the driver, also when this thread ends by a defect. */
  async #endLoop(): Promise<void> {
    if (this.#loopEnded) return;
    Atomics.store(this.#block.flags, InterfaceBlock.STOP, 1);
    await pause(200 + 2 * this.#periodNs / 1e6);
  }

  /** Watches over the running loop until it ends or is asked to. */
  async #supervise(stop: AbortSignal): Promise<number> {
    const init = this.#init!;
    const { name, network } = this.#config;
    const say = `[RobotInterface] '${name}'`;
    const startNs = this.#clock.now();
    const joints = init.module.joints;
    const timeoutMs = effectiveTimeoutMs(network.connectionTimeoutMs, this.#periodNs);
    const events = new InterfaceLog(this.#log, name, this.#block, joints, timeoutMs, startNs);
    let ended: Ended | undefined;
    let error = "";
    const watching = this.#worker.link.next(["ended"]).then(
      (message) => ended = message as Ended,
      (e: Error) => error = e.message,
    );
    const hang = new HangWatch(init, this.#periodNs);
    let hung = "";
    for (let looks = 1; ended === undefined && error === "" && !stop.aborted; looks++) {
      await pause(TICK_MS);
      events.drain();
      this.#ignored?.look();
      hung = hang.look(this.#block.values[InterfaceBlock.HEARTBEAT], this.#clock.now());
      error = hung || this.#abandoned() || (looks % 50 === 0 ? this.#transport.fault() : "");
      if ((this.#options.forSeconds ?? Infinity) * 1e9 <= this.#clock.now() - startNs) break;
    }
    Atomics.store(this.#block.flags, InterfaceBlock.STOP, 1);
    if (ended === undefined && hung === "") await Promise.race([watching, pause(STOP_PATIENCE_MS)]);
    this.#loopEnded = true; // or it is stuck, and no more can be done
    const endNs = this.#clock.now();
    events.finish(endNs);
    const ofLoop = (ended as Ended | undefined)?.error;
    error = whyLoopEnded(init.driver, ofLoop, error, this.#block.flags, STOP_PATIENCE_MS);
    if (error !== "") this.#log.error(`${say} ${error}`);
    this.#log.info(`${say} control loop stopped`);
    this.#report(startNs, endNs, ended, events, error);
    const code = error === "" ? ExitCode.Ok : ExitCode.Failure;
    if (code === ExitCode.Ok) this.#log.info(`[robot_interface] '${name}' exited cleanly`);
    return await this.#leave(code);
  }

  #report(startNs: number, endNs: number, ended: Ended | undefined, events: InterfaceLog, error: string): void {
    this.#takeReport?.(interfaceReport({
      name: this.#config.name,
      block: this.#block,
      durationNs: endNs - startNs,
      periodNs: this.#periodNs,
      scheduling: this.#created!.scheduling,
      heap: ended?.heap ?? NO_HEAP_FIGURES,
      holds: events.holds,
      error,
    }));
  }

  /** Why an autostarted interface ends when its manager is gone; empty while it is not. */
  #abandoned(): string {
    const ms = this.#manager.abandonedMs();
    if (ms === undefined) return "";
    // It ends soon: the next manager must not take it for its own.
    this.#answering?.release();
    if (ms < ManagerPresence.ORPHAN_HOLD_MS) return "";
    const heldS = ManagerPresence.ORPHAN_HOLD_MS / 1000;
    return `ends: the manager that started this interface is gone; the robot was held for ${heldS} s`;
  }

  /** `controller.time_step` of the init query [ns]. */
  get #periodNs(): number {
    return this.#init?.timeStepNs ?? DEFAULT_PERIOD_NS;
  }

  async #leave(code: number): Promise<number> {
    this.#created?.watch.stop();
    this.#latency?.release();
    await this.#transport.close();
    return code;
  }
}
