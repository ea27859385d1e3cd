import assert from "node:assert/strict";
import fc from "fast-check";
import type { ControlMode } from "../schemas/control_mode.ts";
import { CONTROL_MODES } from "../schemas/control_mode.ts";
import type { JointDescription } from "../schemas/robot_module.ts";
import type { RobotCommand } from "../schemas/robot_state.ts";
import { CommandGate } from "./command_gate.ts";
import { describeRefusal } from "./describe_refusal.ts";
import { GATE_REASONS, GateReason } from "./gate_reason.ts";

const JOINTS: JointDescription[] = [
  { name: "pan", type: "revolute", lower: -3, upper: 3, velocity: 3, acceleration: 5, effort: 150 },
  { name: "lift", type: "revolute", lower: -2, upper: 2, velocity: 0.5, acceleration: 5, effort: 28 },
  {
    name: "wheel",
    type: "revolute",
    lower: -Infinity,
    upper: Infinity,
    velocity: Infinity,
    acceleration: Infinity,
    effort: Infinity,
  },
  { name: "finger", type: "prismatic", lower: 0, upper: 0.04, velocity: 0.1, acceleration: 1, effort: 20 },
];
const N = JOINTS.length;

function command(mode: ControlMode, values: readonly number[]): RobotCommand {
  const made: RobotCommand = {
    kp: 0,
    kd: 0,
    position: new Float64Array(8),
    velocity: new Float64Array(8),
    torque: new Float64Array(8),
    positionCount: 0,
    velocityCount: 0,
    torqueCount: 0,
    stateStamp: new Uint32Array(2),
    stateHold: new Uint32Array(2),
  };
  fill(made, mode, values);
  return made;
}

function fill(into: RobotCommand, mode: ControlMode, values: readonly number[]): void {
  into[mode].set(values.slice(0, 8));
  into[`${mode}Count`] = values.length;
}

const gate = (mode: ControlMode) => new CommandGate(mode, JOINTS);

/** Bounds of joint `i` in `mode`, as the module gives them. */
function bounds(mode: ControlMode, i: number): [number, number] {
  const joint = JOINTS[i];
  if (mode === "position") return [joint.lower, joint.upper];
  return mode === "velocity" ? [-joint.velocity, joint.velocity] : [-joint.effort, joint.effort];
}

const anyMode = fc.constantFrom(...CONTROL_MODES);
const goodValues = (mode: ControlMode) =>
  fc.tuple(...JOINTS.map((_, i) => {
    const [min, max] = bounds(mode, i);
    return fc.double({ min: Math.max(min, -1e9), max: Math.min(max, 1e9), noNaN: true });
  }));
const anyGood = anyMode.chain((mode) => fc.tuple(fc.constant(mode), goodValues(mode)));

Deno.test("gate reasons: every code has one stable name", () => {
  const codes = Object.values(GateReason);
  assert.deepEqual([...codes].sort((a, b) => a - b), GATE_REASONS.map((_, i) => i));
  assert.equal(new Set(GATE_REASONS).size, GATE_REASONS.length);
  assert.equal(GATE_REASONS[GateReason.FirstTargetJump], "first_target_jump");
});

Deno.test("gate: always accepts a command within the limits, whatever was refused before", () => {
  const gates = { position: gate("position"), velocity: gate("velocity"), torque: gate("torque") };
  fc.assert(fc.property(anyGood, ([mode, values]) => {
    gates[mode].check(command(mode, [NaN]));
    assert.equal(gates[mode].check(command(mode, values)), GateReason.Accepted);
  }));
});

Deno.test("gate: never accepts NaN or infinity, in a value or in a gain, and names the joint", () => {
  const bad = fc.constantFrom(NaN, Infinity, -Infinity);
  fc.assert(fc.property(anyGood, bad, fc.integer({ min: 0, max: N - 1 }), ([mode, values], value, at) => {
    const tested = gate(mode);
    const spoilt = values.slice();
    spoilt[at] = value;
    assert.equal(tested.check(command(mode, spoilt)), GateReason.NotFinite);
    assert.equal(tested.lastJoint, at);
    assert.ok(Object.is(tested.lastReceived, value));
    for (const gain of ["kp", "kd"] as const) {
      const gained = command(mode, values);
      gained[gain] = value;
      assert.equal(tested.check(gained), GateReason.NotFinite);
      assert.equal(tested.lastJoint, -1);
    }
  }));
});

Deno.test("gate: never accepts a wrong length", () => {
  fc.assert(fc.property(anyGood, fc.integer({ min: 1, max: 300 }).filter((n) => n !== N), ([mode, values], length) => {
    const tested = gate(mode);
    const wrong = command(mode, values);
    wrong[`${mode}Count`] = length;
    assert.equal(tested.check(wrong), GateReason.WrongLength);
    assert.deepEqual([tested.lastReceived, tested.lastWanted], [length, N]);
  }));
});

Deno.test("gate: a vector shorter than its count says is refused, not read beyond its end", () => {
  const short = { ...command("position", [0, 0, 0, 0]), position: new Float64Array(3) };
  assert.equal(gate("position").check(short), GateReason.WrongLength);
});

Deno.test("gate: never accepts another mode's vector, a second one, or none", () => {
  fc.assert(fc.property(anyGood, anyMode, ([mode, values], other) => {
    const tested = gate(mode);
    assert.equal(tested.check(command(mode, [])), GateReason.WrongMode);
    if (other === mode) return;
    assert.equal(tested.check(command(other, values)), GateReason.WrongMode);
    const both = command(mode, values);
    fill(both, other, [0]);
    assert.equal(tested.check(both), GateReason.WrongMode);
    assert.equal(tested.lastReceived, 2);
  }));
});

Deno.test("gate: never accepts a value beyond a limit, nor an implausible one where there is no limit", () => {
  fc.assert(
    fc.property(
      anyGood,
      fc.integer({ min: 0, max: N - 1 }),
      fc.double({ min: 2e-6, max: 1e300, noNaN: true }),
      fc.boolean(),
      ([mode, values], at, beyond, above) => {
        const [min, max] = bounds(mode, at);
        const spoilt = values.slice();
        spoilt[at] = above ? Math.min(max, 1e9) + Math.max(beyond, 1e-6 * Math.min(max, 1e9)) : 0;
        if (!above) spoilt[at] = Math.max(min, -1e9) - Math.max(beyond, 1e-6 * -Math.max(min, -1e9));
        const tested = gate(mode);
        assert.equal(tested.check(command(mode, spoilt)), GateReason.OutOfLimits);
        assert.equal(tested.lastJoint, at);
      },
    ),
  );
  assert.equal(gate("position").check(command("position", [0, 0, 1e308, 0])), GateReason.OutOfLimits);
  assert.equal(new CommandGate("position", 1).check(command("position", [1e308])), GateReason.OutOfLimits);
});

Deno.test("gate: a limit itself is allowed, with a millionth of slack", () => {
  assert.equal(gate("position").check(command("position", [3 + 9e-7, -2 - 9e-7, 0, 0.04])), GateReason.Accepted);
  assert.equal(gate("velocity").check(command("velocity", [-3, 0.5, 1e6, 0.1])), GateReason.Accepted);
  assert.equal(gate("torque").check(command("torque", [150, -28, 1e6, -20])), GateReason.Accepted);
});

Deno.test("first target: from the measured position it always passes, also with lag and rounding", () => {
  fc.assert(fc.property(
    goodValues("position"),
    fc.array(fc.double({ min: -0.0049, max: 0.0049, noNaN: true }), { minLength: N, maxLength: N }),
    (measured, lag) => {
      const values = measured.map((q, i) => Math.min(JOINTS[i].upper, Math.max(JOINTS[i].lower, q + lag[i])));
      const tested = gate("position");
      fc.pre(Math.abs(measured[2]) < 1e6); // where a double still resolves the lag
      assert.equal(tested.checkFirst(command("position", values), Float64Array.from(measured)), GateReason.Accepted);
    },
  ));
});

Deno.test("first target: a jump to zero never passes, and the joint and both positions are told", () => {
  fc.assert(fc.property(goodValues("position"), (measured) => {
    const far = measured.findIndex((q, i) => Math.abs(q) > [0.03, 0.02, 0.02, 0.005][i]);
    fc.pre(far >= 0);
    const tested = gate("position");
    const reason = tested.checkFirst(command("position", [0, 0, 0, 0]), Float64Array.from(measured));
    assert.equal(reason, GateReason.FirstTargetJump);
    assert.deepEqual([tested.lastJoint, tested.lastReceived, tested.lastWanted], [far, 0, measured[far]]);
  }));
});

Deno.test("first target: everything that check refuses is refused too; an unmeasured joint refuses", () => {
  const measured = new Float64Array(N);
  const tested = gate("position");
  assert.equal(tested.checkFirst(command("position", [0, NaN, 0, 0]), measured), GateReason.NotFinite);
  assert.equal(tested.checkFirst(command("velocity", [0, 0, 0, 0]), measured), GateReason.WrongMode);
  assert.equal(
    tested.checkFirst(command("position", [0, 0, 0, 0]), Float64Array.of(0, NaN, 0, 0)),
    GateReason.FirstTargetJump,
  );
});

Deno.test("first target: velocity and torque commands have no position to start from", () => {
  const measured = Float64Array.of(1, 1, 1, 0.02);
  assert.equal(gate("velocity").checkFirst(command("velocity", [0.5, 0, 0, 0]), measured), GateReason.Accepted);
  assert.equal(gate("torque").checkFirst(command("torque", [9, 0, 0, 0]), measured), GateReason.Accepted);
});

Deno.test("first target: a given tolerance stands in place of the default", () => {
  const measured = new Float64Array(N);
  const tested = gate("position");
  const tolerance = new Float64Array(N).fill(0.5);
  assert.equal(tested.checkFirst(command("position", [0.4, 0, 0, 0]), measured), GateReason.FirstTargetJump);
  assert.equal(tested.checkFirst(command("position", [0.4, 0, 0, 0]), measured, tolerance), GateReason.Accepted);
});

Deno.test("a robot outside its limits may be held there and brought back, but not moved further out", () => {
  const tested = gate("position");
  const outside = Float64Array.of(3.01, 0, 0, -0.002);
  assert.equal(tested.check(command("position", [3.01, 0, 0, 0])), GateReason.OutOfLimits);
  assert.equal(tested.checkFirst(command("position", [3.01, 0, 0, -0.002]), outside), GateReason.Accepted);
  assert.equal(tested.check(command("position", [3.005, 0, 0, 0])), GateReason.Accepted);
  assert.equal(tested.check(command("position", [3.02, 0, 0, 0])), GateReason.OutOfLimits);
  assert.equal(tested.checkFirst(command("position", [0, 0, 0, 0]), new Float64Array(N)), GateReason.Accepted);
  assert.equal(tested.check(command("position", [3.005, 0, 0, 0])), GateReason.OutOfLimits, "the next gap ends it");
});

Deno.test("default tolerance: 10 ms at the velocity limit, between 0.02 and 0.05 rad, 0.005 and 0.01 m", () => {
  const fast = { ...JOINTS[0], velocity: 20 };
  const tolerance = new CommandGate("position", [...JOINTS, fast]).firstTolerance;
  assert.deepEqual(Array.from(tolerance, (v) => Number(v.toFixed(6))), [0.03, 0.02, 0.02, 0.005, 0.05]);
});

Deno.test("refusal texts name joint, value and what was wanted", () => {
  const tell = (code: number, joint: number, received: number, wanted: number) =>
    describeRefusal(code, joint, received, wanted, JOINTS);
  assert.equal(tell(GateReason.NotFinite, 1, NaN, 0), "not_finite: joint 1 'lift' is NaN, wanted a finite number");
  assert.match(tell(GateReason.NotFinite, -1, NaN, 0), /a gain \(kp or kd\) is NaN/);
  assert.equal(tell(GateReason.WrongLength, -1, 7, 6), "wrong_length: 7 values, wanted 6");
  assert.equal(tell(GateReason.OutOfLimits, 0, 3.5, 3.000001), "out_of_limits: joint 0 'pan' is 3.5, the limit is 3");
  assert.equal(
    tell(GateReason.FirstTargetJump, 0, 0, 1.5707963),
    "first_target_jump: joint 0 'pan' is asked for 0, but stands at 1.5708 (1.5708 away)",
  );
  assert.equal(tell(GateReason.WrongMode, -1, 1, 1), "wrong_mode: the vector of another mode is filled");
  assert.equal(tell(GateReason.Malformed, -1, 0, 0), "malformed");
});
