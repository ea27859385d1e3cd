import { FrameLayout as L } from "../feed/frame_layout.ts";
import type { FrameHistory } from "./frame_history.ts";

/** Time over which a rate is taken [s]. */
const WINDOW_S = 1;

/** Counters and rates of the robot whose values begin at `at`, as they are in the frame with number `index`; rates are of the wall clock. */
export function figuresText(history: FrameHistory, index: number, at: number): string {
  const value = (place: number) => history.value(index, place);
  const count = (number: number) => Math.round(number).toLocaleString("en");
  const first = Math.min(index, history.find(value(L.TIME) - WINDOW_S));
  const seconds = value(L.TIME) - history.value(first, L.TIME);
  const rate = (place: number) => {
    const perSecond = (value(place) - history.value(first, place)) / seconds;
    return seconds > WINDOW_S / 2 && perSecond >= 0 ? ` (${count(perSecond)}/s)` : "";
  };
  const texts = [
    `states ${count(value(at + L.STATES))}${rate(at + L.STATES)}`,
    `commands ${count(value(at + L.COMMANDS))}${rate(at + L.COMMANDS)}`,
  ];
  if (value(at + L.REFUSED) > 0) texts.push(`refused ${count(value(at + L.REFUSED))}`);
  texts.push(`missed cycles ${count(value(L.MISSED))}`);
  if (Number.isFinite(value(L.WORLD_TIME))) texts.push(`simulated ${value(L.WORLD_TIME).toFixed(1)} s`);
  if (Number.isFinite(value(L.FACTOR))) texts.push(`real time ×${value(L.FACTOR).toFixed(2)}`);
  return texts.join("   ");
}
