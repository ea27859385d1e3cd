import { NetworkNamespace, type NetworkNamespaceOptions } from "./network_namespace.ts";
import { NetworkSwitch } from "./network_switch.ts";
import { PythonPeer, type PythonPeerOptions } from "./python_peer.ts";
import type { UriProcess } from "./uri_process.ts";
import type { BenchRobot, Workbench } from "./workbench.ts";

/** Where `uri` and Python peers meet: computers of their own, in which no other test and no other robot is. */
export class PythonScene {
  /** The computer of `uri`. */
  readonly computer: NetworkNamespace;
  /** The computer of the peers: the same, or one at the other end of a cable. */
  readonly other: NetworkNamespace;
  readonly #bench: Workbench;

  private constructor(bench: Workbench, computer: NetworkNamespace, other: NetworkNamespace) {
    this.#bench = bench;
    this.computer = computer;
    this.other = other;
  }

  /** One computer for all. */
  static async onOne(bench: Workbench, options: NetworkNamespaceOptions = {}): Promise<PythonScene> {
    const computer = await NetworkNamespace.make({ hint: "one", ...options });
    bench.onClose(() => computer[Symbol.asyncDispose]());
    return new PythonScene(bench, computer, computer);
  }

  /** Two computers, joined by a cable, without multicast on their loopback, as usual. */
  static async onTwo(bench: Workbench): Promise<PythonScene> {
    const wire = await NetworkSwitch.make();
    bench.onClose(() => wire[Symbol.asyncDispose]());
    const [computer, other] = await Promise.all(
      ["uri", "python"].map((hint) => NetworkNamespace.make({ hint, loopbackMulticast: false })),
    );
    for (const each of [computer, other]) bench.onClose(() => each[Symbol.asyncDispose]());
    await wire.plug(computer, "192.168.77.1/24");
    await wire.plug(other, "192.168.77.2/24");
    return new PythonScene(bench, computer, other);
  }

  /** Starts a peer. */
  peer(options: Omit<PythonPeerOptions, "computer"> = {}): Promise<PythonPeer> {
    return PythonPeer.start(this.#bench, { computer: this.other, ...options });
  }

  /** Starts `uri` with these arguments. */
  uri(...args: string[]): UriProcess {
    return this.#bench.start(this.computer.argv([...this.#bench.argv, ...args]));
  }

  /** Starts `uri manager` for one robot; its figures go to `manager.json` in the folder. */
  manager(name: string, robot: BenchRobot, ...more: string[]): UriProcess {
    const config = this.#bench.config({ [name]: { protocol: "zenoh", ...robot } });
    return this.uri("manager", "-c", config, "--report", `${this.#bench.folder}/manager.json`, ...more);
  }

  /** Starts who serves the robot, see `Workbench.interface`, and waits until it is ready for a manager. */
  async interface(name: string, robot: BenchRobot = {}): Promise<UriProcess> {
    const args = this.#bench.robotArgs({ [name]: { protocol: "zenoh", ...robot } });
    const process = this.uri(...args, "--log-level", "debug");
    await process.line(/waiting for init query/);
    return process;
  }
}
