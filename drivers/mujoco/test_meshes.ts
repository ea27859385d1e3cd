/** Corners and faces of a tetrahedron whose edges along the axes are 1. */
const CORNERS = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];
const FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

/** Meshes for tests. */
export const TEST_MESHES = {
  /** A tetrahedron as binary STL, its edges along the axes `size` m long. */
  stl(size: number): Uint8Array {
    const view = new DataView(new ArrayBuffer(84 + 50 * FACES.length));
    view.setUint32(80, FACES.length, true);
    FACES.forEach((face, f) =>
      face.forEach((corner, c) =>
        CORNERS[corner].forEach((value, axis) =>
          view.setFloat32(84 + 50 * f + 12 + 12 * c + 4 * axis, size * value, true)
        )
      )
    );
    return new Uint8Array(view.buffer);
  },
  /** The same as OBJ. */
  obj(size: number): string {
    const corners = CORNERS.map((corner) => `v ${corner.map((value) => size * value).join(" ")}`);
    return [...corners, ...FACES.map((face) => `f ${face.map((corner) => corner + 1).join(" ")}`), ""].join("\n");
  },
};
