/// <reference lib="dom" />
import type { EventMessage } from "../feed/view_messages.ts";
import { makeElement } from "./make_element.ts";
import { STATE_NAMES } from "./state_names.ts";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1000;

/** How things stood with each robot over time, as a lane a robot. */
export class TimelineView {
  readonly #root: HTMLElement;
  readonly #scale = makeElement("div", { className: "scale" });
  #lanes: { readonly svg: SVGElement; readonly label: HTMLElement; events: EventMessage[]; shown: string }[] = [];

  /** Draws in `root`. */
  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Begins anew, with these robots. */
  reset(names: readonly string[]): void {
    this.#root.replaceChildren();
    this.#lanes = names.map((name) => {
      const row = makeElement("div", { className: "lane" });
      const label = makeElement("span", { text: name });
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("viewBox", `0 0 ${WIDTH} 10`);
      svg.setAttribute("preserveAspectRatio", "none");
      svg.setAttribute("role", "img");
      row.append(label, svg);
      return { svg, label, row, events: [], shown: "" };
    }).map(({ row, ...lane }) => {
      this.#root.append(row);
      return lane;
    });
    this.#root.append(this.#scale);
  }

  /** Takes an event. */
  add(event: EventMessage): void {
    const lane = this.#lanes[event.robot];
    if (lane === undefined) return;
    lane.events.push(event);
    if (lane.events.length > 400) lane.events.shift();
  }

  /** Draws the span up to `nowS` [s]. `isLost`: since when nothing is known. */
  draw(nowS: number, spanS: number, lostS: number | undefined): void {
    const from = nowS - spanS;
    const scale = `${spanS} s ago … now`;
    if (this.#scale.textContent !== scale) this.#scale.textContent = scale;
    const place = (timeS: number) => Math.round(WIDTH * Math.min(1, Math.max(0, (timeS - from) / spanS)));
    for (const lane of this.#lanes) {
      const parts = lane.events.map(({ timeS, state, reason }, index) => ({
        begin: place(timeS),
        end: place(Math.min(lane.events[index + 1]?.timeS ?? Infinity, lostS ?? nowS)),
        state,
        reason,
      }));
      if (lostS !== undefined) parts.push({ begin: place(lostS), end: WIDTH, state: 4, reason: "the process is lost" });
      const rects = parts.filter(({ begin, end }) => end > begin).map(({ begin, end, state, reason }) => {
        const rect = document.createElementNS(SVG, "rect");
        rect.setAttribute("x", String(begin));
        rect.setAttribute("width", String(Math.max(3, end - begin)));
        rect.setAttribute("height", "10");
        rect.setAttribute("class", STATE_NAMES[state] ?? "waiting");
        const title = document.createElementNS(SVG, "title");
        title.textContent = `${STATE_NAMES[state]}${reason === "" ? "" : `: ${reason}`}`;
        rect.append(title);
        return rect;
      });
      lane.svg.replaceChildren(...rects);
      const last = parts.at(-1);
      const text = last === undefined
        ? ""
        : `${STATE_NAMES[last.state]}${last.reason === "" ? "" : `: ${last.reason}`}`;
      if (text === lane.shown) continue;
      lane.shown = text;
      lane.svg.setAttribute("aria-label", `${lane.label.textContent}: ${text}`);
    }
  }
}
