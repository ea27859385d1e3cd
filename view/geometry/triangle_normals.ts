/** Directions in which triangles look: `positions` has nine numbers each, and so has the result, three times the same direction. */
export function triangleNormals(positions: Float32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let at = 0; at + 9 <= positions.length; at += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = positions.subarray(at, at + 9);
    const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
    const [vx, vy, vz] = [cx - ax, cy - ay, cz - az];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(x, y, z) || 1;
    for (let corner = 0; corner < 9; corner += 3) {
      normals[at + corner] = x / length;
      normals[at + corner + 1] = y / length;
      normals[at + corner + 2] = z / length;
    }
  }
  return normals;
}
