// @ts-check
// A controller that lets every joint swing around the place where it was at the start, and reads its settings from the section `wave` of the
// configuration.

/** The default export makes the controller. @type {import("../../types/uri.d.mts").RobotControllerModuleFactory} */
export default function createWaveController(context) {
  const section = /** @type {Record<string, unknown>} */ (context.configuration.wave ?? {});
  const amplitude = positive(section, "amplitude", 0.3);
  const period = positive(section, "period", 5);
  return new WaveController(context, amplitude, period);
}

class WaveController {
  #context;
  #amplitude;
  #period;
  #start;
  #offset = new Float64Array(2); // now, and its derivative
  #steps = 0;

  /**
   * @param {import("../../types/uri.d.mts").RobotControllerContext} context
   * @param {number} amplitude
   * @param {number} period
   */
  constructor(context, amplitude, period) {
    this.#context = context;
    this.#amplitude = amplitude;
    this.#period = period;
    this.#start = context.robots.map(({ module }) => new Float64Array(module.joints.length).fill(NaN));
  }

  /** Measured positions are not needed to swing. */
  setEncoderValues() {}

  /**
   * The robot stands at `q`: there it begins, and the swing begins anew, so that no robot jumps.
   * @param {number} robot
   * @param {Float64Array} q
   */
  initializeRobot(robot, q) {
    const start = this.#start[robot];
    for (let i = 0; i < start.length; i++) start[i] = q[i];
    this.#steps = 0;
    return 0;
  }

  /** One step: a swing that starts at rest. */
  run() {
    const w = 2 * Math.PI / this.#period;
    const t = this.#steps++ * this.#context.timeStepNs / 1e9;
    this.#offset[0] = this.#amplitude * (1 - Math.cos(w * t)) / 2;
    this.#offset[1] = this.#amplitude * w * Math.sin(w * t) / 2;
    return 0;
  }

  /**
   * @param {number} robot
   * @param {string} mode
   * @param {Float64Array} into
   */
  command(robot, mode, into) {
    const start = this.#start[robot];
    for (let i = 0; i < start.length; i++) {
      if (Number.isNaN(start[i])) return -1; // it is not known yet where the robot stands
      into[i] = mode === "position" ? start[i] + this.#offset[0] : mode === "velocity" ? this.#offset[1] : 0;
    }
    return 0;
  }

  lastError() {
    return "a robot was asked for before it was initialised";
  }
}

/** The section `wave` is wrong. */
class WaveError extends Error {}

/**
 * A number above 0 of the section.
 * @param {Record<string, unknown>} section
 * @param {string} key
 * @param {number} preset
 */
function positive(section, key, preset) {
  const value = section[key] ?? preset;
  if (typeof value === "number" && value > 0) return value;
  throw new WaveError(`wave.${key}: ${value} is no number above 0; wanted one, e.g. ${preset}`);
}
