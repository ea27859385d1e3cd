/** A library with drivers, as somebody has seen it who opened it. */
export interface ScannedLibrary {
  /** Where it lies. */
  readonly path: string;
  /** Names of the drivers in it. */
  readonly classes: readonly string[];
  /** Why drivers of it cannot be made, with `NAME` in the place of the driver's; "" when they can. */
  readonly refusal: string;
}

/** A library that cannot be used. */
export interface BadLibrary {
  /** Where it lies. */
  readonly path: string;
  /** Why. */
  readonly reason: string;
}

/** What a folder of plugins holds; plain data, which goes from one process to another. */
export interface DriverScan {
  /** Libraries with drivers, the newest first. */
  readonly libraries: readonly ScannedLibrary[];
  /** Libraries that cannot be used. */
  readonly bad: readonly BadLibrary[];
}
