import { NetworkNamespace, type NetworkNamespaceOptions } from "./network_namespace.ts";
import { type NetworkCable, NetworkSwitch } from "./network_switch.ts";
import { until } from "./until.ts";
import type { UriProcess } from "./uri_process.ts";
import type { BenchRobot, Workbench } from "./workbench.ts";

/** Two computers, joined by cables. */
export interface ZenohSceneLan {
  /** The switch between them. */
  readonly lan: NetworkSwitch;
  /** The cable of the manager's computer. */
  readonly managerCable: NetworkCable;
  /** The cable of the robot's computer. */
  readonly robotCable: NetworkCable;
}

/** A robot that is on the move all the time and lags behind its targets, so that target and measurement differ. */
const LAGGING: BenchRobot = { mock: { faults: { lag_s: 0.08 } } };
/** How fast its joints are moved [rad/s]. */
const SPEED = 0.3;

/** Where managers and interfaces of `uri` meet by Zenoh: on computers of their own, in which no other test and no other robot is. */
export class ZenohScene {
  /** The computer of managers. */
  readonly left: NetworkNamespace;
  /** The computer of interfaces; it may be the same. */
  readonly right: NetworkNamespace;
  readonly #bench: Workbench;
  readonly #lan: ZenohSceneLan | undefined;

  private constructor(bench: Workbench, left: NetworkNamespace, right: NetworkNamespace, lan?: ZenohSceneLan) {
    this.#bench = bench;
    this.left = left;
    this.right = right;
    this.#lan = lan;
  }

  /** One computer for all, on whose loopback multicast works. */
  static async onOne(bench: Workbench, options: NetworkNamespaceOptions = {}): Promise<ZenohScene> {
    const computer = await NetworkNamespace.make({ hint: "one", ...options });
    bench.onClose(() => computer[Symbol.asyncDispose]());
    return new ZenohScene(bench, computer, computer);
  }

  /** Two computers, joined by a switch, without multicast on their loopback, as usual. */
  static async onTwo(bench: Workbench): Promise<ZenohScene> {
    const lan = await NetworkSwitch.make();
    bench.onClose(() => lan[Symbol.asyncDispose]());
    const [left, right] = await Promise.all(
      ["manager", "robot"].map((hint) => NetworkNamespace.make({ hint, loopbackMulticast: false })),
    );
    for (const each of [left, right]) bench.onClose(() => each[Symbol.asyncDispose]());
    const managerCable = await lan.plug(left, "192.168.88.1/24");
    const robotCable = await lan.plug(right, "192.168.88.2/24");
    return new ZenohScene(bench, left, right, { lan, managerCable, robotCable });
  }

  /** The cables between the two computers. Throws when there is one. */
  get lan(): ZenohSceneLan {
    if (this.#lan === undefined) throw new Error("Looking for the cables: this scene has one computer, wanted two");
    return this.#lan;
  }

  /** Starts `uri` with these arguments on a computer. */
  uri(computer: NetworkNamespace, ...args: string[]): UriProcess {
    return this.#bench.start(computer.argv([...this.#bench.argv, ...args]));
  }

  /** Starts `uri manager` by a configuration file; its figures go to `manager.json` in the folder. */
  manager(config: string, ...more: string[]): UriProcess {
    return this.uri(this.left, "manager", "-c", config, "--report", `${this.#bench.folder}/manager.json`, ...more);
  }

  /** Starts who serves the robot, see `Workbench.interface`; protocol `zenoh` unless `robot` says another one. */
  interface(name: string, robot: BenchRobot = {}, ...more: string[]): UriProcess {
    return this.uri(this.right, ...this.#bench.robotArgs({ [name]: { protocol: "zenoh", ...robot } }), ...more);
  }

  /** A manager's configuration which moves the robots all the time. */
  movingConfig(robots: Record<string, BenchRobot>, top: Record<string, unknown> = {}): string {
    const targets = [[0.6, -1, 1, -1, -1, 0.4], [-0.6, -2, 2, -2, -2, -0.4]];
    const names = Object.keys(robots);
    const entries = names.map((name) => [name, { protocol: "zenoh", ...LAGGING, ...robots[name] }]);
    const postures = Object.fromEntries(names.map((name) => [name, { targets }]));
    const Posture = { dwell: 0, speed: SPEED, robots: postures };
    return this.#bench.config(Object.fromEntries(entries), { Controller: "posture", Posture, ...top });
  }

  /** Starts an interface and a manager that moves its robot; resolves when it is on the move. */
  async movingPair(name: string, robot: BenchRobot = {}, side: { manager?: BenchRobot; interface?: BenchRobot } = {}) {
    const right = this.interface(name, { ...LAGGING, ...robot, ...side.interface });
    const left = this.manager(this.movingConfig({ [name]: { ...robot, ...side.manager } }));
    await this.isMoved(name);
    return { robot: right, manager: left };
  }

  /** Resolves when the robot is on the move for `cycles` from now on. */
  async isMoved(name: string, cycles = 300): Promise<void> {
    const from = this.#bench.commands(name).length;
    await until(`a motion of '${name}'`, () => {
      const commands = this.#bench.commands(name);
      return commands.length > from + cycles && commands.at(-1)!.values[0] !== commands.at(-50)!.values[0];
    });
  }
}
