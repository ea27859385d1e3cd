// @ts-check
// A driver for tests: a robot at rest whose every reading is another number, so that none can be taken for another one.
// Orientation of its n-th IMU: (0.5, -0.5, 0.5, 0.5) and (0.1, 0.7, -0.1, 0.7), w, x, y, z.

const ORIENTATIONS = [[0.5, -0.5, 0.5, 0.5], [0.1, 0.7, -0.1, 0.7]];

/** @type {import("../../types/uri.d.mts").RobotDriverModuleFactory} */
export default function createSensingDriver({ module, periodNs }) {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const n = module.joints.length;
  return {
    sync() {
      Atomics.wait(sleeper, 0, 0, periodNs / 1e6);
      return 0;
    },
    readState(into) {
      for (let i = 0; i < n; i++) {
        into.position[i] = 0.1 + i / 100;
        into.velocity[i] = 0.2 + i / 100;
        into.torque[i] = 0.3 + i / 100;
      }
      into.positionCount = into.velocityCount = into.torqueCount = n;
      into.bodySensors.forEach((sensor, index) => {
        sensor.present = true;
        sensor.orientation.set(ORIENTATIONS[index]);
        for (let i = 0; i < 3; i++) {
          sensor.angularVelocity[i] = 10 * (index + 1) + i + 1;
          sensor.linearAcceleration[i] = 10 * (index + 1) + i + 4;
        }
      });
      into.forceSensors.forEach((sensor, index) => {
        sensor.present = true;
        for (let i = 0; i < 3; i++) {
          sensor.force[i] = 100 * (index + 1) + i + 1;
          sensor.torque[i] = 100 * (index + 1) + i + 4;
        }
      });
      return 0;
    },
    servoJ: () => 0,
    speedJ: () => 0,
    tauJ: () => 0,
    lastError: () => "",
    close() {},
  };
}
