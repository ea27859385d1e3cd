import type { MujocoSimulation } from "../../drivers/mujoco/mujoco_simulation.ts";
import type { MeshGeometry } from "./model_geometry.ts";
import { triangleNormals } from "./triangle_normals.ts";

/** The height field with number `field` of a model: its upper side. */
export function mujocoTerrain(simulation: MujocoSimulation, field: number): MeshGeometry {
  const [rows, columns] = [simulation.integers("hfield_nrow")[field], simulation.integers("hfield_ncol")[field]];
  const [halfX, halfY, height] = simulation.numbers("hfield_size").subarray(4 * field, 4 * field + 3);
  const heights = simulation.floats("hfield_data");
  const first = simulation.integers("hfield_adr")[field];
  const corner = (row: number, column: number) => [
    halfX * (2 * column / (columns - 1) - 1),
    halfY * (2 * row / (rows - 1) - 1),
    height * heights[first + row * columns + column],
  ];
  const positions = new Float32Array(18 * Math.max(0, rows - 1) * Math.max(0, columns - 1));
  let at = 0;
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const [a, b] = [corner(row, column), corner(row, column + 1)];
      const [c, d] = [corner(row + 1, column), corner(row + 1, column + 1)];
      for (const point of [a, b, d, a, d, c]) {
        positions.set(point, at);
        at += 3;
      }
    }
  }
  return { positions, normals: triangleNormals(positions) };
}
