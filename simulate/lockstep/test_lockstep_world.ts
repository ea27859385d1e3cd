import { SharedBlock } from "../../core/shared_block.ts";
import { SimulatedClock } from "../../core/simulated_clock.ts";
import { SystemClock } from "../../core/system_clock.ts";
import { CellMemory } from "../../comm/cell/cell_memory.ts";
import { CellReader } from "../../comm/cell/cell_reader.ts";
import { CellWriter } from "../../comm/cell/cell_writer.ts";
import type { MujocoWorld } from "../../drivers/mujoco/world/mujoco_world.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock } from "../../interface/interface_block.ts";
import type { InterfaceSetup } from "../../interface/interface_worker_messages.ts";
import { LoopEnd } from "../../interface/loop_end.ts";
import type { ServedRobot } from "../../interface/served_robot.ts";
import { Codec } from "../../wasm/codec.ts";
import { RobotRounds } from "../robot_rounds.ts";
import { SIMULATION_BLOCK_SHAPE } from "../simulation_block.ts";
import { LockstepChannel } from "./lockstep_channel.ts";
import { LockstepCycle } from "./lockstep_cycle.ts";
import { lockstepStart } from "./lockstep_start.ts";

const TICK_NS = 1e6;
const JOINTS = 2;

/** A robot of a {@link TestLockstepWorld}, with the manager's end of its messages. */
export class TestLockstepRobot {
  /** Its messages. */
  readonly channel: LockstepChannel;
  /** Flags of its interface. */
  readonly block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
  /** Simulated times of its cycles [ns]. */
  readonly cycles: number[] = [];
  /** What the cycles have taken: the time of the State that the Command answers [ns], or -1 where there was none. */
  readonly taken: number[] = [];
  readonly #codec: Codec;
  readonly #states: CellReader;
  readonly #commands: CellWriter;
  readonly #clock: SimulatedClock;

  /** Opens both ends. */
  constructor(codec: Codec, clock: SimulatedClock) {
    const [state, command] = [CellMemory.allocate(1024), CellMemory.allocate(1024)];
    this.#codec = codec;
    this.#clock = clock;
    this.#states = new CellReader(state);
    this.#commands = new CellWriter(command);
    const joints = Array.from({ length: JOINTS }, (_, i) => ({ name: `j${i}` }));
    const setup = { state: { kind: "cell", cell: state }, command, context: { module: { joints } } };
    this.channel = new LockstepChannel(setup as unknown as InterfaceSetup, this.block, codec, clock);
  }

  /** A manager comes, or goes. */
  set isServed(yes: boolean) {
    Atomics.store(this.block.flags, InterfaceBlock.PEER_ALIVE, yes ? 1 : 0);
  }

  /** Time of the latest State that was not taken yet [ns]; -1 when there is none. */
  takeState(): number {
    const state = this.#codec.newState({ joints: JOINTS });
    const length = this.#states.takeLatest(this.#codec.inbox.words);
    return length < 0 || this.#codec.decodeState(state, length) < 0 ? -1 : SimulatedClock.timeOf(state.stamp);
  }

  /** Sends a Command that answers the State of `timeNs`; 0: one that does not say which. */
  answer(timeNs: number): void {
    const command = this.#codec.newCommand({ joints: JOINTS });
    command.positionCount = JOINTS;
    this.#clock.stamp(timeNs, command.stateStamp, 0);
    const length = this.#codec.encodeCommand(command);
    this.#commands.publish(this.#codec.outbox.words, this.#codec.outboxOffset, length);
  }

  /** Sends bytes that are no Command. */
  answerNonsense(): void {
    this.#commands.publish(new Uint32Array(8).fill(0xdeadbeef), 0, 32);
  }

  /** What a `ServedRobot` does in a cycle, without a driver. */
  readonly served = {
    block: this.block,
    cycle: {
      step: (): number => {
        this.cycles.push(this.#clock.now());
        const state = this.#codec.newState({ joints: JOINTS });
        state.positionCount = JOINTS;
        this.#clock.stamp(this.#clock.now(), state.stamp, 0);
        const sent = this.#codec.encodeState(state);
        this.channel.publish(this.#codec.outbox.words, this.#codec.outboxOffset, sent);
        const command = this.#codec.newCommand({ joints: JOINTS });
        const length = this.channel.takeLatest(this.#codec.inbox.words);
        const isThere = length >= 0 && this.#codec.decodeCommand(command, length) >= 0;
        this.taken.push(isThere ? SimulatedClock.timeOf(command.stateStamp) : -1);
        return LoopEnd.Running;
      },
    },
    describe: (): string => "",
    leave: (): void => {},
  } as unknown as ServedRobot;
}

/** A world in lock step without physics, for tests: robots with a period in ticks of a millisecond each. */
export class TestLockstepWorld {
  /** Simulated time. */
  readonly clock: SimulatedClock;
  /** Counters. */
  readonly block = new SharedBlock(SIMULATION_BLOCK_SHAPE);
  /** The robots. */
  readonly robots: readonly TestLockstepRobot[];
  /** The cycle under test. */
  readonly cycle: LockstepCycle;
  /** Who takes part. */
  readonly rounds: RobotRounds;
  /** Time of the first State [ns]. */
  readonly startNs: number;
  /** Ticks that the world has advanced. */
  advanced = 0;

  private constructor(codec: Codec, every: readonly number[], ticks: number) {
    this.clock = new SimulatedClock();
    this.startNs = lockstepStart(every.map((n) => n * TICK_NS));
    this.robots = every.map(() => new TestLockstepRobot(codec, this.clock));
    this.rounds = new RobotRounds(every, () => {});
    const world = {
      advance: (steps: number) => {
        this.advanced += steps;
        return 0;
      },
    } as unknown as MujocoWorld;
    const { startNs, block, clock, rounds } = this;
    const channels = this.robots.map(({ channel }) => channel);
    const wall = new SystemClock();
    this.cycle = new LockstepCycle({
      ...{ world, steps: 1, tickNs: TICK_NS, startNs, ticks, block, clock, wall, rounds, channels },
    });
  }

  /** Makes one; `every`: ticks in the period of each robot. All of them take part. */
  static async open(every: readonly number[], ticks = Infinity): Promise<TestLockstepWorld> {
    const world = new TestLockstepWorld(await Codec.load(), every, ticks);
    for (const [index, robot] of world.robots.entries()) world.rounds.add(index, robot.served);
    return world;
  }

  /** Runs a tick if time may pass; whether it did. When `long`, looks until it has slept a few times, which is long before States are sent again. */
  tick(long = false): boolean {
    const endMs = performance.now() + (long ? 10 : 0);
    do {
      if (!this.cycle.await()) continue;
      this.cycle.tick();
      return true;
    } while (performance.now() < endMs);
    return false;
  }
}
