import type { SensorNames } from "./sensor_learner.ts";
import type { ViewBlock } from "./view_block.ts";
import type { Span, ViewWindow } from "./view_window.ts";
import { WindowField as W } from "./window_field.ts";

/**
 * The window that lies in `block`, at a time when the loop does not write it. `sensors`: names in the order of the block. `startNs`: local time at
 * which the display began.
 */
export function readWindow(block: ViewBlock, sensors: SensorNames, startNs: number): ViewWindow {
  const { window, room } = block;
  const slice = (at: number, length: number) => [...window.subarray(at, at + length)];
  const joints = (vector: number) =>
    slice(block.jointsAt(vector), Math.min(room.joints, Math.max(0, window[W.COUNTS + vector])));
  const cycles = window[W.CYCLES];
  const period = spanOf(window, W.PERIOD);
  return {
    timeS: Math.max(0, (window[W.END] - startNs) / 1e9),
    durationS: window[W.DURATION] / 1e9,
    cycles,
    totalCycles: window[W.TOTAL],
    // By the periods between cycles: the window itself begins and ends somewhere between two of them.
    ...(period === undefined || period.avg <= 0 ? {} : { rateHz: 1e6 / period.avg }),
    sync: spanOf(window, W.SYNC),
    period,
    position: joints(0),
    velocity: joints(1),
    torque: joints(2),
    bodySensors: sensors.bodySensors.map((name, i) => {
      const at = block.bodySensorAt(i);
      return {
        name,
        present: window[at] === 1,
        orientation: slice(at + 1, 4),
        angularVelocity: slice(at + 5, 3),
        linearAcceleration: slice(at + 8, 3),
      };
    }),
    forceSensors: sensors.forceSensors.map((name, i) => {
      const at = block.forceSensorAt(i);
      return { name, present: window[at] === 1, force: slice(at + 1, 3), torque: slice(at + 4, 3) };
    }),
    withoutState: window[W.WITHOUT_STATE],
    notFinite: {
      cycles: window[W.NOT_FINITE],
      vector: window[W.NOT_FINITE_AT],
      index: window[W.NOT_FINITE_AT + 1],
      value: window[W.NOT_FINITE_AT + 2],
    },
    wrong: {
      cycles: window[W.WRONG],
      vector: window[W.WRONG_AT],
      count: window[W.WRONG_AT + 1],
      wanted: window[W.WRONG_AT + 2],
    },
    syncDoesNotBlock: window[W.GUARD_SLEEPS] > 0,
    blockedS: 0,
    error: "",
  };
}

function spanOf(window: Float64Array, at: number): Span | undefined {
  const count = window[at + 3];
  if (count === 0) return undefined;
  return { min: window[at] / 1000, avg: window[at + 1] / count / 1000, max: window[at + 2] / 1000 };
}
