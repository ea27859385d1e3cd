import assert from "node:assert/strict";
import fc from "fast-check";
import { testSubject } from "./test_subject.ts";
import { testWindow } from "./test_window.ts";
import { textWidth } from "./text_width.ts";
import { windowLines } from "./window_lines.ts";

const FOOTER = "Press Ctrl+C to exit.";
const show = (columns: number, rows = 50, changes = {}) =>
  windowLines(testSubject(), testWindow(changes), { columns, rows, colour: false, footer: FOOTER });

Deno.test("120 columns: title, names, three values, limits, sensors in one line each, figures, how to end", () => {
  assert.deepEqual(show(120), [
    "Robot State Viewer — RobotDriverMock @ 127.0.0.1   arm  UR5e  12.3 s",
    "─".repeat(111),
    "Joint               │  Position (rad)  │  Velocity (rad/s)  │  Torque (Nm)  │  Limits",
    "────────────────────┼──────────────────┼────────────────────┼───────────────┼──────────────────────────────────",
    "shoulder_pan_joint  │      0.0000      │      0.0000        │      0.0000   │    -6.28 [·······●······] 6.28",
    "shoulder_lift_joint │     -1.5708      │      0.0000        │      0.0000   │    -6.28 [·····●········] 6.28",
    "elbow_joint         │      1.5708      │      0.0000        │      0.0000   │    -3.14 [··········●···] 3.14",
    "wrist_1_joint       │     -1.5708      │      0.0000        │      0.0000   │    -6.28 [·····●········] 6.28",
    "wrist_2_joint       │     -1.5708      │      0.0000        │      0.0000   │    -6.28 [·····●········] 6.28",
    "wrist_3_joint       │      0.0000      │      0.0000        │      0.0000   │    -6.28 [·······●······] 6.28",
    "─".repeat(111),
    "IMU tool_imu      wxyz   1.0000  0.0000  0.0000  0.0000  rad/s  0.0000 -0.0100 12.3457  m/s²   0.0000  0.0000  9.8100",
    "Force tool_force  N      1.0000 -23.456 1000.20  Nm     0.0000  0.0000  0.0000",
    "─".repeat(111),
    "Latency (50 cycles, 500.1 Hz)   min | avg | max",
    "sync()             34.0 |     1957.7 |     4449.5 us",
    "cycle period       88.0 |     1999.0 |     4477.0 us",
    "─".repeat(111),
    FOOTER,
  ]);
});

Deno.test("80 columns: all but the column of limits", () => {
  const lines = show(80);
  assert.equal(lines[2], "Joint               │  Position (rad)  │  Velocity (rad/s)  │  Torque (Nm)");
  assert.equal(lines[5], "shoulder_lift_joint │     -1.5708      │      0.0000        │      0.0000");
  assert.ok(lines.includes(FOOTER));
});

Deno.test("40 columns: names shortened, no torques, sensors in several lines, nothing cut off", () => {
  const lines = show(40);
  assert.equal(lines[0], "RobotDriverMock @ 127.0.0.1   arm  UR5e…");
  assert.equal(lines[2], "Joint           │  pos rad  │ vel rad/s");
  assert.equal(lines[5], "shoulder_lift_… │ -1.5708   │  0.0000");
  assert.ok(lines.includes("wxyz   1.0000  0.0000  0.0000  0.0000"));
  assert.ok(lines.includes("sync() 34.0 | 1957.7 | 4449.5"));
  assert.equal(lines.at(-1), FOOTER);
});

Deno.test("a low terminal: rules, footer and sensors go first, then joints; what is missing is said", () => {
  const lines = show(80, 12);
  assert.equal(lines.length, 12);
  assert.equal(lines.filter((line) => /_joint/.test(line)).length, 6);
  assert.equal(lines.filter((line) => /sync\(\)|cycle period|Latency/.test(line)).length, 3);
  assert.deepEqual(lines.filter((line) => /─────/.test(line)), [lines[2]], "the rule of the header alone");
  assert.ok(show(80, 13).includes("… 5 lines of sensors more"));
  const lower = show(80, 6);
  assert.equal(lower.length, 6);
  assert.match(lower[0], /Robot State Viewer/);
  assert.equal(lower.filter((line) => /shoulder/.test(line)).length, 2);
  assert.ok(lower.some((line) => /^… \d joints more: enlarge the terminal$/.test(line)));
  const beyond = show(80, 6, { position: [0, 0, 0, 0, 7, -7] });
  assert.ok(beyond.some((line) => /^… \d joints more, 2 with !!: enlarge the terminal$/.test(line)), beyond.join("\n"));
});

Deno.test("values near a limit, beyond it and not finite are marked, and the last are told", () => {
  const lines = show(80, 50, {
    position: [6.27, 6.4, NaN, Infinity, -6.4, 0],
    velocity: [0, 0, 0, 0, 3.1, -3.3],
    torque: [149, -151, 0, 0, 0, 0],
    notFinite: { cycles: 3, vector: 0, index: 2, value: NaN },
  });
  const rows = lines.filter((line) => /_joint/.test(line) && !/^!!/.test(line));
  assert.deepEqual(rows.map((line) => line.split("│").slice(1).map((cell) => /!*$/.exec(cell.trimEnd())![0])), [
    ["!", "", "!"],
    ["!!", "", "!!"],
    ["!!", "", ""],
    ["!!", "", ""],
    ["!!", "!", ""],
    ["", "!!", ""],
  ]);
  assert.ok(lines.includes("!! position of joint 'elbow_joint' is NaN (in 3 of 50 cycles)"));
});

Deno.test("without a module joints have numbers; what the driver does not tell is a dash", () => {
  const lines = windowLines(
    testSubject({ module: undefined, robot: "" }),
    testWindow({ position: [1, 2], velocity: [], torque: [3, 4], bodySensors: [], forceSensors: [] }),
    { columns: 120, rows: 50, colour: false },
  );
  assert.equal(lines[4], "0     │      1.0000      │           –        │      3.0000");
  assert.equal(lines[5], "1     │      2.0000      │           –        │      4.0000");
  assert.doesNotMatch(lines.join("\n"), /Limits|IMU|Force/);
});

Deno.test("a sliding joint has its unit behind the name, a joint without limits says so", () => {
  const joint = { lower: -Infinity, upper: Infinity, velocity: Infinity, acceleration: Infinity, effort: Infinity };
  const module = {
    name: "M",
    joints: [
      { ...joint, name: "lift", type: "prismatic" as const, upper: 0.5 },
      { ...joint, name: "wheel", type: "revolute" as const },
    ],
    grippers: [],
    bodySensors: [],
    forceSensors: [],
    posture: [0, 0],
  };
  const lines = windowLines(
    testSubject({ module }),
    testWindow({ position: [0.45, 1000], velocity: [], torque: [], bodySensors: [], forceSensors: [] }),
    { columns: 120, rows: 50, colour: false },
  );
  assert.match(lines[4], /^lift \[m\] │ +0\.4500 ! .*-∞ \[·+\] 0\.50$/);
  assert.match(lines[5], /^wheel +│ +1000\.0000 .*no limit$/);
});

Deno.test("control characters of names never reach the terminal", () => {
  const lines = windowLines(
    testSubject({ robot: "a\x1b[2Jb\n", driver: "D\x07" }),
    testWindow({ error: "threw: \x1b]0;x\x07" }),
    { columns: 100, rows: 50, colour: false, log: ["[info] \x1b[1m"] },
  );
  // deno-lint-ignore no-control-regex -- they are what is looked for
  assert.doesNotMatch(lines.join(""), /[\x00-\x1f\x7f]/);
});

Deno.test("property: no line is wider and there are not more lines than the terminal has; colours change nothing else", () => {
  const number = fc.oneof(fc.double(), fc.double({ min: -10, max: 10 }), fc.constant(1e300));
  const name = fc.oneof(fc.string({ unit: "grapheme", maxLength: 40 }), fc.constant("関節の名前"));
  const joint = fc.record({
    name,
    type: fc.constantFrom("revolute" as const, "prismatic" as const),
    lower: fc.constantFrom(-Infinity, -1, 0),
    upper: fc.constantFrom(0, 1, Infinity),
    velocity: fc.constantFrom(1, Infinity),
    acceleration: fc.constant(Infinity),
    effort: fc.constantFrom(1, Infinity),
  });
  const triple = fc.array(number, { minLength: 3, maxLength: 3 });
  const module = fc.record({
    name,
    joints: fc.array(joint, { minLength: 1, maxLength: 12 }),
    grippers: fc.constant([]),
    bodySensors: fc.constant([]),
    forceSensors: fc.constant([]),
    posture: fc.constant([]),
  });
  const window = fc.record({
    position: fc.array(number, { maxLength: 14 }),
    velocity: fc.array(number, { maxLength: 14 }),
    torque: fc.array(number, { maxLength: 14 }),
    sync: fc.option(fc.record({ min: number, avg: number, max: number }), { nil: undefined }),
    bodySensors: fc.array(
      fc.record({
        name,
        present: fc.boolean(),
        orientation: fc.array(number, { minLength: 4, maxLength: 4 }),
        angularVelocity: triple,
        linearAcceleration: triple,
      }),
      { maxLength: 3 },
    ),
    forceSensors: fc.array(fc.record({ name, present: fc.boolean(), force: triple, torque: triple }), { maxLength: 3 }),
    error: fc.oneof(fc.constant(""), fc.string({ maxLength: 200 })),
    blockedS: fc.constantFrom(0, 3),
  });
  fc.assert(fc.property(
    fc.record({ driver: name, robot: name, module: fc.option(module, { nil: undefined }) }),
    window,
    fc.integer({ min: 1, max: 160 }),
    fc.integer({ min: 1, max: 60 }),
    fc.array(fc.string(), { maxLength: 3 }),
    (subject, changes, columns, rows, log) => {
      const draw = (colour: boolean) =>
        windowLines(testSubject(subject), testWindow(changes), { columns, rows, colour, footer: FOOTER, log });
      const lines = draw(false);
      assert.ok(lines.length <= rows, `${lines.length} lines`);
      for (const line of lines) assert.ok(textWidth(line) <= columns, `${textWidth(line)} of ${columns}: ${line}`);
      // deno-lint-ignore no-control-regex -- that is what colours are made of
      assert.deepEqual(draw(true).map((line) => line.replaceAll(/\x1b\[\d+m/g, "").trimEnd()), lines);
    },
  ));
});
