import type { JointDescription } from "../schemas/robot_module.ts";
import { GATE_REASONS, GateReason } from "./gate_reason.ts";

/**
 * The log text of a refused command, from the numbers that the {@link CommandGate} left, e.g.
 * `first_target_jump: joint 2 'elbow' is asked for 0, but stands at 1.57 (1.57 away)`.
 */
export function describeRefusal(
  reason: number,
  joint: number,
  received: number,
  wanted: number,
  joints: readonly JointDescription[],
): string {
  const name = GATE_REASONS[reason] ?? `reason ${reason}`;
  const who = joint >= 0 ? `joint ${joint} '${joints[joint]?.name ?? "?"}'` : "a gain (kp or kd)";
  switch (reason) {
    case GateReason.WrongMode:
      return received === 1
        ? `${name}: the vector of another mode is filled`
        : `${name}: ${received} vectors are filled, wanted the one of the configured mode`;
    case GateReason.WrongLength:
      return `${name}: ${received} values, wanted ${wanted}`;
    case GateReason.NotFinite:
      return `${name}: ${who} is ${received}, wanted a finite number`;
    case GateReason.OutOfLimits:
      return `${name}: ${who} is ${short(received)}, the limit is ${short(wanted)}`;
    case GateReason.FirstTargetJump:
      return `${name}: ${who} is asked for ${short(received)}, but stands at ${short(wanted)} (${
        short(Math.abs(received - wanted))
      } away)`;
    case GateReason.TooOld:
      if (wanted === 0) return `${name}: it answers an older State than the Command before it`;
      return `${name}: it, or the State that it answers, was ${short(received / 1e6)} ms on its way, wanted at most ${
        short(wanted / 1e6)
      }`;
    case GateReason.Foreign:
      return `${name}: it comes from process ${received}, and process ${wanted} has initialised this interface`;
    case GateReason.NotSettled:
      return `${name}: after a jump the targets must stay near the measured position for 0.1 s`;
    default:
      return name;
  }
}

/** Six significant digits, without trailing zeros. */
function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}
