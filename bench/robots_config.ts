import { stringify } from "yaml";

/** What {@link robotsConfig} makes a configuration for. */
export interface RobotsConfigOptions {
  /** Names of the robots. */
  readonly names: readonly string[];
  /** Their driver. */
  readonly driver: string;
  /** File of the driver, as an absolute path. */
  readonly driverFile?: string;
  /** Their protocol, `shm` by default. */
  readonly protocol?: string;
}

/** A manager's configuration for UR5e robots at 1 kHz that go to and fro all the time, and whose interfaces are there already. */
export function robotsConfig({ names, driver, driverFile, protocol = "shm" }: RobotsConfigOptions): string {
  const robot = {
    module: "UR5e",
    controller: { mode: "position", time_step: 0.001 },
    network_interface: { protocol },
    robot_interface: {
      driver,
      autostart: false,
      ...(driverFile === undefined ? {} : { config_path: driverFile }),
    },
  };
  const targets = [{ shoulder_pan_joint: 0.5, wrist_1_joint: -1 }, { shoulder_pan_joint: -0.5, wrist_1_joint: -2 }];
  const each = <T>(value: T) => Object.fromEntries(names.map((name) => [name, value]));
  return stringify({
    Controller: "posture",
    Timestep: 0.001,
    Robots: each(robot),
    Posture: { dwell: 0.2, robots: each({ targets }) },
  }, { aliasDuplicateObjects: false });
}
