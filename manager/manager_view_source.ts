import type { LogLines } from "../core/log/log_lines.ts";
import { Histogram } from "../core/histogram.ts";
import type { RobotConfig } from "../schemas/manager_config.ts";
import { robotViewModel } from "../view/robot_view_model.ts";
import { ConnectionState } from "../view/connection_state.ts";
import { viewDurations } from "../view/view_durations.ts";
import type { ViewConnection, ViewDurations, ViewRobot, ViewSource } from "../view/view_source.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import type { ManagerLooks } from "./manager_hooks.ts";

/** States that do not come for so long make the robot count as silent, before its connection is lost [ms]. */
const SILENT_MS = 100;

/** What a view shows of a manager. `title`: what runs; `log`: its lines. */
export function managerViewSource(looks: ManagerLooks, title: string, log: LogLines): ViewSource {
  const { config, block } = looks;
  const [late, busy] = [Histogram.newMark(), Histogram.newMark()];
  const robots = config.robots.map((robot, index) => new WatchedRobot(robot, index, looks));
  return {
    title,
    log,
    robots,
    models: config.robots.map(({ name, module, moduleName, driver }, index) =>
      robotViewModel({ name, module, moduleName, driver, robot: index, robots: robots.length, folder: config.file })
    ),
    loop: () => ({
      cycles: block.values[B.CYCLES],
      missed: block.values[B.MISSED],
      late: viewDurations(block.histograms[B.H_LATE].takeSince(late)),
      busy: viewDurations(block.histograms[B.H_CYCLE].takeSince(busy)),
    }),
    look() {
      looks.roundTrips().then((found) => found.forEach(({ p50 }, index) => robots[index].roundTripUs = p50), () => {});
    },
  };
}

/** A robot of a manager. */
class WatchedRobot implements ViewRobot {
  roundTripUs = NaN;
  readonly name: string;
  readonly module: ViewRobot["module"];
  readonly mode: ViewRobot["mode"];
  readonly periodNs: number;
  readonly protocol: string;
  readonly live: Float64Array;
  readonly #timeoutMs: number;
  readonly #block: ManagerLooks["block"];
  readonly #index: number;
  readonly #values: number;
  readonly #age = Histogram.newMark();
  #wasThere = false;
  #seen = 0;
  #heardMs = NaN;

  constructor(robot: RobotConfig, index: number, { block, live }: ManagerLooks) {
    this.name = robot.name;
    this.module = robot.module;
    this.mode = robot.mode;
    this.periodNs = robot.timeStepNs;
    this.protocol = robot.network.protocol;
    this.live = live[index];
    this.#timeoutMs = robot.network.connectionTimeoutMs;
    this.#block = block;
    this.#index = index;
    this.#values = B.VALUES + index * B.ROBOT_VALUES;
  }

  connection(): ViewConnection {
    const nowMs = performance.now();
    const isThere = Atomics.load(this.#block.flags, B.PEERS + this.#index) !== 0;
    this.#wasThere ||= isThere;
    if (this.states() !== this.#seen) [this.#seen, this.#heardMs] = [this.states(), nowMs];
    if (!isThere) {
      return this.#wasThere
        ? { state: ConnectionState.Lost, reason: "the interface's liveliness token is lost" }
        : { state: ConnectionState.Waiting, reason: "" };
    }
    // Once there were States, they have to come.
    const silentMs = nowMs - this.#heardMs;
    if (silentMs > this.#timeoutMs) {
      return { state: ConnectionState.Lost, reason: `no new state for ${this.#timeoutMs} ms` };
    }
    if (silentMs > SILENT_MS + 2 * this.periodNs / 1e6) return { state: ConnectionState.Held, reason: "no new state" };
    if (this.#block.values[this.#values + B.INITIALIZED] === 0) {
      return { state: this.#seen === 0 ? ConnectionState.Waiting : ConnectionState.Starting, reason: "" };
    }
    return { state: ConnectionState.Running, reason: "" };
  }

  states(): number {
    return this.#block.values[this.#values + B.STATES];
  }

  commands(): number {
    return this.#block.values[this.#values + B.COMMANDS];
  }

  refused(): number {
    return this.#block.values[this.#values + B.REFUSED];
  }

  age(): ViewDurations {
    return viewDurations(this.#block.histograms[B.H_AGE + this.#index].takeSince(this.#age));
  }

  roundTrip(): number {
    return this.roundTripUs;
  }
}
