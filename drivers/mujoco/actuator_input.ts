/** How the control input of one actuator follows from the command of one or more module joints. */
export interface ActuatorInput {
  /** Number of the actuator in the model. */
  readonly actuator: number;
  /** Index in `ctrl`. */
  readonly ctrl: number;
  /** Index in `act`, or -1 when it has no activation state. */
  readonly act: number;
  /** True when the activation integrates the control input (integrated velocity): it then starts at the length's equivalent. */
  readonly isIntegrator: boolean;
  /** True when ctrl simply is the command of one joint. */
  readonly isPlain: boolean;
  /** ctrl = offset + Σ weights[i] · command[joints[i]]. */
  readonly offset: number;
  /** Indices of module joints. */
  readonly joints: Int32Array;
  /** One weight per joint. */
  readonly weights: Float64Array;
  /** As `offset` and `weights`, for the activation that holds a position: act = holdOffset + Σ holdWeights[i] · q[joints[i]]. */
  readonly holdOffset: number;
  /** One weight per joint. */
  readonly holdWeights: Float64Array;
}
