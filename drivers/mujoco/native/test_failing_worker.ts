import { loadMujocoEngine } from "../load_mujoco_engine.ts";
import { openMujocoModel } from "../mujoco_model.ts";

/** What a worker of `threads_test.ts` is to do. */
export interface FailingWork {
  /** The native library. */
  readonly library: string;
  /** The model. */
  readonly file: string;
  /** Steps to make; after each failure the simulation is reset. */
  readonly steps: number;
}

/** What came of it. */
export interface FailingResult {
  /** How often it failed. */
  readonly failures: number;
  /** Different texts of failures. */
  readonly texts: readonly string[];
  /** Position in the end. */
  readonly position: number;
}

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<FailingWork>) => void;
  postMessage(result: FailingResult): void;
};

scope.onmessage = async ({ data: { library, file, steps } }) => {
  const { simulation } = openMujocoModel(
    await loadMujocoEngine({ library, isNamed: true, note: "" }),
    file,
  );
  const step = simulation.bindStep();
  const texts = new Set<string>();
  let failures = 0;
  for (let i = 0; i < steps; i++) {
    if (step.step() === 0) continue;
    failures++;
    texts.add(step.lastError());
    simulation.reset();
  }
  const position = simulation.state("qpos")[0];
  simulation.close();
  scope.postMessage({ failures, texts: [...texts], position });
};
