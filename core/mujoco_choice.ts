/** Which MuJoCo is to compute: plain data, which can be sent to a worker. */
export interface MujocoChoice {
  /** Absolute path of a native library; without one, the WebAssembly build. */
  readonly library?: string;
  /** True when a user has named it: then nothing takes its place. */
  readonly isNamed: boolean;
  /** What the user may want to know of a search, or "". */
  readonly note: string;
}
