/** How many elements of each kind a model brings into a world. */
export interface ChildCounts {
  /** Bodies without the world's own. */
  readonly bodies: number;
  /** Joints. */
  readonly joints: number;
  /** Position coordinates. */
  readonly nq: number;
  /** Degrees of freedom. */
  readonly nv: number;
  /** Actuators. */
  readonly actuators: number;
  /** Control inputs. */
  readonly nu: number;
  /** Activation states. */
  readonly na: number;
  /** Sensors. */
  readonly sensors: number;
  /** Mocap bodies. */
  readonly mocap: number;
  /** Geoms that stand in the world's own body. */
  readonly worldGeoms: number;
}
