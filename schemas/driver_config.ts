/** The driver of a robot: the section `robot_interface`. */
export interface DriverConfig {
  /** `driver`: class name, or the path of a module: absolute when the interface runs on this host, else as it is written. */
  readonly driver: string;
  /** `ip`: whatever the driver takes as an address. */
  readonly ip: string;
  /** `port`: 0 to 65535. */
  readonly port: number;
  /** `config_path`: absolute when the interface runs on this host, else as it is written; "" when not given. */
  readonly configPath: string;
  /** `autostart`: the manager starts and stops the interface. */
  readonly autostart: boolean;
  /** `sync_timeout_ms`: time without a return of the driver's `sync()` after which it counts as hung [ms]. */
  readonly syncTimeoutMs: number;
}
