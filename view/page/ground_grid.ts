// @ts-types="@types/three"
import { BufferGeometry, type Color, Float32BufferAttribute, LineBasicMaterial, LineSegments } from "three";

const CELLS = 32;
const CELL = 0.25;
/** Above a floor at the same height [m]. */
const HEIGHT = 0.002;

/**
 * Lines on the ground, a cell being a quarter of a metre. Each line consists of many: drawing by processor leaves out a line of which one end is behind
 * the camera.
 */
export function groundGrid(colour: Color): LineSegments<BufferGeometry, LineBasicMaterial> {
  const points: number[] = [];
  const place = (index: number) => (index - CELLS / 2) * CELL;
  for (let i = 0; i <= CELLS; i++) {
    for (let k = 0; k < CELLS; k++) {
      points.push(place(i), place(k), HEIGHT, place(i), place(k + 1), HEIGHT);
      points.push(place(k), place(i), HEIGHT, place(k + 1), place(i), HEIGHT);
    }
  }
  const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: colour }));
}
