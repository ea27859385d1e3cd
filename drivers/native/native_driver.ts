import { DriverError } from "../../core/driver_error.ts";
import type { RobotState } from "../../schemas/robot_state.ts";
import type { RobotDriver, RobotDriverContext } from "../robot_driver.ts";
import type { DriverCalls } from "./driver_calls.ts";
import { driverConfigStruct } from "./driver_config_struct.ts";
import { DriverStateStruct } from "./driver_state_struct.ts";
import { uriText } from "./uri_text.ts";

/** Room for the joints of a robot whose module is not known. */
const UNKNOWN_JOINTS = 128;
/** Room for sensors of each kind beside those of the module. */
const MORE_SENSORS = 64;
/** So many sensors that the module does not have are told of, and so many are asked for: a driver may make up new names for ever. */
const MOST_TOLD = 16;
const MOST_NAMES = 1000;
const ERROR_BYTES = 4096;

/** Library and class of a {@link NativeDriver}. */
export interface NativeDriverSource {
  /** The functions. */
  readonly calls: DriverCalls;
  /** Class name. */
  readonly className: string;
}

/**
 * A driver in a shared library, called through the functions of `uri_driver.h`. One call each for `sync()`, the state and the command; nothing is
 * allocated on this side.
 */
export class NativeDriver implements RobotDriver {
  readonly #calls: DriverCalls;
  readonly #driver: Deno.PointerObject;
  readonly #state: DriverStateStruct;
  readonly #context: RobotDriverContext;
  /** For each sensor of the State that is filled: its index in the driver, or -1. */
  #imuOf = new Int32Array(0);
  #forceSensorOf = new Int32Array(0);
  #mapped: RobotState | undefined;
  #mappedImus = -1;
  #mappedForceSensors = -1;
  /** Sensors that the module does not have and that were told of. */
  readonly #told = new Set<string>();
  #call = "";

  private constructor(source: NativeDriverSource, driver: Deno.PointerObject, context: RobotDriverContext) {
    this.#calls = source.calls;
    this.#driver = driver;
    this.#context = context;
    const { joints, bodySensors, forceSensors } = context.module;
    const sensors = Math.max(bodySensors.length, forceSensors.length) + MORE_SENSORS;
    this.#state = new DriverStateStruct(joints.length || UNKNOWN_JOINTS, sensors);
  }

  /** Creates a driver of the library; blocks as long as that takes. Errors: {@link DriverError} with the driver's own text. */
  static create(source: NativeDriverSource, context: RobotDriverContext): NativeDriver {
    const config = driverConfigStruct(source.className, context);
    const made = new BigUint64Array(16);
    const error = new Uint8Array(ERROR_BYTES);
    const code = source.calls.uri_driver_create(config.bytes, made, error, error.length);
    const driver = Deno.UnsafePointer.create(made[0]);
    if (code >= 0 && driver !== null) return new NativeDriver(source, driver, context);
    const why = uriText(error) || (code < 0 ? `create failed with code ${code} and no text` : "create gave no driver");
    throw new DriverError(
      source.className,
      `[PluginLoader] Failed to instantiate plugin: ${source.className}: Call to create for object ${source.className} failed: ${why}`,
    );
  }

  /** @realtime */
  sync(): number {
    return this.#check("", this.#calls.uri_driver_sync(this.#driver)); // the loop names this call itself
  }

  /** @realtime */
  readState(into: RobotState): number {
    const state = this.#state;
    state.clear();
    const code = this.#calls.uri_driver_read_state(this.#driver, state.bytes);
    if (code < 0) return this.#check("", code);
    into.positionCount = copy(state.position, state.counts[0], into.position);
    into.velocityCount = copy(state.velocity, state.counts[1], into.velocity);
    into.torqueCount = copy(state.torque, state.counts[2], into.torque);
    const { imus, forceSensors } = state;
    if (into !== this.#mapped || imus > this.#mappedImus || forceSensors > this.#mappedForceSensors) {
      // deno-lint-ignore uri/realtime -- once, and where the driver tells of a sensor for the first time
      this.#map(into);
    }
    for (let i = 0; i < this.#imuOf.length; i++) {
      const sensor = into.bodySensors[i];
      const { orientation, angularVelocity, linearAcceleration } = sensor;
      const index = this.#imuOf[i];
      sensor.present = index >= 0 && state.readImu(index, orientation, angularVelocity, linearAcceleration);
    }
    for (let i = 0; i < this.#forceSensorOf.length; i++) {
      const sensor = into.forceSensors[i];
      const index = this.#forceSensorOf[i];
      sensor.present = index >= 0 && state.readWrench(index, sensor.force, sensor.torque);
    }
    return code;
  }

  /** @realtime */
  servoJ(q: Float64Array): number {
    return this.#check(
      "servoJ()",
      this.#calls.uri_driver_servo_j(this.#driver, q as Float64Array<ArrayBuffer>, q.length),
    );
  }

  /** @realtime */
  speedJ(qd: Float64Array): number {
    return this.#check(
      "speedJ()",
      this.#calls.uri_driver_speed_j(this.#driver, qd as Float64Array<ArrayBuffer>, qd.length),
    );
  }

  /** @realtime */
  tauJ(tau: Float64Array): number {
    return this.#check(
      "tauJ()",
      this.#calls.uri_driver_tau_j(this.#driver, tau as Float64Array<ArrayBuffer>, tau.length),
    );
  }

  /** Names of the sensors that the driver has told so far, by kind. */
  sensorNames(): { readonly bodySensors: string[]; readonly forceSensors: string[] } {
    return {
      bodySensors: this.#names("imu", Math.max(this.#mappedImus, this.#state.imus)),
      forceSensors: this.#names("force", Math.max(this.#mappedForceSensors, this.#state.forceSensors)),
    };
  }

  /** See `RobotDriver.lastError`; a command that failed stands before the driver's text where that does not name it. */
  lastError(): string {
    const text = new Uint8Array(ERROR_BYTES);
    this.#calls.uri_driver_last_error(this.#driver, text, text.length);
    const why = uriText(text) || "no text was given";
    return this.#call === "" || why.startsWith(this.#call) ? why : `${this.#call}: ${why}`;
  }

  /** See `RobotDriver.close`; calls the driver's destroy(). */
  close(): void {
    this.#calls.uri_driver_destroy(this.#driver);
  }

  /** @realtime */
  #check(call: string, code: number): number {
    if (code < 0) this.#call = call;
    return code;
  }

  /** Which sensor of the driver is which of `into`, by name. Once, and again where the driver has told of a new one. */
  #map(into: RobotState): void {
    const { bodySensors, forceSensors } = this.sensorNames();
    // Those beyond the room are never read.
    const indexIn = (names: readonly string[], name: string) => names.slice(0, this.#state.sensors).indexOf(name);
    this.#imuOf = Int32Array.from(into.bodySensors, ({ name }) => indexIn(bodySensors, name));
    this.#forceSensorOf = Int32Array.from(into.forceSensors, ({ name }) => indexIn(forceSensors, name));
    this.#mapped = into;
    this.#mappedImus = Math.max(this.#mappedImus, this.#state.imus);
    this.#mappedForceSensors = Math.max(this.#mappedForceSensors, this.#state.forceSensors);
    if (this.#context.module.joints.length === 0 || this.#told.size >= MOST_TOLD) return;
    for (
      const [kind, names, known] of [
        ["body sensor", bodySensors, into.bodySensors],
        ["force sensor", forceSensors, into.forceSensors],
      ] as const
    ) {
      const isStrange = (name: string) => !known.some((sensor) => sensor.name === name);
      const strange = [...new Set(names)].filter((name) => isStrange(name) && !this.#told.has(`${kind} ${name}`));
      if (strange.length === 0) continue;
      for (const name of strange) this.#told.add(`${kind} ${name}`);
      const more = this.#told.size < MOST_TOLD ? "" : ". Others like that are not told of any more";
      const wanted = known.length === 0 ? "it has none" : `wanted ${known.map(({ name }) => `'${name}'`).join(", ")}`;
      this.#context.log(
        "warning",
        `the driver reports the ${kind} ${strange.map((name) => `'${name}'`).join(", ")}, which the module ` +
          `'${this.#context.module.name}' does not have (${wanted}): left out; add it to the module${more}`,
      );
    }
  }

  #names(kind: "imu" | "force", count: number): string[] {
    const name = kind === "imu" ? this.#calls.uri_driver_imu_name : this.#calls.uri_driver_force_sensor_name;
    const names: string[] = [];
    for (let i = 0; i < count && i < MOST_NAMES && name !== null; i++) {
      const text = name(this.#driver, i);
      if (text === null) break;
      names.push(Deno.UnsafePointerView.getCString(text));
    }
    return names;
  }
}

/**
 * Copies `count` values, as far as there is room, and returns the count.
 *
 * @realtime
 */
function copy(from: Float64Array, count: number, into: Float64Array): number {
  const n = count < into.length ? count : into.length;
  for (let i = 0; i < n && i < from.length; i++) into[i] = from[i];
  return count;
}
