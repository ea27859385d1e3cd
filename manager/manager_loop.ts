import type { Clock } from "../core/clock.ts";
import { HeapWatch } from "../core/heap_watch.ts";
import { lockBuffers, type LockedBuffers } from "../core/lock_buffers.ts";
import { FloatEnvironment } from "../core/posix/float_environment.ts";
import { requestRealtime, type SchedulingOutcome } from "../core/request_realtime.ts";
import { RunFailure } from "../core/run_failure.ts";
import { setTimerSlack } from "../core/set_timer_slack.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { SimulatedClock } from "../core/simulated_clock.ts";
import { SystemClock } from "../core/system_clock.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import { openPublisher } from "../comm/open_publisher.ts";
import { RepeatingPublisher } from "../comm/repeating_publisher.ts";
import { createController } from "../controller/create_controller.ts";
import type { RobotController, RobotControllerContext } from "../controller/robot_controller.ts";
import { CONFIG_DEFAULTS } from "../schemas/config_defaults.ts";
import { liveViews } from "../schemas/live_views.ts";
import { loadMessageCodec } from "../wasm/load_message_codec.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import { ConnectionLoss } from "./connection_loss.ts";
import { LockstepLooks } from "./lockstep/lockstep_looks.ts";
import { LockstepTicks } from "./lockstep/lockstep_ticks.ts";
import { StateWatch } from "./lockstep/state_watch.ts";
import { LoopCall } from "./loop_call.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { ManagerCycle, type ServedRobot } from "./manager_cycle.ts";
import { ManagerEnd } from "./manager_end.ts";
import type { ActiveRobot, ManagerSetup } from "./manager_worker_messages.ts";
import type { PostureRecord } from "./posture_watch.ts";
import { ProxyRegistry } from "./proxy_registry.ts";
import { runTicks } from "./run_ticks.ts";
import { warmUp } from "./warm_up.ts";

const FIRST_STATE_NS = 10e9;
/** The controller's computations may take most of a period. */
const DEADLINE_SHARE = 0.8;

/** Room for the messages of a hundred robots with many joints; memory that is not used is not taken. */
const ARENA_BYTES = 4 * 1024 * 1024;

/** How a loop ended. */
export interface ManagerResult {
  /** See `ManagerEnd`. */
  readonly end: number;
  /** Number of the robot, for `ManagerEnd.Lost` and `OutOfStep`. */
  readonly robot: number;
  /** See `ConnectionLoss`. */
  readonly loss: number;
  /** What went wrong; empty when nothing did. For `ManagerEnd.Lost` the proxy's own reason, when it has one. */
  readonly error: string;
  /** Why the controller could not be stopped; empty when it could. */
  readonly stopFault: string;
  /** Why the controller did not take a robot whose first State was waited for; empty when it has not refused one. */
  readonly refusal: string;
  /** In lock step: postures at which each robot was kept, by its number; otherwise empty. */
  readonly postures: readonly (readonly PostureRecord[])[];
}

/** The control loop of a manager with all that it needs, in the control worker. */
export class ManagerLoop {
  /** By backend. */
  readonly #codecs: Map<string, MessageCodec>;
  readonly #clock: SystemClock;
  readonly #log: NonNullable<RobotControllerContext["log"]>;
  #heap = new HeapWatch();
  /** As it is before any controller is opened. */
  readonly #arithmetic = new FloatEnvironment();
  #block = new SharedBlock(managerBlockShape(0));
  #setup: ManagerSetup | undefined;
  #controller: RobotController | undefined;
  #cycle: ManagerCycle | undefined;
  #lockstep: LockstepTicks | undefined;
  #looks: LockstepLooks | undefined;
  #robots: readonly ActiveRobot[] = [];
  #served: readonly ServedRobot[] = [];
  readonly #registry = new ProxyRegistry();
  /** By robot: when a refusal is told again [ns]. */
  readonly #tellsAgainNs = new Map<number, number>();

  private constructor(codec: MessageCodec, clock: SystemClock, log: NonNullable<RobotControllerContext["log"]>) {
    this.#log = log;
    this.#codecs = new Map([[CONFIG_DEFAULTS.backend, codec]]);
    this.#clock = clock;
  }

  /** Loads the codec of the default backend and runs the loop on dummy data. `log`: gets the lines of a controller. */
  static async prepare(epochS: number, log: NonNullable<RobotControllerContext["log"]>): Promise<ManagerLoop> {
    const clock = new SystemClock(epochS);
    setTimerSlack();
    return new ManagerLoop(await loadWarm(CONFIG_DEFAULTS.backend, clock), clock, log);
  }

  /** Loads the codecs of other backends and the proxies, and creates the controller. Rejects with what goes wrong. */
  async create(setup: ManagerSetup): Promise<void> {
    this.#setup = setup;
    this.#block = new SharedBlock(managerBlockShape(setup.context.robots.length), setup.block);
    // What would refuse the run is found before any robot is asked.
    if (setup.realtime === "enforce") this.#schedule(setup);
    for (const backend of setup.backends) {
      if (!this.#codecs.has(backend)) this.#codecs.set(backend, await loadWarm(backend, this.#clock));
    }
    for (const proxy of setup.proxies) await this.#registry.find(proxy);
    const context = { ...setup.context, log: this.#log };
    this.#controller = await createController(setup.controller, context, setup.places);
  }

  /**
   * Makes the proxies, starts the controller, locks the buffers and asks for real-time scheduling. The worker must return to its event loop
   * before `run`. Rejects with what goes wrong.
   */
  async start(
    robots: readonly ActiveRobot[],
  ): Promise<{ scheduling: SchedulingOutcome; memory: LockedBuffers; startNs: number }> {
    const setup = this.#setup!;
    const controller = this.#controller!;
    const [wall, block] = [this.#clock, this.#block];
    const simulated = setup.lockstep && new SimulatedClock(block.values, B.TIME);
    const clock: Clock = simulated ?? wall;
    const watches: StateWatch[] = [];
    const publishers: RepeatingPublisher[] = [];
    const views = liveViews(setup.live, setup.context.robots);
    const served: ServedRobot[] = [];
    for (const { index, proxy, every, state, command, timeoutNs } of robots) {
      const robot = setup.context.robots[index];
      const live = views[index];
      const firstStateNs = FIRST_STATE_NS;
      const codec = this.#codecs.get(setup.backends[index])!;
      const { configuration } = setup.context;
      const publisher = simulated &&
        new RepeatingPublisher(openPublisher(command, simulated), codec.outbox.bytes.length);
      const context = {
        robot,
        index,
        state,
        command: publisher ?? command,
        timeoutNs,
        firstStateNs,
        codec,
        block,
        live,
        clock,
        configuration,
      };
      served.push({ proxy: await (await this.#registry.find(proxy))(context), index, every });
      if (simulated === undefined || publisher === undefined) continue;
      watches.push(new StateWatch(state, robot.module, codec, simulated));
      publishers.push(publisher);
    }
    controller.initializeRobots();
    controller.start();
    const changed = this.#arithmetic.giveBack();
    if (changed !== 0) {
      this.#log("warning", `the controller '${setup.controller}' ${FloatEnvironment.describe(changed)}`);
    }
    const runEvery = Math.round(setup.context.timeStepNs / setup.tickNs);
    this.#robots = robots;
    this.#served = served;
    const arithmetic = this.#arithmetic;
    const cycle = this.#cycle = new ManagerCycle({
      controller,
      runEvery,
      robots: served,
      block,
      clock: wall,
      arithmetic,
    });
    if (simulated !== undefined) {
      const ticks = Math.round(setup.lockstep!.seconds * 1e9 / setup.tickNs);
      const onRefusal = (robot: number) => this.#tellRefusal(robot);
      const { tickNs } = setup;
      const looks = this.#looks = new LockstepLooks(
        setup.context.robots,
        views,
        block.values,
        (text) => this.#log("warning", text),
      );
      this.#lockstep = new LockstepTicks(
        { cycle, robots: served, watches, publishers, tickNs, ticks, block, clock: simulated, wall, onRefusal, looks },
      );
    }
    const memory = lockBuffers([
      ...[...this.#codecs.values()].map(({ inbox }) => inbox.words),
      block.values,
      ...robots.flatMap((r) => CellMemory.allWords(r.state)),
    ]);
    this.#heap = new HeapWatch();
    const scheduling = this.#schedule(setup);
    return { scheduling, memory, startNs: wall.now() };
  }

  /** Runs the loop until it ends, and stops the controller. Blocks. */
  run(): ManagerResult {
    const cycle = this.#cycle!;
    let end: number;
    let error = "";
    try {
      const { tickNs } = this.#setup!;
      const every = Math.max(1, Math.round(1e9 / tickNs));
      const onRefusal = (robot: number) => this.#tellRefusal(robot);
      end = this.#lockstep?.run() ??
        runTicks(cycle, tickNs, this.#block, this.#clock, { heap: this.#heap, every, onRefusal });
      if (end === ManagerEnd.ControllerFault) error = this.#controller!.lastError() || this.#faultWithoutText();
    } catch (thrown) {
      end = ManagerEnd.ControllerFault;
      error = `threw: ${(thrown as Error).message}`;
    }
    if (end === ManagerEnd.Lost) error = this.#served[cycle.lostRobot].proxy.connectionErrorText?.() ?? "";
    const place = end === ManagerEnd.Lost ? cycle.lostRobot : end === ManagerEnd.OutOfStep ? this.#lockstep!.stray : -1;
    const robot = place < 0 ? -1 : this.#robots[place].index;
    const refusal = cycle.lostReason === ConnectionLoss.NoFirstState ? this.#controller!.lastError() : "";
    const postures = this.#looks?.postures() ?? [];
    return { end, robot, loss: cycle.lostReason, error, stopFault: this.#stop(), refusal, postures };
  }

  #faultWithoutText(): string {
    return this.#controller!.isRunning() ? "run() has failed, and gave no text" : "it has stopped before it ran";
  }

  /** Stops the proxies and the controller. Returns what fails; "" for nothing. */
  #stop(): string {
    const { values } = this.#block;
    values[B.CALL] = LoopCall.Stop;
    values[B.CALLS] += 1;
    try {
      for (const { proxy } of this.#served) proxy.stop?.();
      this.#controller!.stop();
      return "";
    } catch (thrown) {
      return (thrown as Error).message;
    } finally {
      values[B.CALL] = LoopCall.None;
    }
  }

  /** Figures of the heap, right after `run`: once the worker is back at its event loop, V8 collects for other reasons. */
  heap() {
    return this.#heap.figures();
  }

  /**
   * Tells why the controller does not take a robot as a start, once a second. It takes memory, and a moment: nothing is commanded as long as a robot is not
   * initialised.
   */
  #tellRefusal(robot: number): void {
    const nowNs = this.#clock.now();
    if (nowNs < (this.#tellsAgainNs.get(robot) ?? 0)) return;
    this.#tellsAgainNs.set(robot, nowNs + 1e9);
    const why = this.#controller!.lastError();
    const { name } = this.#setup!.context.robots[robot];
    const text = `'${name}': refused a state: the controller does not take its position as a start`;
    this.#log("warning", why === "" ? text : `${text}: ${why}`);
  }

  #schedule(setup: ManagerSetup): SchedulingOutcome {
    const scheduling = requestRealtime(setup.realtime, setup.deadlinePeriodNs, DEADLINE_SHARE);
    if (setup.realtime !== "enforce" || scheduling.obtained !== "SCHED_OTHER") return scheduling;
    throw new RunFailure(
      `control loop: no real-time scheduling, and --realtime enforce wants it; ${scheduling.reason}`,
    );
  }
}

/** A codec that the loop has run with on dummy data. */
async function loadWarm(backend: string, clock: SystemClock): Promise<MessageCodec> {
  const codec = await loadMessageCodec(backend, { arenaBytes: ARENA_BYTES });
  await warmUp(codec, clock);
  return codec;
}
