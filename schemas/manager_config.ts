import type { ControlMode } from "./control_mode.ts";
import type { DriverConfig } from "./driver_config.ts";
import type { NetworkConfig } from "./network_config.ts";
import type { RobotModule } from "./robot_module.ts";

/** One entry of `Robots:`, complete and checked. */
export interface RobotConfig {
  /** The key under `Robots:`, as it is written. */
  readonly name: string;
  /** The robot. */
  readonly module: RobotModule;
  /** `module`, as it is written: a name or a file. */
  readonly moduleName: string;
  /** `interface`: manager-side proxy. */
  readonly interface: string;
  /** `controller.mode`. */
  readonly mode: ControlMode;
  /** `controller.time_step` [ns]. */
  readonly timeStepNs: number;
  /** The robot is served every so many ticks. */
  readonly ticksPerCycle: number;
  /** `network_interface`. */
  readonly network: NetworkConfig;
  /** `robot_interface`. */
  readonly driver: DriverConfig;
  /**
   * The whole entry, with `base` resolved, defaults filled in, `grippers` when there are any, and the robot module as
   * `robot_module`: what is sent on `{name}/init`, as data that JSON can hold.
   */
  readonly entry: Readonly<Record<string, unknown>>;
}

/** The section `Posture`, complete and checked: what the controller `posture` reads. */
export interface PostureConfig {
  /** Time to stay at each target [s]. */
  readonly dwell: number;
  /** The first target follows on the last. */
  readonly loop: boolean;
  /** Fraction of the module's velocity and acceleration limits; 0 < speed ≤ 1. */
  readonly speed: number;
  /** Targets by robot name: one value per joint [rad or m], in the reference order. A robot that is not named holds. */
  readonly robots: Readonly<Record<string, { readonly targets: readonly (readonly number[])[] }>>;
}

/** Configuration of a Zenoh router, read and checked. */
export interface ZenohRouterConfig {
  /** The file, as an absolute path for `ZenohRouter.configuration`; `undefined` for the one that the program carries. */
  readonly file?: string;
  /** Its text, JSON5. */
  readonly text: string;
}

/** A checked configuration of the manager: plain data, which can be sent to a worker. */
export interface ManagerConfig {
  /** The file, as the user named it. */
  readonly file: string;
  /** `Controller`. */
  readonly controller: string;
  /** `Timestep` [ns]. */
  readonly timeStepNs: number;
  /** Period of the main loop: the largest one of which every robot's period and `Timestep` are exact multiples [ns]. */
  readonly tickNs: number;
  /** The controller runs every so many ticks. */
  readonly stepsPerRun: number;
  /** The router that the manager starts; `undefined` when no robot's protocol uses Zenoh. */
  readonly zenohRouter?: ZenohRouterConfig;
  /** With `Controller: posture`: the section `Posture`. */
  readonly posture?: PostureConfig;
  /**
   * The whole file as plain data, for controllers that read their own section, and with `Controller: posture` the checked
   * section under `posture`. Objects do not keep the order of keys like `10`; `robots` does.
   */
  readonly raw: Readonly<Record<string, unknown>>;
  /** What the user should know, and that is no problem; a line each. */
  readonly notes?: readonly string[];
  /** The robots, in the order of the file. */
  readonly robots: readonly RobotConfig[];
}
