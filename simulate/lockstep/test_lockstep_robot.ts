import { SharedBlock } from "../../core/shared_block.ts";
import { SimulatedClock } from "../../core/simulated_clock.ts";
import { CellMemory } from "../../comm/cell/cell_memory.ts";
import { CellReader } from "../../comm/cell/cell_reader.ts";
import { CellWriter } from "../../comm/cell/cell_writer.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock } from "../../interface/interface_block.ts";
import type { InterfaceSetup } from "../../interface/interface_worker_messages.ts";
import { LoopEnd } from "../../interface/loop_end.ts";
import type { ServedRobot } from "../../interface/served_robot.ts";
import type { Codec } from "../../wasm/codec.ts";
import { LockstepChannel } from "./lockstep_channel.ts";

const JOINTS = 2;

/** A robot of a `TestLockstepWorld`, with the manager's end of its messages. */
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
    if (!yes) Atomics.add(this.block.flags, InterfaceBlock.LOSSES, 1);
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
