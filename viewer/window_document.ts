import { limitNotices } from "./limit_notices.ts";
import type { ViewSubject } from "./view_subject.ts";
import type { Span, ViewWindow } from "./view_window.ts";
import { windowProblems } from "./window_problems.ts";

/**
 * A window as data for programs, see `docs/viewer_terminal.md`. What the driver does not tell, and what is not finite, is `null`; what is not
 * finite is named under `problems`.
 */
export function windowDocument(subject: ViewSubject, window: ViewWindow): Record<string, unknown> {
  const { module, robot, driver, ip, port } = subject;
  return {
    time_s: round(window.timeS, 6),
    robot: robot === "" ? null : robot,
    driver,
    ip,
    port,
    module: module?.name ?? null,
    joints: jointsOf(subject, window),
    body_sensors: window.bodySensors.map((sensor) => ({
      name: sensor.name,
      orientation: reading(sensor.present, sensor.orientation),
      angular_velocity: reading(sensor.present, sensor.angularVelocity),
      linear_acceleration: reading(sensor.present, sensor.linearAcceleration),
    })),
    force_sensors: window.forceSensors.map((sensor) => ({
      name: sensor.name,
      force: reading(sensor.present, sensor.force),
      torque: reading(sensor.present, sensor.torque),
    })),
    window: {
      duration_s: round(window.durationS, 6),
      cycles: window.cycles,
      rate_hz: window.rateHz === undefined ? null : round(window.rateHz, 3),
      sync_us: spanOf(window.sync),
      cycle_period_us: spanOf(window.period),
    },
    total_cycles: window.totalCycles,
    blocked_s: round(window.blockedS, 3),
    problems: windowProblems(subject, window),
    error: window.error === "" ? null : window.error,
  };
}

function jointsOf({ module }: ViewSubject, { position, velocity, torque }: ViewWindow): Record<string, unknown>[] {
  const count = module?.joints.length ?? Math.max(position.length, velocity.length, torque.length);
  return Array.from({ length: count }, (_, index) => {
    const joint = module?.joints[index];
    const values = {
      index,
      name: joint?.name ?? null,
      type: joint?.type ?? null,
      position: number(position[index]),
      velocity: number(velocity[index]),
      torque: number(torque[index]),
    };
    if (joint === undefined) return values;
    return { ...values, limits: limitNotices(joint, position[index], velocity[index], torque[index]) };
  });
}

function spanOf(span: Span | undefined): Record<string, number> | null {
  return span === undefined ? null : { min: round(span.min, 3), avg: round(span.avg, 3), max: round(span.max, 3) };
}

function reading(present: boolean, values: readonly number[]): (number | null)[] | null {
  return present ? values.map(number) : null;
}

function number(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
