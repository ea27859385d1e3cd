import { NetworkNamespace } from "./network_namespace.ts";

/** A cable between a computer and a switch. */
export interface NetworkCable {
  /** Name of the interface in the computer, e.g. `eth0`. */
  readonly device: string;
  /** Address of the computer on it. */
  readonly address: string;
  /** Pulls it out: the interface stays as it is, with its address, and has no carrier. */
  cut(): Promise<void>;
  /** Plugs it in again. */
  mend(): Promise<void>;
}

/**
 * An Ethernet switch for tests, which joins network namespaces. It passes everything on, multicast too, and adds no routes: what is plugged in
 * reaches the addresses of its own subnet.
 */
export class NetworkSwitch {
  readonly #namespace: NetworkNamespace;
  readonly #devices = new Map<NetworkNamespace, number>();
  readonly #cables: NetworkCable[] = [];

  readonly #multicast: boolean;

  private constructor(namespace: NetworkNamespace, multicast: boolean) {
    this.#namespace = namespace;
    this.#multicast = multicast;
  }

  /** Makes one, which loses multicast when `multicast` is false; `NetworkNamespace.obstacle` says where that does not work. */
  static async make({ multicast = true } = {}): Promise<NetworkSwitch> {
    const namespace = await NetworkNamespace.make({ hint: "switch", loopbackMulticast: false });
    try {
      // It does not look into multicast groups: every port gets every packet, as from a switch without IGMP snooping.
      await namespace.ip("link", "add", "bridge", "type", "bridge", "mcast_snooping", "0");
      await namespace.ip("link", "set", "bridge", "up");
      return new NetworkSwitch(namespace, multicast);
    } catch (error) {
      await namespace[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Plugs a computer in; `address` with the length of its prefix, e.g. `192.168.1.10/24`. The first cable of a computer is its `eth0`. */
  async plug(computer: NetworkNamespace, address: string): Promise<NetworkCable> {
    const number = this.#devices.get(computer) ?? 0;
    this.#devices.set(computer, number + 1);
    const [device, port] = [`eth${number}`, `port${this.#cables.length}`];
    const ends = ["name", device, "netns", computer.name, "type", "veth", "peer", "name", port];
    await this.#namespace.host("ip", "link", "add", ...ends, "netns", this.#namespace.name);
    await computer.ip("address", "add", address, "dev", device);
    await computer.ip("link", "set", device, "up");
    await this.#namespace.ip("link", "set", port, "master", "bridge", "up");
    if (!this.#multicast) await this.#namespace.ip("link", "set", port, "type", "bridge_slave", "mcast_flood", "off");
    const set = async (state: string) => void await this.#namespace.ip("link", "set", port, state);
    const cable = { device, address: address.split("/")[0], cut: () => set("down"), mend: () => set("up") };
    this.#cables.push(cable);
    return cable;
  }

  /** Pulls all cables out, as when two computers lose the one cable between them. */
  async cut(): Promise<void> {
    for (const cable of this.#cables) await cable.cut();
  }

  /** Plugs all cables in again. */
  async mend(): Promise<void> {
    for (const cable of this.#cables) await cable.mend();
  }

  /** Loses every packet from now on, while all cables stay plugged in. */
  async stall(): Promise<void> {
    await this.#isolate("on");
  }

  /** Passes packets on again, at once: a cable that is plugged in again takes the kernel up to a second. */
  async resume(): Promise<void> {
    await this.#isolate("off");
  }

  /** Removes it with its cables. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#namespace[Symbol.asyncDispose]();
  }

  /** Isolated ports get nothing from each other. */
  async #isolate(state: "on" | "off"): Promise<void> {
    const ports = this.#cables.map((_, index) => `port${index}`);
    await Promise.all(
      ports.map((port) => this.#namespace.ip("link", "set", port, "type", "bridge_slave", "isolated", state)),
    );
  }
}
