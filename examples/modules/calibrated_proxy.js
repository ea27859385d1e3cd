// @ts-check
// A proxy for a robot that counts its joints otherwise than its model: robot = sign * joint + zero. The standard proxy does the work; it is given a
// view of the controller whose joint values are converted on their way.

/** The default export makes the proxy. @type {import("../../types/uri.d.mts").RobotProxyModuleFactory} */
export default function createCalibratedProxy(context, { InterfaceTemplate, ConnectionLoss }) {
  const { name, module } = context.robot;
  const all = /** @type {Record<string, Record<string, unknown>>} */ (context.configuration.calibration ?? {});
  const sign = vector(all[name]?.sign, module.joints.length, 1, `calibration.${name}.sign`);
  const zero = vector(all[name]?.zero, module.joints.length, 0, `calibration.${name}.zero`);
  if (!sign.every((value) => value === 1 || value === -1)) {
    throw new CalibrationError(
      `calibration.${name}.sign: it has other values than 1 and -1; wanted one of them a joint`,
    );
  }
  return new CalibratedProxy(new InterfaceTemplate(context), sign, zero, ConnectionLoss);
}

class CalibratedProxy {
  #standard;
  #sign;
  #zero;
  #losses;
  /** @type {CalibratedView | undefined} */
  #view;

  /**
   * @param {import("../../types/uri.d.mts").InterfaceTemplate} standard
   * @param {Float64Array} sign
   * @param {Float64Array} zero
   * @param {import("../../types/uri.d.mts").RobotProxyKit["ConnectionLoss"]} losses
   */
  constructor(standard, sign, zero, losses) {
    this.#standard = standard;
    this.#sign = sign;
    this.#zero = zero;
    this.#losses = losses;
  }

  /**
   * @param {import("../../types/uri.d.mts").RobotController} controller
   * @param {import("../../types/uri.d.mts").LoopTime} now
   */
  updateSensors(controller, now) {
    this.#view ??= new CalibratedView(controller, this.#sign, this.#zero); // once, at the first call
    this.#standard.updateSensors(this.#view, now);
  }

  /**
   * @param {import("../../types/uri.d.mts").RobotController} controller
   * @param {import("../../types/uri.d.mts").LoopTime} now
   */
  updateControl(controller, now) {
    this.#view ??= new CalibratedView(controller, this.#sign, this.#zero);
    this.#standard.updateControl(this.#view, now);
  }

  isInitialized() {
    return this.#standard.isInitialized();
  }

  /**
   * Lost as the standard proxy says, or when a joint has left the range for which the calibration was made.
   * @param {import("../../types/uri.d.mts").LoopTime} now
   */
  connectionError(now) {
    const loss = this.#standard.connectionError(now);
    if (loss !== this.#losses.None) return loss;
    return this.#farthest() > Math.PI ? this.#losses.Custom : this.#losses.None;
  }

  /** Asked when `connectionError` was Custom, for the log; "" otherwise. */
  connectionErrorText() {
    if (this.#farthest() <= Math.PI) return "";
    return `a joint is at ${this.#farthest().toFixed(2)} rad, beyond half a turn; check the calibration`;
  }

  #farthest() {
    return this.#view === undefined ? 0 : this.#view.farthest[0];
  }
}

/** The controller in the robot's own counting, as far as the standard proxy calls it. Nothing is allocated after the constructor. */
class CalibratedView {
  #controller;
  /** Largest joint angle measured last [rad]; an array, as storing a fraction in a field may allocate. */
  farthest = new Float64Array(1);
  #sign;
  #zero;
  #values;

  /**
   * @param {import("../../types/uri.d.mts").RobotController} controller
   * @param {Float64Array} sign
   * @param {Float64Array} zero
   */
  constructor(controller, sign, zero) {
    this.#controller = controller;
    this.#sign = sign;
    this.#zero = zero;
    this.#values = new Float64Array(sign.length);
  }

  get timeStepNs() {
    return this.#controller.timeStepNs;
  }

  /**
   * @param {number} robot
   * @param {Float64Array} q
   * @param {number} count
   */
  setEncoderValues(robot, q, count) {
    this.farthest[0] = 0;
    for (let i = 0; i < count; i++) {
      this.#values[i] = this.#sign[i] * (q[i] - this.#zero[i]);
      this.farthest[0] = Math.max(this.farthest[0], Math.abs(this.#values[i]));
    }
    this.#controller.setEncoderValues(robot, this.#values, count);
  }

  /**
   * @param {number} robot
   * @param {Float64Array} qd
   * @param {number} count
   */
  setEncoderVelocities(robot, qd, count) {
    for (let i = 0; i < count; i++) this.#values[i] = this.#sign[i] * qd[i];
    this.#controller.setEncoderVelocities(robot, this.#values, count);
  }

  /**
   * @param {number} robot
   * @param {Float64Array} tau
   * @param {number} count
   */
  setJointTorques(robot, tau, count) {
    for (let i = 0; i < count; i++) this.#values[i] = this.#sign[i] * tau[i];
    this.#controller.setJointTorques(robot, this.#values, count);
  }

  /**
   * @param {number} robot
   * @param {number} sensor
   * @param {Float64Array} orientation
   * @param {Float64Array} angularVelocity
   * @param {Float64Array} linearAcceleration
   */
  setBodySensor(robot, sensor, orientation, angularVelocity, linearAcceleration) {
    this.#controller.setBodySensor(robot, sensor, orientation, angularVelocity, linearAcceleration);
  }

  /**
   * @param {number} robot
   * @param {number} sensor
   * @param {Float64Array} force
   * @param {Float64Array} torque
   */
  setForceSensor(robot, sensor, force, torque) {
    this.#controller.setForceSensor(robot, sensor, force, torque);
  }

  /**
   * @param {number} robot
   * @param {Float64Array} q
   */
  initializeRobot(robot, q) {
    for (let i = 0; i < this.#values.length; i++) this.#values[i] = this.#sign[i] * (q[i] - this.#zero[i]);
    return this.#controller.initializeRobot(robot, this.#values);
  }

  /**
   * @param {number} robot
   * @param {import("../../types/uri.d.mts").ControlMode} mode
   * @param {Float64Array} into
   */
  command(robot, mode, into) {
    const code = this.#controller.command(robot, mode, into);
    for (let i = 0; i < into.length; i++) {
      into[i] = this.#sign[i] * into[i] + (mode === "position" ? this.#zero[i] : 0);
    }
    return code;
  }

  start() {}
  stop() {}
  initializeRobots() {}

  isRunning() {
    return this.#controller.isRunning();
  }

  run() {
    return this.#controller.run();
  }

  lastError() {
    return this.#controller.lastError();
  }
}

/** The section `calibration` is wrong. */
class CalibrationError extends Error {}

/**
 * One number a joint, or `preset` for each where nothing is written.
 * @param {unknown} value
 * @param {number} joints
 * @param {number} preset
 * @param {string} key
 */
function vector(value, joints, preset, key) {
  if (value === undefined) return new Float64Array(joints).fill(preset);
  if (Array.isArray(value) && value.length === joints && value.every(Number.isFinite)) return Float64Array.from(value);
  throw new CalibrationError(
    `${key}: it is no list of ${joints} numbers; wanted one a joint, e.g. [${preset}, ${preset}]`,
  );
}
