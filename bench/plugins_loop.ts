import { RunFailure } from "../core/run_failure.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { SystemClock } from "../core/system_clock.ts";
import { readElf } from "../core/native/read_elf.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import { CellReader } from "../comm/cell/cell_reader.ts";
import { openPublisher, type Publisher } from "../comm/open_publisher.ts";
import { DriverLibrary } from "../drivers/native/driver_library.ts";
import { NativeDriver } from "../drivers/native/native_driver.ts";
import { CommandGate } from "../interface/command_gate.ts";
import { CommandSource } from "../interface/command_source.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock } from "../interface/interface_block.ts";
import { LoopEnd } from "../interface/loop_end.ts";
import { RobotCycle } from "../interface/robot_cycle.ts";
import { warmUp } from "../interface/warm_up.ts";
import { UR5E } from "../robots/ur5e.ts";
import type { CommandMessage } from "../wasm/command_message.ts";
import { loadMessageCodec } from "../wasm/load_message_codec.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import type { StateMessage } from "../wasm/state_message.ts";

const CLASS = "BenchDriver";
const JOINTS = 6;

/** The interface's cycle with the benchmark's driver, without a transport: both ends are in this process. */
export class PluginsLoop {
  readonly #driver: NativeDriver;
  readonly #cycle: RobotCycle;
  readonly #block: SharedBlock;
  readonly #codec: MessageCodec;
  readonly #clock: SystemClock;
  readonly #manager: Publisher;
  readonly #state: StateMessage;
  readonly #command: CommandMessage;
  readonly #target = new Float64Array(JOINTS);

  private constructor(driver: NativeDriver, codec: MessageCodec, clock: SystemClock) {
    this.#driver = driver;
    this.#codec = codec;
    this.#clock = clock;
    const block = this.#block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
    Atomics.store(block.flags, InterfaceBlock.PEER_ALIVE, 1);
    const states = { kind: "cell", cell: CellMemory.allocate(4096) } as const;
    const commands = CellMemory.allocate(4096);
    const command = codec.newCommand({ joints: JOINTS });
    const parts = { codec, block, clock, command };
    const source = new CommandSource({
      ...parts,
      reader: new CellReader(commands, clock),
      gate: new CommandGate("position", UR5E.joints),
      timeoutNs: 1e12,
      latencyStats: false,
    });
    this.#state = codec.newState({ joints: JOINTS });
    const publisher = openPublisher(states, clock);
    this.#cycle = new RobotCycle({
      ...parts,
      live: new Float64Array(new SharedArrayBuffer(4 * 8 * JOINTS)),
      driver,
      state: this.#state,
      publisher,
      source,
      mode: "position",
      periodNs: 0,
      timeoutNs: 1e12,
    });
    this.#manager = openPublisher({ kind: "cell", cell: commands }, clock);
    this.#command = codec.newCommand({ joints: JOINTS });
  }

  /** Loads the driver. Rejects with a {@link RunFailure} when it cannot be used. */
  static async create(library: string): Promise<PluginsLoop> {
    const bytes = Deno.readFileSync(library);
    const elf = readElf(bytes);
    const opened = typeof elf === "string" ? { reason: elf } : DriverLibrary.open({ path: library, bytes, elf });
    const refusal = "reason" in opened ? opened.reason : opened.refusal(CLASS);
    if ("reason" in opened || refusal !== "") {
      throw new RunFailure(`Cannot measure: the driver cannot be loaded: ${refusal}`);
    }
    const clock = new SystemClock();
    const codec = await loadMessageCodec("flatbuffer");
    warmUp(codec, clock);
    const context = {
      robot: "bench",
      ip: "127.0.0.1",
      port: 0,
      configPath: "",
      mode: "position" as const,
      periodNs: 1e6,
      module: UR5E,
      clock,
      log: () => {},
    };
    return new PluginsLoop(NativeDriver.create({ calls: opened.calls(), className: CLASS }, context), codec, clock);
  }

  /** Calls the driver alone, `cycles` times. */
  runCalls(cycles: number): void {
    for (let i = 0; i < cycles; i++) {
      this.#driver.sync();
      this.#driver.readState(this.#state);
      this.#driver.servoJ(this.#state.position);
    }
  }

  /** Sends `cycles` Commands that nobody takes. */
  send(cycles: number): void {
    for (let i = 0; i < cycles; i++) this.#sendOne();
  }

  /** Runs the whole cycle, each with a Command. Errors: {@link RunFailure} when it ends or does not obey. */
  runCycles(cycles: number): void {
    const before = this.#block.values[InterfaceBlock.COMMANDS];
    for (let i = 0; i < cycles; i++) {
      this.#sendOne();
      if (this.#cycle.step() !== LoopEnd.Running) {
        throw new RunFailure("Cannot measure: the loop has ended; this is a defect");
      }
    }
    const obeyed = this.#block.values[InterfaceBlock.COMMANDS] - before;
    if (obeyed !== cycles) {
      throw new RunFailure(`Cannot measure: ${obeyed} of ${cycles} Commands were obeyed; this is a defect`);
    }
  }

  /** Bytes that the heap grows by in 10,000 cycles. */
  measureHeap(): number {
    const before = Deno.memoryUsage().heapUsed;
    this.runCycles(10_000);
    return Deno.memoryUsage().heapUsed - before;
  }

  #sendOne(): void {
    const command = this.#command;
    command.positionCount = JOINTS;
    for (let i = 0; i < JOINTS; i++) command.position[i] = this.#state.position[i];
    this.#clock.stamp(this.#clock.now(), command.stateStamp, 0);
    const length = this.#codec.encodeCommand(command);
    this.#manager.publish(this.#codec.outbox.words, this.#codec.outboxOffset, length);
  }
}
