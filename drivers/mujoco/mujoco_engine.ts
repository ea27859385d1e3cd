import type { MainModule, MjData, MjModel } from "@mujoco/mujoco";

/**
 * MuJoCo in this thread: the official WebAssembly build and the few things that its JavaScript binding lacks.
 *
 * - Who creates: `loadMujocoEngine`. Each engine has its own memory; it is released with the last reference.
 * - Files: MuJoCo opens files of the host by their absolute path; {@link missingFile} tells which one was not there, in words.
 * - Text: what MuJoCo prints is kept in {@link takeMessages}; nothing goes to the console.
 */
export interface MujocoEngine {
  /** The binding: classes, functions and enumerations. Its functions allocate, so a cycle uses {@link bindStep} instead. */
  readonly api: MainModule;
  /**
   * To be called before something is read for the model file `model`: packages (`package://`) are looked for around it, or, for "", only in
   * what was read before.
   */
  lookFrom(model: string): void;
  /** What is wrong with the last file that MuJoCo asked for in vain since {@link lookFrom}, or "". */
  missingFile(): string;
  /** What is wrong when one `package://` path meant different files for two models since {@link releaseFiles}, or "". */
  packageConflict(): string;
  /** Frees the copies of model files; to be called once a model is compiled. */
  releaseFiles(): void;
  /** What MuJoCo printed since the last call (warnings), line by line. */
  takeMessages(): string[];
  /**
   * `mj_step` for this model and data, as a call that allocates nothing. Throws what MuJoCo throws on an internal error.
   * Valid until one of both is deleted.
   */
  bindStep(model: MjModel, data: MjData): MujocoStep;
}

/** One physics step, see {@link MujocoEngine.bindStep}. */
export interface MujocoStep {
  /** When set, {@link step} does nothing: for a rehearsal of everything around it. */
  isIdle: boolean;
  /** Advances the data by `opt.timestep`. Real-time safe. */
  step(): void;
}
