import { Histogram } from "../core/histogram.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import { liveLength } from "../schemas/live_length.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import { ConnectionState } from "../view/connection_state.ts";
import { viewDurations } from "../view/view_durations.ts";
import type { ViewConnection, ViewDurations, ViewLoop, ViewRobot } from "../view/view_source.ts";
import { effectiveTimeoutMs } from "./effective_timeout_ms.ts";
import { GATE_REASONS } from "./gate_reason.ts";
import { HoldReason } from "./hold_reason.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import type { InterfaceLooks } from "./interface_looks.ts";

/** A driver may need longer for a cycle than its period, but not for so long [ms]. */
const STUCK_MS = 100;
const NOTHING: RobotModule = { name: "", joints: [], grippers: [], bodySensors: [], forceSensors: [], posture: [] };

/** What is known of a robot before a manager has told what it is. */
export interface WatchedInterfaceOptions {
  /** Its name. */
  readonly name: string;
  /** How it is reached. */
  readonly protocol: string;
  /** `connection_timeout_ms` of the interface. */
  readonly timeoutMs: number;
  /** Its joints, where they are known before; a manager's module may have others, or another order. */
  readonly module?: RobotModule;
  /** Its period, where it is known before [ns]. */
  readonly periodNs?: number;
  /** What happens to it while no manager has asked for it. */
  readonly meanwhile: string;
  /** Whether cycles come by the wall clock: then a loop that stands still is told. */
  readonly isOnTime: boolean;
}

/** A robot as its interface sees it. */
export class WatchedInterface implements ViewRobot {
  readonly name: string;
  readonly protocol: string;
  readonly #options: WatchedInterfaceOptions;
  readonly #looks: InterfaceLooks;
  #block: SharedBlock | undefined;
  #marks = newMarks();
  #live = new Float64Array();
  #cycles = 0;
  #movedMs = 0;

  /** `looks`: what is known of it by now. */
  constructor(looks: InterfaceLooks, options: WatchedInterfaceOptions) {
    this.#looks = looks;
    this.#options = options;
    this.name = options.name;
    this.protocol = options.protocol;
  }

  get module(): RobotModule {
    return this.#options.module ?? this.#looks.init?.module ?? NOTHING;
  }

  get mode(): ViewRobot["mode"] {
    return this.#looks.init?.mode ?? "position";
  }

  get periodNs(): number {
    return this.#looks.init?.timeStepNs ?? this.#options.periodNs ?? 1e6;
  }

  get live(): Float64Array {
    const { module } = this.#options;
    const { init, live } = this.#looks;
    if (module === undefined) return live;
    if (this.#live.length === 0) this.#live = new Float64Array(liveLength(module));
    this.#live.fill(NaN);
    if (init !== undefined) reorder(live, init.module, this.#live, module);
    return this.#live;
  }

  connection(): ViewConnection {
    const { init } = this.#looks;
    const { isOnTime, meanwhile, timeoutMs } = this.#options;
    const block = this.#current();
    if (init === undefined || block === undefined) return { state: ConnectionState.Waiting, reason: meanwhile };
    const { flags, values } = block;
    const nowMs = performance.now();
    if (values[B.CYCLES] !== this.#cycles) [this.#cycles, this.#movedMs] = [values[B.CYCLES], nowMs];
    const hasRun = this.#cycles > 0;
    if (isOnTime && hasRun && nowMs - this.#movedMs > Math.max(STUCK_MS, 3 * this.periodNs / 1e6)) {
      return { state: ConnectionState.Held, reason: "sync() of its driver does not return" };
    }
    const hold = Atomics.load(flags, B.HOLDING);
    if (hold === HoldReason.Token) {
      return { state: ConnectionState.Held, reason: "the manager's liveliness token is gone" };
    }
    if (hold !== 0) {
      const ms = effectiveTimeoutMs(timeoutMs, this.periodNs);
      return { state: ConnectionState.Held, reason: `no new command for ${ms} ms` };
    }
    if (values[B.STATES] === 0) return { state: ConnectionState.Starting, reason: "its driver tells no positions yet" };
    return values[B.COMMANDS] === 0
      ? { state: ConnectionState.Starting, reason: "held, no command yet" }
      : { state: ConnectionState.Running, reason: "" };
  }

  states(): number {
    return this.#current()?.values[B.STATES] ?? 0;
  }

  commands(): number {
    return this.#current()?.values[B.COMMANDS] ?? 0;
  }

  refused(): number {
    const values = this.#current()?.values;
    if (values === undefined) return 0;
    return values.subarray(B.REFUSED, B.REFUSED + GATE_REASONS.length).reduce((sum, count) => sum + count, 0) +
      values[B.IGNORED];
  }

  /** An interface makes States and does not wait for them. */
  age(): ViewDurations {
    return { mean: NaN, max: NaN };
  }

  roundTrip(): number {
    return this.#recent(B.H_ROUND_TRIP).mean;
  }

  /** Figures of its control loop. */
  loop(): ViewLoop {
    const values = this.#current()?.values;
    return {
      cycles: values?.[B.CYCLES] ?? 0,
      missed: values?.[B.MISSED] ?? 0,
      late: this.#recent(B.H_LATE),
      busy: this.#recent(B.H_CYCLE),
    };
  }

  #recent(histogram: number): ViewDurations {
    const block = this.#current();
    if (block === undefined) return { mean: NaN, max: NaN };
    return viewDurations(block.histograms[histogram].takeSince(this.#marks[histogram]));
  }

  /** The memory of the loop; that of another interface begins from nothing. */
  #current(): SharedBlock | undefined {
    const { block } = this.#looks;
    if (block !== this.#block) [this.#block, this.#marks, this.#cycles] = [block, newMarks(), 0];
    return block;
  }
}

function newMarks() {
  return Array.from({ length: 1 + Math.max(B.H_LATE, B.H_CYCLE, B.H_ROUND_TRIP) }, Histogram.newMark);
}

/** Copies what is told of `from`'s joints and sensors to where `to` has those of the same name. */
function reorder(live: Float64Array, from: RobotModule, into: Float64Array, to: RobotModule): void {
  const [n, m] = [from.joints.length, to.joints.length];
  to.joints.forEach(({ name }, joint) => {
    const at = from.joints.findIndex((each) => each.name === name);
    if (at >= 0) { for (let vector = 0; vector < 4; vector++) into[vector * m + joint] = live[vector * n + at]; }
  });
  to.forceSensors.forEach((name, sensor) => {
    const at = from.forceSensors.indexOf(name);
    if (at >= 0) into.set(live.subarray(4 * n + 6 * at, 4 * n + 6 * at + 6), 4 * m + 6 * sensor);
  });
}
