/** A straight line through points. */
export interface FittedLine {
  /** Value at 0. */
  readonly offset: number;
  /** Growth with each unit. */
  readonly slope: number;
  /** Share of the variance that the line explains, 0 to 1; 1 when all points lie on it. */
  readonly r2: number;
}

/** The line with the least squares of the distances to `points` (x, y), of which at least two have different x. */
export function fitLine(points: readonly (readonly [number, number])[]): FittedLine {
  const n = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n;
  let xx = 0, xy = 0, yy = 0;
  for (const [x, y] of points) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (y - meanY);
    yy += (y - meanY) ** 2;
  }
  const slope = xy / xx;
  return { offset: meanY - slope * meanX, slope, r2: yy === 0 ? 1 : xy ** 2 / (xx * yy) };
}
