import { SystemClock } from "../../core/system_clock.ts";
import { CellReader } from "../../comm/cell/cell_reader.ts";
import { robotKeys } from "../../comm/robot_keys.ts";
import { ShmTransport } from "../../comm/shm/shm_transport.ts";
import { npmPeer } from "../../wasm/testing/npm_peer.ts";
import type { PlainCommand, PlainState } from "../../wasm/testing/plain_message.ts";
import { WireEnd } from "./wire_end.ts";
import type { Workbench } from "./workbench.ts";

/** An interface that is part of the test: it holds the interface's token of one robot, answers, and sends any bytes as states. */
export class WireInterface {
  /** Sending end of the states. */
  readonly states: WireEnd;
  /** Init queries so far. */
  asked = 0;
  readonly #transport: ShmTransport;
  readonly #reader: CellReader;
  readonly #buffer = new Uint32Array(8192);

  private constructor(transport: ShmTransport, states: WireEnd, reader: CellReader) {
    this.#transport = transport;
    this.states = states;
    this.#reader = reader;
  }

  /** Stands for the robot `name`, for as long as the bench is there. `answer` gets the number of the query, from 1; throws for "no answer". */
  static async stand(
    bench: Workbench,
    name: string,
    answer: (query: number) => string = () => "OK",
  ): Promise<WireInterface> {
    const transport = new ShmTransport(`test as '${name}'`);
    bench.onClose(() => transport.close());
    const keys = robotKeys(name);
    await transport.declareToken(keys.interfaceToken);
    const states = new WireEnd((await transport.publish(keys.state)).descriptor);
    bench.onClose(() => Promise.resolve(states.stop()));
    const commands = await transport.subscribe(keys.command);
    const self = new WireInterface(transport, states, new CellReader(commands.descriptor, new SystemClock()));
    await transport.answer(keys.init, () => {
      self.asked++;
      return new TextEncoder().encode(answer(self.asked));
    });
    return self;
  }

  /** The latest command that was not taken yet. */
  takeCommand(): PlainCommand | undefined {
    const length = this.#reader.takeLatest(this.#buffer);
    return length < 0 ? undefined : npmPeer.decodeCommand(new Uint8Array(this.#buffer.buffer, 0, length).slice());
  }

  /** Gives the robot up: token and topics are gone. */
  async leave(): Promise<void> {
    this.states.stop();
    await this.#transport.close();
  }

  /** A State by an implementation that checks nothing. */
  static anyState(fields: Partial<PlainState>): Uint8Array {
    const empty = { position: [], velocity: [], torque: [], bodySensors: [], forceSensors: [], stamp: 1n };
    return npmPeer.encodeState({ ...empty, ...fields });
  }
}
