import { ExitCode } from "../core/exit_code.ts";
import type { InstallPrefix } from "../core/install_prefix.ts";
import { logTaken } from "../core/log/log_taken.ts";
import { orAborted } from "../core/or_aborted.ts";
import { pause } from "../core/pause.ts";
import { ProcessWatch } from "../core/process_watch.ts";
import { SystemClock } from "../core/system_clock.ts";
import { visible } from "../core/visible.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import { startViewerWorker, type ViewerLink } from "./start_viewer_worker.ts";
import type { StandardOutput } from "./standard_output.ts";
import { ViewBlock, type ViewRoom } from "./view_block.ts";
import type { ViewSubject } from "./view_subject.ts";
import type { ViewerConfig } from "./viewer_config.ts";
import type { ViewerLog } from "./viewer_log.ts";
import type { ViewerOptions } from "./viewer_options.ts";
import { WindowSource } from "./window_source.ts";
import { WindowWriter } from "./window_writer.ts";

const SAY = "[robot_state_viewer]";
/** Room where no module tells how many joints and sensors of each kind there are. */
const MOST_JOINTS = 128;
const MOST_SENSORS = 64;
/** A driver that is being created is told of after this time, and then at such intervals [ms]. */
const PROGRESS_MS = 5000;
/** For a driver to be closed [ms]; and for one that did not answer before. */
const CLOSE_PATIENCE_MS = 1000;
const HUNG_PATIENCE_MS = 200;
/** The terminal's size is looked at as often [ms]. */
const RESIZE_MS = 100;

/** The main thread of `uri viewer`: has the worker load the driver, shows what it reports, and ends it. It never sends a command. */
export class Viewer {
  readonly #config: ViewerConfig;
  readonly #options: ViewerOptions;
  readonly #installation: InstallPrefix;
  readonly #output: StandardOutput;
  readonly #log: ViewerLog;
  readonly #clock = new SystemClock();
  readonly #block: ViewBlock;
  readonly #windows: WindowWriter;
  readonly #link: ViewerLink;
  #source: WindowSource | undefined;

  /** Starts the worker, which waits. */
  constructor(
    config: ViewerConfig,
    options: ViewerOptions,
    installation: InstallPrefix,
    output: StandardOutput,
    log: ViewerLog,
  ) {
    const { driver, robot, module } = config;
    const subject: ViewSubject = {
      robot,
      driver: driver.driver,
      ip: driver.ip,
      port: driver.port,
      ...(module === undefined ? {} : { module }),
    };
    this.#config = config;
    this.#options = options;
    this.#installation = installation;
    this.#output = output;
    this.#log = log;
    this.#block = new ViewBlock(roomFor(module));
    this.#windows = new WindowWriter(output, subject, options);
    this.#link = startViewerWorker((level, text) => logTaken(this.#log.log, level, `${SAY} ${text}`));
  }

  /** Runs until `stop` is aborted, the time is over or the driver fails; resolves to the exit code. */
  async run(stop: AbortSignal): Promise<number> {
    const say = `${SAY} the driver '${visible(this.#config.driver.driver)}'`;
    const watch = new ProcessWatch((text) => logTaken(this.#log.log, "warning", `${say} ${text}`));
    try {
      return await this.#run(stop);
    } finally {
      watch.stop();
    }
  }

  async #run(stop: AbortSignal): Promise<number> {
    const { driver, module } = this.#config;
    const log = () => this.#log.log;
    log().info(`${SAY} Loading driver ${visible(`'${driver.driver}' (${driver.ip}:${driver.port})`)}`);
    if (module === undefined) {
      log().info(
        `${SAY} no robot module is named: joints are shown by number, without limits; ` +
          "'module: NAME' beside robot_interface names one",
      );
    }
    const failure = await this.#load(stop);
    if (failure === undefined) return this.#notLoaded(stop);
    if (failure !== "") {
      log().error(`${SAY} Failed to load driver: ${failure}`);
      return ExitCode.Failure;
    }
    const { rate } = this.#options;
    log().info(`${SAY} Connected. Starting state display at ${rate} Hz.`);
    this.#options.cleanups?.add(() => this.#close());
    this.#source = new WindowSource(this.#link, this.#block, this.#clock, this.#config, this.#windows.inPlace);
    this.#log.share(this.#windows);
    let error = "";
    try {
      error = await this.#display(this.#source, stop);
    } finally {
      await this.#log.unshare();
      await this.#close();
    }
    if (error !== "") {
      log().error(`${SAY} ${error}`);
      return ExitCode.Failure;
    }
    log().info(`${SAY} Exiting.`);
    return ExitCode.Ok;
  }

  /** Why the driver cannot be loaded; "" when it is, `undefined` when it was not waited for any longer. */
  async #load(stop: AbortSignal): Promise<string | undefined> {
    const { driver, robot, mode, periodNs, module = NO_MODULE } = this.#config;
    const { ip, port, configPath } = driver;
    this.#link.post({
      type: "create",
      setup: {
        block: this.#block.buffer,
        room: this.#block.room,
        driver: driver.driver,
        context: { robot: robot || "robot", ip, port, configPath, mode, periodNs, module },
        places: { installation: this.#installation, mujoco: this.#options.mujoco },
        json: this.#options.json,
        epochS: this.#clock.epochS,
      },
    });
    const startMs = performance.now();
    const progress = setInterval(() => {
      const seconds = Math.round((performance.now() - startMs) / 1000);
      this.#log.log.info(`${SAY} still loading driver '${visible(driver.driver)}', for ${seconds} s now`);
    }, PROGRESS_MS);
    const timeout = new AbortController();
    const { forSeconds } = this.#options;
    const timer = forSeconds === undefined ? undefined : setTimeout(() => timeout.abort(), forSeconds * 1000);
    try {
      const answer = await this.#link.next(["created", "failed"], AbortSignal.any([stop, timeout.signal]));
      return answer === undefined ? undefined : answer.type === "failed" ? answer.reason : "";
    } finally {
      clearInterval(progress);
      clearTimeout(timer);
    }
  }

  /** The end before the driver was there. */
  #notLoaded(stop: AbortSignal): number {
    const { log } = this.#log;
    const { driver } = this.#config.driver;
    if (!stop.aborted && this.#options.once) {
      log.error(`${SAY} Failed to load driver: '${driver}' was not ready within ${this.#options.forSeconds} s`);
      return ExitCode.Failure;
    }
    log.info(`${SAY} stopped before driver '${driver}' was loaded`);
    return ExitCode.Ok;
  }

  /** Shows one window after the other. Returns what the driver did wrong, or why there is none to be shown; "" when there is nothing. */
  async #display(source: WindowSource, stop: AbortSignal): Promise<string> {
    const { once, rate, forSeconds = Infinity } = this.#options;
    const { driver } = this.#config.driver;
    const startMs = performance.now();
    const endMs = startMs + forSeconds * 1000;
    const isOver = () => stop.aborted || this.#output.isGone || performance.now() >= endMs;
    source.start();
    for (let dueMs = startMs, windows = 0; !isOver(); windows++) {
      const window = await source.next(isOver);
      if (window === undefined) break;
      // A single window is one with a State and with figures: not the first, which is of one cycle.
      const isWhole = windows > 0 && window.position.length > 0 && window.blockedS === 0;
      const isWanted = !once || window.error !== "" || isWhole;
      if (isWanted) await orAborted(this.#windows.show(window), stop);
      if (window.error !== "") return `driver '${driver}' ${window.error}`;
      if (once && isWanted && !this.#output.isGone) return "";
      if (once && source.isHung) {
        return `driver '${driver}' sync() has not returned for ${window.blockedS.toFixed(1)} s`;
      }
      dueMs = Math.max(dueMs + 1000 / rate, performance.now());
      await this.#sleep(Math.min(dueMs, endMs), source, stop);
      source.ask();
    }
    if (this.#output.fault !== "") return `cannot write to the standard output: ${this.#output.fault}`;
    if (!once || stop.aborted || this.#output.isGone) return "";
    return `driver '${driver}' has not reported joint positions within ${forSeconds} s`;
  }

  /** Sleeps until `dueMs`, or until the driver has ended; a window that the terminal's new size needs is drawn. */
  async #sleep(dueMs: number, source: WindowSource, stop: AbortSignal): Promise<void> {
    let { columns, rows } = this.#output.size();
    for (;;) {
      const restMs = dueMs - performance.now();
      if (restMs <= 0 || stop.aborted || source.hasEnded || this.#output.isGone) return;
      await orAborted(Promise.race([pause(Math.min(restMs, RESIZE_MS)), source.ended]), stop);
      if (!this.#windows.inPlace || source.last === undefined) continue;
      const size = this.#output.size();
      if (size.columns === columns && size.rows === rows) continue;
      ({ columns, rows } = size);
      await orAborted(this.#windows.show(source.last), stop);
    }
  }

  /** Ends the loop, so that the driver is closed; waits for that within reason. */
  async #close(): Promise<void> {
    const source = this.#source;
    if (source === undefined) return;
    const isSilent = source.isSilent && !source.hasEnded;
    const patienceMs = isSilent ? HUNG_PATIENCE_MS : CLOSE_PATIENCE_MS + 2 * this.#config.periodNs / 1e6;
    Atomics.store(this.#block.flags, ViewBlock.STOP, 1);
    const error = await Promise.race([source.closed, pause(patienceMs)]);
    if (error === "") return;
    const say = `${SAY} driver '${this.#config.driver.driver}'`;
    const what = source.hasEnded ? "has not returned from being closed" : "did not return from sync()";
    this.#log.log.warning(
      error === undefined ? `${say} ${what}: the process ends without waiting longer` : `${say} ${error}`,
    );
  }
}

const NO_MODULE: RobotModule = { name: "", joints: [], grippers: [], bodySensors: [], forceSensors: [], posture: [] };

function roomFor(module: RobotModule | undefined): ViewRoom {
  if (module === undefined) {
    return { joints: MOST_JOINTS, bodySensors: MOST_SENSORS, forceSensors: MOST_SENSORS };
  }
  const { joints, bodySensors, forceSensors } = module;
  return { joints: joints.length, bodySensors: bodySensors.length, forceSensors: forceSensors.length };
}
