import type { GeometryAnswer, GeometryRequest } from "./load_geometry.ts";
import { readGeometry } from "./read_geometry.ts";

/** What a worker's global scope has. */
interface Scope {
  onmessage: ((event: MessageEvent<GeometryRequest>) => void) | null;
  postMessage(message: GeometryAnswer, transfer: Transferable[]): void;
}

const scope = self as unknown as Scope;
scope.onmessage = async ({ data }) => {
  try {
    const geometry = await readGeometry(data);
    const memory = geometry.meshes.flatMap(({ positions, normals }) => [positions.buffer, normals.buffer]);
    scope.postMessage({ geometry }, memory as ArrayBuffer[]);
  } catch (error) {
    scope.postMessage({ error: error instanceof Error ? error.message : String(error) }, []);
  }
};
