import { HeapWatch } from "../core/heap_watch.ts";
import { FloatEnvironment } from "../core/posix/float_environment.ts";
import { requestRealtime, type SchedulingOutcome } from "../core/request_realtime.ts";
import { RunFailure } from "../core/run_failure.ts";
import { setTimerSlack } from "../core/set_timer_slack.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { SimulatedClock } from "../core/simulated_clock.ts";
import { SystemClock } from "../core/system_clock.ts";
import { trimMemory } from "../core/trim_memory.ts";
import { engineText } from "../drivers/mujoco/engine_text.ts";
import { loadMujocoEngine } from "../drivers/mujoco/load_mujoco_engine.ts";
import { PeriodPace } from "../drivers/mujoco/period_pace.ts";
import { openWorld } from "../drivers/mujoco/world/open_world.ts";
import type { MujocoWorld } from "../drivers/mujoco/world/mujoco_world.ts";
import type { RobotDriver, RobotDriverContext } from "../drivers/robot_driver.ts";
import type { FromInterfaceWorker, InterfaceSetup } from "../interface/interface_worker_messages.ts";
import { loadWarmCodec } from "../interface/load_warm_codec.ts";
import { openRobotChannel } from "../interface/open_robot_channel.ts";
import { ServedRobot, type ServedRobotHost } from "../interface/served_robot.ts";
import { CONFIG_DEFAULTS } from "../schemas/config_defaults.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import { commonPeriod } from "./common_period.ts";
import { LockstepChannel } from "./lockstep/lockstep_channel.ts";
import { LockstepCycle } from "./lockstep/lockstep_cycle.ts";
import { lockstepStart } from "./lockstep/lockstep_start.ts";
import { RecordedDriver } from "./recorded_driver.ts";
import { RecordedChannel } from "./recording/recorded_channel.ts";
import { RecordWriter } from "./recording/record_writer.ts";
import { SIMULATION_BLOCK_SHAPE, SimulationBlock as B } from "./simulation_block.ts";
import { RobotRounds } from "./robot_rounds.ts";
import { SimulationCycle } from "./simulation_cycle.ts";
import type { OpenedWorld, SimulationSetup } from "./simulation_messages.ts";
import type { WorldLook } from "./view/world_look.ts";
import type { WorldCycle } from "./world_cycle.ts";

/** Physics and all robots take most of a period. */
const DEADLINE_SHARE = 0.8;
/** Ticks after which the heap is watched: the compiler still works on the loop before. */
const SETTLED = 3000;

/** Tells how the loop of a robot has ended. */
export type RobotEnded = (robot: number, message: FromInterfaceWorker) => void;

/**
 * The loop of a simulation with all that it needs, in the control worker: a world whose time passes on the wall clock, and in it the control loops of
 * the interfaces of those robots that a manager has initialised.
 */
export class SimulationLoop {
  readonly #clock: SystemClock;
  /** By backend. */
  readonly #codecs: Map<string, MessageCodec>;
  readonly #arithmetic = new FloatEnvironment();
  #heap = new HeapWatch();
  #block = new SharedBlock(SIMULATION_BLOCK_SHAPE);
  #world: MujocoWorld | undefined;
  #cycle: WorldCycle | undefined;
  #rounds: RobotRounds | undefined;
  /** Simulated time, in lock step. */
  #simulated: SimulatedClock | undefined;
  /** By robot, in lock step. */
  readonly #channels: (LockstepChannel | undefined)[] = [];
  /** Takes what is recorded; undefined: nothing is. */
  #recorder: RecordWriter | undefined;
  #scheduling: SchedulingOutcome | undefined;
  #setup: SimulationSetup | undefined;
  #look: WorldLook | undefined;
  #ticks = 0;
  #perSecond = 1000;
  /** Robots that are created and do not run yet. */
  readonly #created = new Map<number, ServedRobot>();

  private constructor(codec: MessageCodec, clock: SystemClock) {
    this.#codecs = new Map([[CONFIG_DEFAULTS.backend, codec]]);
    this.#clock = clock;
  }

  /** Loads the codec of the default backend and runs the loop of an interface on dummy data. */
  static async prepare(epochS: number): Promise<SimulationLoop> {
    const clock = new SystemClock(epochS);
    setTimerSlack();
    return new SimulationLoop(await loadWarmCodec(CONFIG_DEFAULTS.backend, clock), clock);
  }

  /** Makes the world. Rejects with a `DriverError` or a `RunFailure` that names robot, file and what is wrong. */
  async open(setup: SimulationSetup, onEnded: RobotEnded): Promise<OpenedWorld> {
    this.#setup = setup;
    this.#block = new SharedBlock(SIMULATION_BLOCK_SHAPE, setup.block);
    const engine = await loadMujocoEngine(setup.mujoco);
    const world = this.#world = await openWorld(engine, setup.scene);
    const { robots } = setup.scene;
    const tickNs = commonPeriod(robots.map(({ periodNs }) => periodNs));
    const steps = Math.round(tickNs / world.stepNs);
    if (Math.abs(steps * world.stepNs - tickNs) > 1 || steps < 1) {
      throw new RunFailure(
        `opening ${setup.scene.file}: the physics step is ${
          world.stepNs / 1e6
        } ms, wanted a whole part of the robots' common period of ` +
          `${tickNs / 1e6} ms; correct world.timestep`,
      );
    }
    this.#perSecond = Math.max(1, Math.round(1e9 / tickNs));
    const every = robots.map(({ periodNs }) => Math.round(periodNs / tickNs));
    const rounds = this.#rounds = new RobotRounds(every, (robot, end, error) => {
      this.#channels[robot] = undefined; // its memory goes with the robot's interface
      onEnded(robot, { type: "ended", end, error, heap: this.#heap.figures() });
    });
    const [block, wall, { lockstep }] = [this.#block, this.#clock, setup];
    if (lockstep === undefined) {
      const pace = new PeriodPace(wall, tickNs);
      this.#cycle = new SimulationCycle({ world, steps, tickNs, block, clock: wall, pace, rounds });
    } else {
      const clock = this.#simulated = new SimulatedClock(block.values, B.TIME);
      const ticks = Math.round(lockstep.seconds * 1e9 / tickNs);
      const startNs = lockstepStart(robots.map(({ periodNs }) => periodNs));
      const channels = this.#channels;
      channels.push(...robots.map(() => undefined));
      this.#cycle = new LockstepCycle({ world, steps, tickNs, startNs, ticks, block, clock, wall, rounds, channels });
    }
    if (setup.recording !== undefined) {
      // In lock step time stands until there is room.
      this.#recorder = new RecordWriter(setup.recording, 2 * robots.length, this.#simulated ?? wall, lockstep && wall);
    }
    if (setup.isLookedAt) {
      const { WorldLook } = await import("./view/world_look.ts");
      this.#look = new WorldLook(world, block, wall);
    }
    const sight = this.#look?.sight();
    trimMemory();
    const scheduling = this.#scheduling = requestRealtime(setup.realtime, setup.deadlinePeriodNs, DEADLINE_SHARE);
    if (setup.realtime === "enforce" && scheduling.obtained === "SCHED_OTHER") {
      throw new RunFailure(
        `simulation: no real-time scheduling, and --realtime enforce wants it; ${scheduling.reason}`,
      );
    }
    const name = `MuJoCo ${engine.version} (${engine.kind === "native" ? "native" : "WebAssembly"})`;
    return { engine: name, engineText: engineText(engine), stepNs: world.stepNs, tickNs, scheduling, sight };
  }

  /** Makes the control loop of a robot. Rejects with the driver's error. */
  async create(
    index: number,
    setup: InterfaceSetup,
    log: (message: FromInterfaceWorker) => void,
  ): Promise<FromInterfaceWorker> {
    const { name, periodNs } = this.#setup!.scene.robots[index];
    if (setup.context.periodNs !== periodNs) {
      throw new RunFailure(
        `simulating '${name}': the manager asks for a period of ${setup.context.periodNs / 1e6} ms, and the scene has ${
          periodNs / 1e6
        } ms; ` +
          "correct controller.time_step of the manager, or time_step of the scene",
      );
    }
    const codec = this.#codecs.get(setup.backend) ?? await loadWarmCodec(setup.backend, this.#clock);
    this.#codecs.set(setup.backend, codec);
    const robot = await ServedRobot.create(setup, {
      codec,
      clock: this.#simulated ?? this.#clock,
      arithmetic: this.#arithmetic,
      createDriver: (context) => this.#createDriver(index, context),
      log,
      openChannel: this.#channelOf(index, codec),
    });
    this.#created.set(index, robot);
    return { type: "created", scheduling: this.#scheduling!, memory: robot.memory };
  }

  async #createDriver(index: number, context: RobotDriverContext): Promise<RobotDriver> {
    const driver = await this.#world!.robots[index].createDriver(context);
    const file = this.#setup!.records[index];
    if (file === undefined) return driver;
    try {
      return new RecordedDriver(driver, file, context);
    } catch (error) {
      driver.close();
      throw error;
    }
  }

  /** What opens the messages of a robot. */
  #channelOf(index: number, codec: MessageCodec): ServedRobotHost["openChannel"] {
    const [clock, recorder] = [this.#simulated, this.#recorder];
    return (setup, block) => {
      const channel = clock === undefined
        ? openRobotChannel(setup, this.#clock)
        : this.#channels[index] = new LockstepChannel(setup, block, codec, clock);
      return recorder === undefined ? channel : new RecordedChannel(channel, index, recorder);
    };
  }

  /** From here on the robot takes part. */
  run(index: number): void {
    this.#rounds!.add(index, this.#created.get(index)!);
    this.#created.delete(index);
  }

  /** Makes ready to watch the heap; the worker must return to its event loop before the first {@link slice}. */
  watchHeap(): void {
    this.#heap = new HeapWatch();
  }

  /**
   * Lets time pass until somebody calls, or the end. Blocks. `received`: messages that have come; where more were sent than that, it returns at once.
   * Returns undefined when there is more to come, else what went wrong: "" when it was asked to stop, or its time is over.
   */
  slice(received: number): string | undefined {
    const flags = this.#block.flags;
    const cycle = this.#cycle!;
    try {
      while (Atomics.load(flags, B.STOP) === 0) {
        if (Atomics.load(flags, B.CALLS) !== received) return undefined;
        if (cycle.isOver) return "";
        this.#look?.look();
        if (!cycle.await()) continue;
        if (cycle.tick() < 0) return `simulation: ${this.#world!.lastError()}`;
        if (++this.#ticks === SETTLED) this.#heap.start();
        else if (this.#ticks > SETTLED && this.#ticks % this.#perSecond === 0) this.#heap.sample();
      }
      return "";
    } catch (error) {
      return `simulation: threw: ${(error as Error).message}`;
    }
  }

  /** Ends all robots and the world; to be called once, after the last {@link slice}. */
  close(error: string): void {
    this.#rounds!.leave(error);
    this.#world!.close();
  }

  /** Figures of the heap. */
  heap() {
    return this.#heap.figures();
  }
}
