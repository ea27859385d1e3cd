import { SystemClock } from "../../core/system_clock.ts";
import { CellReader } from "../../comm/cell/cell_reader.ts";
import { robotKeys } from "../../comm/robot_keys.ts";
import { ShmTransport } from "../../comm/shm/shm_transport.ts";
import type { Registration } from "../../comm/transport.ts";
import { Codec } from "../../wasm/codec.ts";
import type { PlainCommand, PlainState } from "../../wasm/testing/plain_message.ts";
import { npmPeer } from "../../wasm/testing/npm_peer.ts";
import { WireEnd } from "./wire_end.ts";
import type { Workbench } from "./workbench.ts";

/** A manager that is part of the test: it holds the manager's token of one robot, asks, and sends any bytes as commands. */
export class WireManager {
  /** Sending end of the commands. */
  readonly commands: WireEnd;
  readonly #transport: ShmTransport;
  readonly #codec: Codec;
  readonly #name: string;
  readonly #states: CellReader;
  readonly #token: Registration;
  readonly #buffer = new Uint32Array(8192);

  private constructor(
    transport: ShmTransport,
    codec: Codec,
    name: string,
    commands: WireEnd,
    states: CellReader,
    token: Registration,
  ) {
    this.#token = token;
    this.#transport = transport;
    this.#states = states;
    this.#codec = codec;
    this.#name = name;
    this.commands = commands;
  }

  /** Takes the robot `name`, for as long as the bench is there. */
  static async take(bench: Workbench, name: string): Promise<WireManager> {
    const transport = new ShmTransport(`test of '${name}'`);
    bench.onClose(() => transport.close());
    const keys = robotKeys(name);
    const token = await transport.declareToken(keys.managerToken);
    const commands = new WireEnd((await transport.publish(keys.command)).descriptor);
    bench.onClose(() => Promise.resolve(commands.stop()));
    const states = new CellReader((await transport.subscribe(keys.state)).descriptor, new SystemClock());
    return new WireManager(transport, await Codec.load(), name, commands, states, token);
  }

  /** Sends an init query and returns the answer; "" when none came. */
  async init(entry: unknown, timeoutMs = 60_000): Promise<string> {
    const payload = this.#codec.encodeConfig(JSON.stringify(entry));
    const reply = await this.#transport.query(robotKeys(this.#name).init, payload, { timeoutMs });
    return reply === undefined ? "" : new TextDecoder().decode(reply);
  }

  /** The latest state that was not taken yet. */
  takeState(): PlainState | undefined {
    const length = this.#states.takeLatest(this.#buffer);
    return length < 0 ? undefined : npmPeer.decodeState(new Uint8Array(this.#buffer.buffer, 0, length).slice());
  }

  /** Gives the token back, and nothing else: the robot takes this manager for dead. */
  async releaseToken(): Promise<void> {
    await this.#token.release();
  }

  /** Gives the robot up: token and topics are gone. */
  async leave(): Promise<void> {
    this.commands.stop();
    await this.#transport.close();
  }

  /** A valid Command by the codec of the product, of the vectors that are given. */
  encode(values: readonly number[], mode: "position" | "velocity" | "torque" = "position"): Uint8Array {
    const message = this.#codec.newCommand({ joints: values.length });
    message[mode].set(values);
    message.positionCount = mode === "position" ? values.length : 0;
    message.velocityCount = mode === "velocity" ? values.length : 0;
    message.torqueCount = mode === "torque" ? values.length : 0;
    const length = this.#codec.encodeCommand(message);
    if (length < 0) throw new Error(`Encoding a command: status ${length}`);
    return this.#codec.outbox.bytes.slice(this.#codec.outboxOffset, this.#codec.outboxOffset + length);
  }

  /** A Command by an implementation that checks nothing. */
  static anyCommand(fields: Partial<PlainCommand>): Uint8Array {
    const empty = { kp: 0, kd: 0, position: [], velocity: [], torque: [], stateStamp: 0n, stateHold: 0n };
    return npmPeer.encodeCommand({ ...empty, ...fields }, { forceDefaults: true });
  }
}
