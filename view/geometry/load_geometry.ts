import { RunFailure } from "../../core/run_failure.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import type { ModelGeometry } from "./model_geometry.ts";

/** What is to be drawn. */
export interface GeometryRequest {
  /** `mjcf`: by MuJoCo; `urdf`: links with their visual shapes. */
  readonly kind: "mjcf" | "urdf";
  /** The file, as an absolute path. */
  readonly file: string;
  /** The robot's module: its joints move those of the same name. */
  readonly module: RobotModule;
  /** Number of the robot. */
  readonly robot: number;
}

/** What the worker answers. */
export type GeometryAnswer = { readonly geometry: ModelGeometry } | { readonly error: string };

/**
 * Reads what is to be drawn of a robot, in a thread of its own that ends with it: it may take a second, and MuJoCo's memory is given back. Rejects
 * with a `RunFailure` that says why there is nothing to draw.
 */
export async function loadGeometry(request: GeometryRequest): Promise<ModelGeometry> {
  const worker = new Worker(new URL("./geometry_worker.ts", import.meta.url), { type: "module", name: "uri geometry" });
  try {
    const answer = await new Promise<GeometryAnswer>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<GeometryAnswer>) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        resolve({ error: `drawing ${request.file}: ${event.message}` });
      };
      worker.postMessage(request);
    });
    if ("error" in answer) throw new RunFailure(answer.error);
    return answer.geometry;
  } finally {
    worker.terminate();
  }
}
