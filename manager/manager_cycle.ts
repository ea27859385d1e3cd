import type { Clock } from "../core/clock.ts";
import type { LoopTime } from "../core/loop_time.ts";
import type { FloatEnvironment } from "../core/posix/float_environment.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import type { RobotController } from "../controller/robot_controller.ts";
import { ConnectionLoss } from "./connection_loss.ts";
import { LoopCall } from "./loop_call.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import { ManagerEnd } from "./manager_end.ts";
import { ManagerEvent } from "./manager_event.ts";
import type { RobotProxy } from "./robot_proxy.ts";

/** A robot in the loop. */
export interface ServedRobot {
  /** Its proxy. */
  readonly proxy: RobotProxy;
  /** Its number among all robots of the configuration. */
  readonly index: number;
  /** Ticks between two services: its period in ticks. */
  readonly every: number;
}

/** What a {@link ManagerCycle} is made of. */
export interface ManagerCycleParts {
  /** The controller, started. */
  readonly controller: RobotController;
  /** Ticks between two runs of the controller. */
  readonly runEvery: number;
  /** The robots that answered the handshake. */
  readonly robots: readonly ServedRobot[];
  /** Flags, counters and events. */
  readonly block: SharedBlock;
  /** Steady time. */
  readonly clock: Clock;
  /** How this thread computes, which a controller must leave alone. */
  readonly arithmetic?: FloatEnvironment;
}

/**
 * One tick of the manager: States of all robots that are due, connection, controller, Commands.
 *
 * - Whatever is due every `k` ticks runs at the first tick at or after each multiple of `k` on the grid, never twice for one multiple: after
 *   skipped ticks it is late by less than `k`, and back on the grid.
 * - Nothing is commanded before every robot is initialised and the controller has run.
 * - Real-time safe: `tick`.
 */
export class ManagerCycle {
  /** Number of the robot whose connection was lost, after `ManagerEnd.Lost`. */
  lostRobot = -1;
  /** Why, see `ConnectionLoss`. */
  lostReason = 0;
  readonly #p: ManagerCycleParts;
  readonly #nextService: Float64Array;
  readonly #due: Uint8Array;
  #nextRun = 0;
  #hasRun = false;

  /** Takes what it needs. */
  constructor(parts: ManagerCycleParts) {
    this.#p = parts;
    this.#nextService = new Float64Array(parts.robots.length);
    this.#due = new Uint8Array(parts.robots.length);
  }

  /**
   * Runs the tick with number `index` on the grid at `now`. Returns `ManagerEnd.Running`, or how the loop has ended.
   *
   * @realtime
   */
  tick(index: number, now: LoopTime): number {
    const { controller, robots, runEvery } = this.#p;
    for (let i = 0; i < robots.length; i++) {
      const robot = robots[i];
      const due = index >= this.#nextService[i];
      this.#due[i] = due ? 1 : 0;
      if (due) {
        this.#nextService[i] = (Math.floor(index / robot.every) + 1) * robot.every;
        this.#calls(LoopCall.Sensors + 2 * robot.index);
        robot.proxy.updateSensors(controller, now);
        this.#calls(LoopCall.None);
      }
      const loss = robot.proxy.connectionError(now);
      if (loss !== ConnectionLoss.None) return this.#lost(i, loss);
    }
    // A controller that has stopped before it ran will never run, and nobody would say so.
    if (!this.#look()) return controller.isRunning() ? ManagerEnd.Running : ManagerEnd.ControllerFault;
    if (index >= this.#nextRun) {
      this.#nextRun = (Math.floor(index / runEvery) + 1) * runEvery;
      const code = this.#run();
      if (code !== ManagerEnd.Running) return code;
    }
    if (!this.#hasRun) return ManagerEnd.Running;
    for (let i = 0; i < robots.length; i++) {
      if (this.#due[i] !== 1) continue;
      this.#calls(LoopCall.Command + 2 * robots[i].index);
      robots[i].proxy.updateControl(controller, now);
    }
    this.#calls(LoopCall.None);
    return ManagerEnd.Running;
  }

  /** Ends it as one that has lost the robot with this number, among all, for want of a first State that the controller takes. */
  giveUp(robot: number): number {
    return this.#lost(this.#p.robots.findIndex(({ index }) => index === robot), ConnectionLoss.NoFirstState);
  }

  /** @realtime */
  #calls(what: number): void {
    const { values } = this.#p.block;
    values[B.CALL] = what;
    values[B.CALLS] += 1;
  }

  /** @realtime */
  #run(): number {
    const { controller, block, clock, arithmetic } = this.#p;
    const startNs = clock.now();
    this.#calls(LoopCall.Run);
    const code = controller.run();
    this.#calls(LoopCall.None);
    const changed = arithmetic === undefined ? 0 : arithmetic.giveBack();
    if (changed !== 0) block.events.push(ManagerEvent.ArithmeticChanged, -1, changed, 0, 0);
    block.histograms[B.H_RUN].record(clock.now() - startNs);
    block.values[B.RUNS] += 1;
    this.#hasRun = true;
    if (code < 0) return ManagerEnd.ControllerFault;
    return controller.isRunning() ? ManagerEnd.Running : ManagerEnd.ControllerStopped;
  }

  /**
   * True when all robots are initialised. When one is no longer, no other is commanded from what the controller computed before.
   *
   * @realtime
   */
  #look(): boolean {
    const { robots, block } = this.#p;
    let all = 1;
    for (let i = 0; i < robots.length; i++) if (!robots[i].proxy.isInitialized()) all = 0;
    block.values[B.ALL_INITIALIZED] = all;
    if (all === 0) this.#hasRun = false;
    return all === 1;
  }

  /** @realtime */
  #lost(robot: number, reason: number): number {
    this.lostRobot = robot;
    this.lostReason = reason;
    return ManagerEnd.Lost;
  }
}
