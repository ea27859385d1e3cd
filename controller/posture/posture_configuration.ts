/** The `posture:` section of the configuration, with its defaults filled in. */
export interface PostureConfiguration {
  /** Time to stay at each target [s]. */
  readonly dwell: number;
  /** Whether the first target follows on the last. */
  readonly loop: boolean;
  /** Share of the joints' velocity and acceleration limits that is used, above 0 and at most 1. */
  readonly speed: number;
  /** Targets by robot name: joint vectors in the module's order [rad or m]. */
  readonly robots: Readonly<Record<string, { readonly targets: readonly (readonly number[])[] }>>;
}
