import { CodecArena } from "./codec_arena.ts";
import { CodecError } from "./codec_error.ts";
import { CODEC_LAYOUT } from "./codec_layout.ts";
import { type CodecOptions, codecSizes } from "./codec_sizes.ts";
import { CodecStatus } from "./codec_status.ts";
import { codecStatusText } from "./codec_status_text.ts";
import { CommandMessage, type CommandShape } from "./command_message.ts";
import type { MessageBuffer } from "./message_buffer.ts";
import type { MessageCodec } from "./message_codec.ts";
import { StateMessage, type StateShape } from "./state_message.ts";

interface CodecModule {
  memory: WebAssembly.Memory;
  __heap_base: WebAssembly.Global;
  init(inbox: number, outbox: number, messageBytes: number, workbench: number, workbenchBytes: number): void;
  encode_state(block: number): number;
  decode_state(block: number, length: number): number;
  encode_command(block: number): number;
  decode_command(block: number, length: number): number;
  encode_config(length: number): number;
  decode_config(length: number): number;
  config_text(): number;
  config_text_length(): number;
}

const PAGE_BYTES = 65536;
/** What the module itself takes at most: its stack, constants and tables. */
const MODULE_BYTES = PAGE_BYTES;

/**
 * Encodes and decodes the messages on the wire, in WebAssembly over the official FlatBuffers library.
 *
 * - Who creates: each thread its own, by {@link Codec.load}; one codec serves any number of messages, and has one inbox and one outbox.
 * - Who blocks: nothing.
 * - Real-time safe: the four functions for State and Command; they neither allocate nor throw. Everything else is for start-up.
 * - Trust: a message is verified and checked as a whole before the first value changes. A refused one leaves the message object
 *   as it was, apart from `receivedCounts`. Values are not judged: they may be infinite or not a number.
 * - The types are told apart: a State is not accepted as a Command, nor the other way round. See `docs/decisions/state-and-command.md`.
 *
 * ```ts
 * import { Codec } from "./codec.ts";
 * const codec = await Codec.load();
 * const state = codec.newState({ joints: 6, bodySensors: ["imu"] });
 * state.position.fill(0.5);
 * state.positionCount = 6;
 * const length = codec.encodeState(state);
 * const message = codec.outbox.bytes.slice(codec.outboxOffset, codec.outboxOffset + length);
 * codec.inbox.bytes.set(message);
 * codec.decodeState(state, length); // CodecStatus.Ok
 * ```
 */
export class Codec implements MessageCodec {
  /** Where a received message is put, from the first byte on, before it is decoded. */
  readonly inbox: MessageBuffer;
  /** Where encoded messages lie: the last one at `bytes[outboxOffset .. outboxOffset + length)`, until the next one is encoded. */
  readonly outbox: MessageBuffer;
  /** Where the last encoded message begins in the outbox [bytes], a multiple of 8. */
  readonly outboxOffset: number = 0;
  readonly #arena: CodecArena;
  readonly #module: CodecModule;
  readonly #encodeState: (block: number) => number;
  readonly #decodeState: (block: number, length: number) => number;
  readonly #encodeCommand: (block: number) => number;
  readonly #decodeCommand: (block: number, length: number) => number;

  private constructor(module: CodecModule, messageBytes: number) {
    const buffer = module.memory.buffer as ArrayBuffer; // the module's memory is not shared
    const heap = module.__heap_base.value as number;
    if (heap > MODULE_BYTES) {
      throw new CodecError(
        `Cannot load the codec: the module takes ${heap} bytes for itself, wanted at most ${MODULE_BYTES}; raise MODULE_BYTES in codec.ts`,
      );
    }
    this.#module = module;
    this.#arena = new CodecArena(buffer, heap);
    const workbenchBytes = messageBytes + CODEC_LAYOUT.builderScratchBytes;
    const inbox = this.#arena.reserve(messageBytes, "the inbox");
    const outbox = this.#arena.reserve(messageBytes, "the outbox");
    const workbench = this.#arena.reserve(workbenchBytes, "the builder's workbench");
    this.inbox = messageBuffer(buffer, inbox, messageBytes);
    this.outbox = messageBuffer(buffer, outbox, messageBytes);
    this.#encodeState = module.encode_state;
    this.#decodeState = module.decode_state;
    this.#encodeCommand = module.encode_command;
    this.#decodeCommand = module.decode_command;
    module.init(inbox, outbox, messageBytes, workbench, workbenchBytes);
  }

  /**
   * Loads the module that lies next to this file, from the source tree or from inside a compiled executable.
   * @throws {CodecError} the module is missing or damaged, or the options are no sizes.
   */
  static async load(options: CodecOptions = {}): Promise<Codec> {
    const { arenaBytes, messageBytes } = codecSizes(options);
    const bytes = MODULE_BYTES + 3 * messageBytes + CODEC_LAYOUT.builderScratchBytes + arenaBytes;
    const url = new URL("./codec.wasm", import.meta.url);
    try {
      // Compiled on this thread, in 2 ms: an asynchronous compilation queues behind what the optimising compiler does.
      const instance = new WebAssembly.Instance(new WebAssembly.Module(await Deno.readFile(url)));
      const module = instance.exports as unknown as CodecModule;
      // Grown once, before the first view: growing later would detach all views.
      module.memory.grow(Math.ceil((bytes - module.memory.buffer.byteLength) / PAGE_BYTES));
      return new Codec(module, messageBytes);
    } catch (cause) {
      if (cause instanceof CodecError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CodecError(`Cannot load the codec: ${url} is not usable (${reason}); rebuild it with wasm/build.sh`, {
        cause,
      });
    }
  }

  /**
   * Creates a State for a robot, empty, with no sensor present.
   * @throws {CodecError} no joints, bad sensor names, the arena is full, or the State could be longer than `maxMessageBytes`.
   */
  newState(shape: StateShape): StateMessage {
    const state = new StateMessage(this.#arena, shape);
    this.#checkFits("State", state.maxEncodedBytes);
    return state;
  }

  /**
   * Creates a Command for a robot, empty.
   * @throws {CodecError} no joints, the arena is full, or the Command could be longer than `maxMessageBytes`.
   */
  newCommand(shape: CommandShape): CommandMessage {
    const command = new CommandMessage(this.#arena, shape);
    this.#checkFits("Command", command.maxEncodedBytes);
    return command;
  }

  /**
   * Encodes a State into the outbox: the three joint vectors always, empty or not, and the sensors that are present.
   * Real-time safe. Returns the length [bytes], or a negative {@link CodecStatus}: TooManyJoints, ForeignMessage.
   * @realtime
   */
  encodeState(message: StateMessage): number {
    if (message.arena !== this.#arena) return CodecStatus.ForeignMessage;
    return this.#encodeState(message.address);
  }

  /**
   * Decodes the first `length` bytes of the inbox into a State. Sensors are found by name; those that the message does not have
   * become not present, those that the State does not have are counted (`unknownSensors`). A sensor's vector that is absent or
   * empty reads as "not turned" (1, 0, 0, 0) or zero; one of another length is refused.
   * Real-time safe. Returns `CodecStatus.Ok` or a negative status: all but NotOneVector.
   * @realtime
   */
  decodeState(message: StateMessage, length: number): number {
    if (message.arena !== this.#arena) return CodecStatus.ForeignMessage;
    return this.#decodeState(message.address, length);
  }

  /**
   * Encodes a Command into the outbox. The three joint vectors and both gains are always written.
   * Real-time safe. Returns the length [bytes], or a negative {@link CodecStatus}: TooManyJoints, NotOneVector, ForeignMessage.
   * @realtime
   */
  encodeCommand(message: CommandMessage): number {
    if (message.arena !== this.#arena) return CodecStatus.ForeignMessage;
    return this.#encodeCommand(message.address);
  }

  /**
   * Decodes the first `length` bytes of the inbox into a Command.
   * Real-time safe. Returns `CodecStatus.Ok` or a negative status: all but DuplicateSensor.
   * @realtime
   */
  decodeCommand(message: CommandMessage, length: number): number {
    if (message.arena !== this.#arena) return CodecStatus.ForeignMessage;
    return this.#decodeCommand(message.address, length);
  }

  /**
   * Encodes a configuration text and returns the message as bytes of its own. Uses inbox and outbox; not real-time safe.
   * @throws {CodecError} the text is longer than `maxMessageBytes` allows.
   */
  encodeConfig(text: string): Uint8Array {
    const { read, written } = new TextEncoder().encodeInto(text, this.inbox.bytes);
    const length = read < text.length ? CodecStatus.TooLarge : this.#module.encode_config(written);
    if (length < 0) {
      throw new CodecError(
        `Cannot encode a configuration of ${text.length} characters: wanted at most ${
          this.outbox.capacity - 64
        } bytes of UTF-8; ` +
          "shorten it or load the codec with a larger maxMessageBytes",
      );
    }
    return this.outbox.bytes.slice(this.outboxOffset, this.outboxOffset + length);
  }

  /**
   * Returns the text of a configuration message. Uses the inbox; not real-time safe.
   * @throws {CodecError} the bytes are too many, no MessageConfig, have no text, or the text is no UTF-8.
   */
  decodeConfig(bytes: Uint8Array): string {
    const fits = bytes.length <= this.inbox.capacity;
    if (fits) this.inbox.bytes.set(bytes);
    const status = fits ? this.#module.decode_config(bytes.length) : CodecStatus.TooLarge;
    if (status !== CodecStatus.Ok) {
      throw new CodecError(
        `Cannot decode a configuration of ${bytes.length} bytes: it is ${
          codecStatusText(status)
        }, wanted a MessageConfig of at most ` +
          `${this.inbox.capacity} bytes; see that both programs speak the same protocol`,
      );
    }
    const start = this.#module.config_text();
    const text = this.inbox.bytes.subarray(start, start + this.#module.config_text_length());
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text);
    } catch (cause) {
      throw new CodecError(
        `Cannot decode a configuration of ${bytes.length} bytes: its text is not UTF-8, wanted UTF-8; ` +
          "see that both programs speak the same protocol",
        { cause },
      );
    }
  }

  #checkFits(what: string, maxBytes: number): void {
    if (maxBytes <= this.outbox.capacity) return;
    throw new CodecError(
      `Cannot create a ${what}: encoded it can take ${maxBytes} bytes, wanted at most ${this.outbox.capacity}; ` +
        "load the codec with a larger maxMessageBytes",
    );
  }
}

function messageBuffer(buffer: ArrayBuffer, address: number, bytes: number): MessageBuffer {
  return {
    words: new Uint32Array(buffer, address, bytes / 4),
    bytes: new Uint8Array(buffer, address, bytes),
    capacity: bytes,
  };
}
