import { ModuleFault } from "../../core/module/module_fault.ts";
import type { RobotState } from "../../schemas/robot_state.ts";
import type { RobotDriver } from "../robot_driver.ts";
import type { RobotDriverModule } from "./robot_driver_module.ts";

const REPLACED = "a vector of the State was replaced; wanted its values filled in, e.g. by state.position.set(…)";
const NO_SENSORS = { bodySensors: [], forceSensors: [] };

/**
 * The seam between the control loop and a driver that somebody else has written in a module: whatever that one does, a method returns a number,
 * and `lastError()` tells what happened.
 *
 * - An exception, and a result that is no number, are a fault of -1; the text names the method and the place in the module.
 * - `readState` finds out when a vector of the State was replaced instead of filled.
 * - Real-time safe: as far as the driver is; the guard itself allocates nothing.
 */
export class GuardedDriver implements RobotDriver {
  readonly #driver: RobotDriverModule;
  readonly #fault: ModuleFault;

  /** `driver`: has what its mode needs. `path`: the module's, for messages. */
  constructor(driver: RobotDriverModule, path: string) {
    this.#driver = driver;
    this.#fault = new ModuleFault(path);
  }

  /**
   * Blocks as the driver does.
   *
   * @realtime
   */
  sync(): number {
    try {
      const code: unknown = this.#driver.sync();
      return typeof code === "number" && code >= 0 ? code : this.#fault.returned("sync", code);
    } catch (error) {
      return this.#fault.threw("sync", error);
    }
  }

  /**
   * Fills the state of the last `sync()`.
   *
   * @realtime
   */
  readState(into: RobotState): number {
    const { position, velocity, torque } = into;
    try {
      const code: unknown = this.#driver.readState(into);
      if (into.position !== position || into.velocity !== velocity || into.torque !== torque) {
        return this.#fault.broke("readState", REPLACED);
      }
      return typeof code === "number" && code >= 0 ? code : this.#fault.returned("readState", code);
    } catch (error) {
      return this.#fault.threw("readState", error);
    }
  }

  /**
   * Position targets.
   *
   * @realtime
   */
  servoJ(q: Float64Array): number {
    try {
      const code: unknown = this.#driver.servoJ!(q);
      return typeof code === "number" && code >= 0 ? code : this.#fault.returned("servoJ", code);
    } catch (error) {
      return this.#fault.threw("servoJ", error);
    }
  }

  /**
   * Velocity targets.
   *
   * @realtime
   */
  speedJ(qd: Float64Array): number {
    try {
      const code: unknown = this.#driver.speedJ!(qd);
      return typeof code === "number" && code >= 0 ? code : this.#fault.returned("speedJ", code);
    } catch (error) {
      return this.#fault.threw("speedJ", error);
    }
  }

  /**
   * Torque targets.
   *
   * @realtime
   */
  tauJ(tau: Float64Array): number {
    try {
      const code: unknown = this.#driver.tauJ!(tau);
      return typeof code === "number" && code >= 0 ? code : this.#fault.returned("tauJ", code);
    } catch (error) {
      return this.#fault.threw("tauJ", error);
    }
  }

  /** Names of the sensors that the driver tells itself; none when it does not. Never throws. */
  sensorNames(): { readonly bodySensors: readonly string[]; readonly forceSensors: readonly string[] } {
    try {
      return this.#driver.sensorNames?.() ?? NO_SENSORS;
    } catch {
      return NO_SENSORS;
    }
  }

  /** Text of the last fault: of the guard's, or of the driver's own. Never throws. */
  lastError(): string {
    return this.#fault.describe(() => this.#driver.lastError());
  }

  /** Releases the robot, if the driver has something to release. Never throws. */
  close(): void {
    try {
      const result: unknown = this.#driver.close?.();
      Promise.resolve(result).catch(() => {}); // one that is async ends with the process
    } catch {
      // The robot is being left; what there was to tell is told.
    }
  }
}
