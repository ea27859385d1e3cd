import { RunFailure } from "../../core/run_failure.ts";
import type { MeshGeometry } from "./model_geometry.ts";
import { triangleNormals } from "./triangle_normals.ts";

const MOST_BYTES = 100e6;
const STL_HEADER = 84;
const STL_TRIANGLE = 50;

/** Reads a mesh: STL, binary or text, or OBJ. Throws a `RunFailure` for anything else. */
export function readMesh(file: string): MeshGeometry {
  if (!/\.(stl|obj)$/i.test(file)) throw new RunFailure(`drawing ${file}: it is neither STL nor OBJ, one was wanted`);
  const { size } = Deno.statSync(file);
  if (size > MOST_BYTES) {
    throw new RunFailure(`drawing ${file}: it has ${size} bytes, at most ${MOST_BYTES} were wanted`);
  }
  const bytes = Deno.readFileSync(file);
  const positions = /\.obj$/i.test(file) ? readObj(textOf(bytes)) : readStl(bytes);
  if (positions.length === 0 || positions.some((value) => !Number.isFinite(value))) {
    throw new RunFailure(`drawing ${file}: it has no triangles that can be read, some were wanted; write it anew`);
  }
  return { positions, normals: triangleNormals(positions) };
}

function readStl(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const triangles = bytes.length < STL_HEADER ? -1 : view.getUint32(80, true);
  // A binary file may begin with the word `solid`, too: its length decides.
  if (bytes.length !== STL_HEADER + triangles * STL_TRIANGLE) {
    const corners = [...textOf(bytes).matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g)];
    const whole = corners.length - corners.length % 3;
    return Float32Array.from(corners.slice(0, whole).flatMap(([, x, y, z]) => [Number(x), Number(y), Number(z)]));
  }
  const positions = new Float32Array(9 * triangles);
  for (let i = 0; i < triangles; i++) {
    for (let k = 0; k < 9; k++) {
      positions[9 * i + k] = view.getFloat32(STL_HEADER + i * STL_TRIANGLE + 12 + 4 * k, true);
    }
  }
  return positions;
}

function readObj(text: string): Float32Array {
  const points: number[][] = [];
  const positions: number[] = [];
  for (const line of text.split("\n")) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "v") points.push(rest.slice(0, 3).map(Number));
    if (word !== "f") continue;
    const corners = rest.map((each) => parseInt(each)).map((n) => points[n < 0 ? points.length + n : n - 1]);
    for (let i = 1; i + 1 < corners.length; i++) {
      for (const corner of [corners[0], corners[i], corners[i + 1]]) positions.push(...corner ?? [NaN, NaN, NaN]);
    }
  }
  return Float32Array.from(positions);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
