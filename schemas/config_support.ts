/** What the build that reads a configuration can do. A name that is legal but not listed is refused as not supported yet. */
export interface ConfigSupport {
  /** `network_interface.protocol`. */
  readonly protocols: readonly string[];
  /** `network_interface.backend`. */
  readonly backends: readonly string[];
  /** `Controller`. */
  readonly controllers: readonly string[];
  /** `interface`: manager-side proxies. */
  readonly proxies: readonly string[];
  /** Drivers that are part of the executable; `ip` and `port` may be left out for them. */
  readonly builtInDrivers: readonly string[];
}
