import type { MujocoModel } from "./mujoco_model.ts";
import { wordsOf } from "./words_of.ts";

/**
 * Live views of the simulation's arrays. The binding makes a new array at each access, so they are taken once; they become empty
 * when the WebAssembly memory grows, and {@link isStale} then tells to take them again.
 */
export class MujocoViews {
  readonly #source: MujocoModel;
  /** Positions. */
  qpos!: Float64Array;
  /** Velocities. */
  qvel!: Float64Array;
  /** Accelerations of the last step. */
  qacc!: Float64Array;
  /** Control inputs. */
  ctrl!: Float64Array;
  /** Activations of actuators. */
  act!: Float64Array;
  /** Generalised forces that the driver adds. */
  applied!: Float64Array;
  /** Gravity, Coriolis and centrifugal forces. */
  bias!: Float64Array;
  /** Gravity compensation of bodies. */
  gravityCompensation!: Float64Array;
  /** Forces of joint and tendon springs. */
  spring!: Float64Array;
  /** Forces of the actuators. */
  actuator!: Float64Array;
  /** Sensor readings of the last step. */
  sensors!: Float64Array;
  /** Damping of the model's degrees of freedom. */
  damping!: Float64Array;
  /** `qpos` as words, see {@link wordsOf}. */
  qposWords!: Int32Array;
  /** `qvel` as words. */
  qvelWords!: Int32Array;
  /** `qacc` as words. */
  qaccWords!: Int32Array;
  /** `ctrl` as words. */
  ctrlWords!: Int32Array;
  /** `actuator` as words. */
  actuatorWords!: Int32Array;
  /** `sensors` as words. */
  sensorWords!: Int32Array;

  /** Takes the views. */
  constructor(source: MujocoModel) {
    this.#source = source;
    this.retake();
  }

  /**
   * True when the memory has grown since the views were taken.
   *
   * @realtime
   */
  get isStale(): boolean {
    return this.qpos.length === 0;
  }

  /** Takes all views anew. Allocates. */
  retake(): void {
    const { model, data } = this.#source;
    this.qpos = data.qpos;
    this.qvel = data.qvel;
    this.qacc = data.qacc;
    this.ctrl = data.ctrl;
    this.act = data.act;
    this.applied = data.qfrc_applied;
    this.bias = data.qfrc_bias;
    this.gravityCompensation = data.qfrc_gravcomp;
    this.spring = data.qfrc_spring;
    this.actuator = data.qfrc_actuator;
    this.sensors = data.sensordata;
    this.damping = model.dof_damping;
    this.qposWords = wordsOf(this.qpos);
    this.qvelWords = wordsOf(this.qvel);
    this.qaccWords = wordsOf(this.qacc);
    this.ctrlWords = wordsOf(this.ctrl);
    this.actuatorWords = wordsOf(this.actuator);
    this.sensorWords = wordsOf(this.sensors);
  }

  /** Lets go of the simulation, which is about to be freed: what is written from now on goes nowhere. */
  release(): void {
    for (const [name, view] of Object.entries(this)) {
      if (view instanceof Float64Array) Object.assign(this, { [name]: new Float64Array(0) });
      if (view instanceof Int32Array) Object.assign(this, { [name]: new Int32Array(0) });
    }
  }
}
