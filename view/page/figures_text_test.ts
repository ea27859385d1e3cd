import assert from "node:assert/strict";
import { FrameLayout as L } from "../feed/frame_layout.ts";
import { figuresText } from "./figures_text.ts";
import { FrameHistory } from "./frame_history.ts";

const layout = new L([4], []);
const [at] = layout.robots;

function historyOf(frames: readonly Record<number, number>[]): FrameHistory {
  const history = new FrameHistory(layout.length, 500);
  for (const values of frames) {
    const frame = new Float64Array(layout.length);
    frame[L.WORLD_TIME] = frame[L.FACTOR] = NaN;
    for (const [place, value] of Object.entries(values)) frame[Number(place)] = value;
    history.add(frame);
  }
  return history;
}

Deno.test("figures: counters at first, rates of the last second once there is one, what was refused only when something was", () => {
  const frames = Array.from({ length: 121 }, (_, i) => ({
    [L.TIME]: i / 60,
    [at + L.STATES]: 20 * i,
    [at + L.COMMANDS]: i < 60 ? 0 : 10 * (i - 60),
    [at + L.REFUSED]: i < 60 ? 0 : 3,
    [L.MISSED]: 2,
  }));
  const history = historyOf(frames);
  assert.equal(figuresText(history, 1, at), "states 20   commands 0   missed cycles 2");
  assert.equal(
    figuresText(history, 120, at),
    "states 2,400 (1,200/s)   commands 600 (600/s)   refused 3   missed cycles 2",
  );
});

Deno.test("figures of a simulation: its time, and how it compares with the wall clock", () => {
  const history = historyOf([{ [L.WORLD_TIME]: 12.34, [L.FACTOR]: 9.987 }]);
  assert.match(figuresText(history, 0, at), / {3}simulated 12\.3 s {3}real time ×9\.99$/);
});

Deno.test("figures: a counter that begins anew has no rate", () => {
  const history = historyOf([{ [L.TIME]: 0, [at + L.STATES]: 500 }, { [L.TIME]: 1, [at + L.STATES]: 3 }]);
  assert.match(figuresText(history, 1, at), /^states 3 {3}/);
});
