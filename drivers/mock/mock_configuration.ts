import type { MockFaults } from "./mock_faults.ts";

/** Settings of a mock robot, with the defaults filled in. */
export interface MockConfiguration {
  /** Where the robot stands at the start, in the reference order [rad or m]. */
  readonly initialPositions: readonly number[];
  /** Inertia of every joint in torque mode [kg m² or kg]. */
  readonly inertia: number;
  /** Viscous friction of every joint in torque mode [Nms/rad or Ns/m]. */
  readonly damping: number;
  /** File that commands and cycles are recorded in, absolute; "" when they are not. */
  readonly record: string;
  /** Faults made on purpose. */
  readonly faults: MockFaults;
}
