import type { MjModel } from "@mujoco/mujoco";
import type { MeshGeometry } from "./model_geometry.ts";

/** The mesh with number `mesh` of a model. */
export function mujocoMesh(model: MjModel, mesh: number): MeshGeometry {
  const faces: number = model.mesh_facenum[mesh];
  const face = 3 * model.mesh_faceadr[mesh];
  return {
    positions: pick(model.mesh_vert, model.mesh_face, model.mesh_vertadr[mesh], face, faces),
    normals: pick(model.mesh_normal, model.mesh_facenormal, model.mesh_normaladr[mesh], face, faces),
  };
}

/** The vectors that the corners of `faces` triangles name. */
function pick(vectors: Float32Array, indices: Int32Array, from: number, face: number, faces: number): Float32Array {
  const picked = new Float32Array(9 * faces);
  for (let i = 0; i < 3 * faces; i++) {
    const at = 3 * (from + indices[face + i]);
    picked[3 * i] = vectors[at];
    picked[3 * i + 1] = vectors[at + 1];
    picked[3 * i + 2] = vectors[at + 2];
  }
  return picked;
}
