import type { MujocoModel } from "./mujoco_model.ts";
import { wordsOf } from "./words_of.ts";

/**
 * Live views of the simulation's arrays. Each access makes a new array, so they are taken once; they become empty when WebAssembly memory grows,
 * and {@link isStale} then tells to take them again.
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
    return this.#source.simulation.isStale;
  }

  /** Takes all views anew. Allocates. */
  retake(): void {
    const { simulation } = this.#source;
    this.qpos = simulation.state("qpos");
    this.qvel = simulation.state("qvel");
    this.qacc = simulation.state("qacc");
    this.ctrl = simulation.state("ctrl");
    this.act = simulation.state("act");
    this.applied = simulation.state("qfrc_applied");
    this.bias = simulation.state("qfrc_bias");
    this.gravityCompensation = simulation.state("qfrc_gravcomp");
    this.spring = simulation.state("qfrc_spring");
    this.actuator = simulation.state("qfrc_actuator");
    this.sensors = simulation.state("sensordata");
    this.damping = simulation.numbers("dof_damping");
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
