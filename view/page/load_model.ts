/// <reference lib="dom" />
import type { ModelDocument } from "../feed/view_messages.ts";
import type { ModelGeometry } from "../geometry/model_geometry.ts";

/** Gets the model with this number from the process; resolves to why there is nothing to draw when there is not. */
export async function loadModel(number: number): Promise<ModelGeometry | string> {
  try {
    const answer = await fetch(new URL(`models/${number}.json`, document.baseURI));
    if (!answer.ok) return (await answer.text()).trim();
    const model = await answer.json() as ModelDocument;
    if ("error" in model) return model.error;
    const numbers = model.meshes.length === 0
      ? new Float32Array()
      : new Float32Array(await (await fetch(new URL(`models/${number}.bin`, document.baseURI))).arrayBuffer());
    let at = 0;
    const meshes = model.meshes.map((count) => {
      const [positions, normals] = [numbers.subarray(at, at + count), numbers.subarray(at + count, at + 2 * count)];
      at += 2 * count;
      return { positions, normals };
    });
    return { bodies: model.bodies, meshes, notes: model.notes };
  } catch (error) {
    return (error as Error).message;
  }
}
