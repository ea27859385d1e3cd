import type { MujocoSimulation } from "../../drivers/mujoco/mujoco_simulation.ts";
import type { MeshGeometry } from "./model_geometry.ts";

/** The mesh with number `mesh` of a model. */
export function mujocoMesh(simulation: MujocoSimulation, mesh: number): MeshGeometry {
  const of = (field: "mesh_facenum" | "mesh_faceadr" | "mesh_vertadr" | "mesh_normaladr") =>
    simulation.integers(field)[mesh];
  const faces = of("mesh_facenum");
  const face = 3 * of("mesh_faceadr");
  const [corners, directions] = [simulation.integers("mesh_face"), simulation.integers("mesh_facenormal")];
  return {
    positions: pick(simulation.floats("mesh_vert"), corners, of("mesh_vertadr"), face, faces),
    normals: pick(simulation.floats("mesh_normal"), directions, of("mesh_normaladr"), face, faces),
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
