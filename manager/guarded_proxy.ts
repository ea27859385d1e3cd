import { ModuleFault } from "../core/module/module_fault.ts";
import type { LoopTime } from "../core/loop_time.ts";
import type { RobotController } from "../controller/robot_controller.ts";
import { ConnectionLoss } from "./connection_loss.ts";
import type { RobotProxy } from "./robot_proxy.ts";

const NO_TRUTH = "it returned something else than true or false; wanted one of them";
const NO_NUMBER =
  "it returned something else than a number; wanted 0 while connected, and another one when that is lost";

/**
 * The seam between the manager's loop and a proxy that somebody else has written in a module: whatever that one does, no method throws. After an
 * exception, or a result of the wrong kind, the proxy is not called again but for `stop`, and the connection counts as lost; the reason names the
 * method and the place in the module.
 *
 * Real-time safe: as far as the proxy is; the guard itself allocates nothing.
 */
export class GuardedProxy implements RobotProxy {
  readonly #proxy: RobotProxy;
  readonly #path: string;
  readonly #fault: ModuleFault;

  /** `proxy`: has all methods that are needed. `path`: the module's, for messages. */
  constructor(proxy: RobotProxy, path: string) {
    this.#proxy = proxy;
    this.#path = path;
    this.#fault = new ModuleFault(path);
  }

  /**
   * State to the controller.
   *
   * @realtime
   */
  updateSensors(controller: RobotController, now: LoopTime): void {
    if (this.#fault.isOfGuard) return;
    try {
      this.#proxy.updateSensors(controller, now);
    } catch (error) {
      this.#fault.threw("updateSensors", error);
    }
  }

  /**
   * Command to the robot.
   *
   * @realtime
   */
  updateControl(controller: RobotController, now: LoopTime): void {
    if (this.#fault.isOfGuard) return;
    try {
      this.#proxy.updateControl(controller, now);
    } catch (error) {
      this.#fault.threw("updateControl", error);
    }
  }

  /**
   * False after a fault.
   *
   * @realtime
   */
  isInitialized(): boolean {
    if (this.#fault.isOfGuard) return false;
    try {
      const is: unknown = this.#proxy.isInitialized();
      if (typeof is === "boolean") return is;
      this.#fault.broke("isInitialized", NO_TRUTH);
    } catch (error) {
      this.#fault.threw("isInitialized", error);
    }
    return false;
  }

  /**
   * `ConnectionLoss.Custom` after a fault.
   *
   * @realtime
   */
  connectionError(now: LoopTime): number {
    if (this.#fault.isOfGuard) return ConnectionLoss.Custom;
    try {
      const reason: unknown = this.#proxy.connectionError(now);
      if (typeof reason === "number") return reason;
      this.#fault.broke("connectionError", NO_NUMBER);
    } catch (error) {
      this.#fault.threw("connectionError", error);
    }
    return ConnectionLoss.Custom;
  }

  /** The fault that the guard found, or the proxy's own words; "" when it has none. Never throws. */
  connectionErrorText(): string {
    if (this.#fault.isOfGuard) return `its proxy ${this.#path} failed: ${this.#fault.describe(() => "")}`;
    try {
      const text: unknown = this.#proxy.connectionErrorText?.();
      if (typeof text === "string" || text === undefined) return text ?? "";
      this.#fault.broke("connectionErrorText", "it returned something else than a text; wanted one");
    } catch (error) {
      this.#fault.threw("connectionErrorText", error);
    }
    return `its proxy ${this.#path} cannot tell why: ${this.#fault.describe(() => "")}`;
  }

  /** Releases what the proxy has opened. Never throws. */
  stop(): void {
    try {
      this.#proxy.stop?.();
    } catch {
      // The run is over, and its outcome known.
    }
  }
}
