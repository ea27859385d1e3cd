import type { ViewWindow } from "./view_window.ts";

/** A window of a UR5e at rest, for tests: `changes` are over it. */
export function testWindow(changes: Partial<ViewWindow> = {}): ViewWindow {
  return {
    timeS: 12.34,
    durationS: 0.1,
    cycles: 50,
    totalCycles: 500,
    rateHz: 500.06,
    sync: { min: 34, avg: 1957.72, max: 4449.5 },
    period: { min: 88, avg: 1999, max: 4477 },
    position: [0, -1.5708, 1.5708, -1.5708, -1.5708, 0],
    velocity: [0, 0, 0, 0, 0, 0],
    torque: [0, 0, 0, 0, 0, 0],
    bodySensors: [{
      name: "tool_imu",
      present: true,
      orientation: [1, 0, 0, 0],
      angularVelocity: [0, -0.01, 12.34567],
      linearAcceleration: [0, 0, 9.81],
    }],
    forceSensors: [{ name: "tool_force", present: true, force: [1, -23.456, 1000.2], torque: [0, 0, 0] }],
    withoutState: 0,
    notFinite: { cycles: 0, vector: 0, index: 0, value: 0 },
    wrong: { cycles: 0, vector: 0, count: 0, wanted: 0 },
    syncDoesNotBlock: false,
    blockedS: 0,
    error: "",
    ...changes,
  };
}
