import assert from "node:assert/strict";
import { FrameLayout } from "../feed/frame_layout.ts";
import { FrameHistory } from "./frame_history.ts";
import { framesToCsv } from "./frames_to_csv.ts";

Deno.test("the last frames are kept, in order, and found by their time", () => {
  const history = new FrameHistory(3, 5);
  assert.equal(history.find(0), 0);
  for (let i = 0; i < 12; i++) history.add(Float64Array.of(i / 10, i, -i));
  assert.equal(history.size, 5);
  assert.deepEqual([0, 1, 2, 3, 4].map((index) => history.value(index, 1)), [7, 8, 9, 10, 11]);
  assert.deepEqual([...history.frame(4)], [1.1, 11, -11]);
  assert.deepEqual([-1, 0.7, 0.75, 1.1, 5].map((time) => history.find(time)), [0, 0, 1, 4, 5]);
});

Deno.test("as CSV: a row a frame, columns by robot and joint, nothing for what is not known", () => {
  const layout = new FrameLayout([4], []);
  const history = new FrameHistory(layout.length, 4);
  const frame = new Float64Array(layout.length).fill(NaN);
  frame[FrameLayout.TIME] = 1.5;
  frame[layout.robots[0] + FrameLayout.ROBOT_VALUES + 3] = -0.25;
  history.add(frame);
  history.add(frame);
  const joint = { name: 'j,"1"', type: "revolute" as const, lower: null, upper: null, velocity: null, effort: null };
  const robot = {
    name: "arm",
    module: "One",
    mode: "position" as const,
    periodNs: 1e6,
    protocol: "shm",
    joints: [joint],
    forceSensors: [],
  };
  const [head, ...rows] = framesToCsv(history, [robot], layout).trimEnd().split("\n");
  assert.ok(head.startsWith("time_s,cycles,") && head.endsWith('"arm.j,""1"".command"'), head);
  assert.equal(rows.length, 2);
  assert.match(rows[0], /^1\.5,,+-0\.25$/);
});
