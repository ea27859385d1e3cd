/// <reference lib="dom" />
import uPlot from "uplot";
import { FrameLayout } from "../feed/frame_layout.ts";
import type { PageRobot } from "../feed/view_messages.ts";
import type { FrameHistory } from "./frame_history.ts";
import { jointColour } from "./joint_colour.ts";
import { makeElement } from "./make_element.ts";
import { PLOT_KINDS, type PlotKind, type PlotLine } from "./plot_kind.ts";

const HEIGHT = 150;
/** More points than this a line cannot be seen. */
const MOST_POINTS = 900;

interface Plot {
  readonly box: HTMLElement;
  readonly chart: uPlot;
  readonly lines: readonly PlotLine[];
  /** Limits of the upright axis. */
  readonly limits: [number, number];
}

/** The plots of one robot. */
export class PlotPanel {
  /** Time that they show, while they are not zoomed [s]. */
  spanS = 10;
  readonly #root: HTMLElement;
  readonly #onTime: (timeS: number) => void;
  readonly #visible = new Set<Element>();
  readonly #observer: IntersectionObserver;
  #plots: Plot[] = [];
  #zoom: readonly [number, number] | undefined;

  /** Plots in `root`. `onTime`: the pointer is at this time. */
  constructor(root: HTMLElement, onTime: (timeS: number) => void) {
    this.#root = root;
    this.#onTime = onTime;
    this.#observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) this.#visible.add(target);
        else this.#visible.delete(target);
      }
    });
    new ResizeObserver(() => this.#resize()).observe(root);
  }

  /** Begins anew, for these joints of a robot whose values begin at `at`. `unmeasured`: plots that are left out. */
  rebuild(robot: PageRobot, at: number, joints: readonly number[], unmeasured: readonly string[]): void {
    for (const { chart, box } of this.#plots) {
      this.#observer.unobserve(box);
      chart.destroy();
    }
    this.#visible.clear();
    this.#root.replaceChildren();
    if (robot.joints.length === 0) {
      this.#root.append(
        makeElement("p", {
          className: "none",
          text: "Joints and plots come once a manager has told what the robot is.",
        }),
      );
    }
    const kinds = robot.joints.length === 0 ? [] : PLOT_KINDS.filter(({ name }) => !unmeasured.includes(name));
    this.#plots = kinds.flatMap((kind) => {
      const lines = kind.lines(at, robot, joints);
      return lines === undefined ? [] : [this.#make(kind, lines)];
    });
  }

  /** Shows the whole span again. */
  unzoom(): void {
    this.#zoom = undefined;
  }

  /** Draws what `history` has, up to `nowS`; only plots on the screen. */
  draw(history: FrameHistory, nowS: number): void {
    const [from, to] = this.#zoom ?? [nowS - this.spanS, nowS];
    this.#root.dataset.span = (to - from).toFixed(3);
    const first = Math.max(0, history.find(from) - 1);
    const last = Math.min(history.size, history.find(to) + 1);
    const step = Math.max(1, Math.ceil((last - first) / MOST_POINTS));
    const times = column(history, first, last, step, FrameLayout.TIME);
    for (const { box, chart, lines, limits } of this.#plots) {
      if (!this.#visible.has(box)) continue;
      const columns = lines.map(({ at }) => column(history, first, last, step, at));
      box.dataset.empty = lines.length === 0
        ? "No joint is chosen"
        : roomFor(columns, limits)
        ? ""
        : "Nothing measured yet";
      chart.setData([times, ...columns] as uPlot.AlignedData, false);
      chart.setScale("x", { min: from, max: to });
    }
  }

  #make(kind: PlotKind, lines: readonly PlotLine[]): Plot {
    const box = makeElement("div", { className: "plot" });
    box.dataset.plot = kind.name;
    box.setAttribute("role", "img");
    box.setAttribute("aria-label", `Plot: ${kind.title}`);
    const head = makeElement("h2", { text: kind.title });
    if (kind.hasLegend) head.append(...lines.map(keyOf));
    box.append(head);
    this.#root.append(box);
    const style = getComputedStyle(document.documentElement);
    const [dim, line] = ["--dim", "--line"].map((name) => style.getPropertyValue(name).trim());
    const limits: [number, number] = [-1, 1];
    const axis = { stroke: dim, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    const chart = new uPlot(
      {
        width: Math.max(200, this.#root.clientWidth - 8),
        height: HEIGHT,
        scales: { x: { time: false }, y: { range: () => limits } },
        axes: [
          { ...axis, size: 28, values: (_, ticks) => ticks.map((tick) => `${+tick.toFixed(3)} s`) },
          { ...axis, size: 66, space: 22, values: (_, ticks) => ticks.map((tick) => String(+tick.toPrecision(6))) },
        ],
        cursor: { drag: { x: true, y: false, setScale: false }, sync: { key: "all" }, points: { show: false } },
        series: [
          {},
          ...lines.map(({ label, colour, isDashed }): uPlot.Series => ({
            label,
            stroke: jointColour(colour),
            width: isDashed ? 1 : 1.5,
            dash: isDashed ? [5, 4] : undefined,
            points: { show: false },
            spanGaps: true,
          })),
        ],
        hooks: {
          setSelect: [(self) => {
            // A plot that was never on the screen takes part, too, and knows no times.
            if (!(self.select.width >= 4)) return;
            this.#zoom = [
              self.posToVal(self.select.left, "x"),
              self.posToVal(self.select.left + self.select.width, "x"),
            ];
            self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          }],
          setCursor: [(self) => {
            const { left } = self.cursor;
            if (left !== undefined && left >= 0) this.#onTime(self.posToVal(left, "x"));
          }],
        },
      },
      [[], ...lines.map(() => [])],
      box,
    );
    chart.over.addEventListener("dblclick", () => this.unzoom());
    this.#observer.observe(box);
    return { box, chart, lines, limits };
  }

  #resize(): void {
    const width = Math.max(200, this.#root.clientWidth - 8);
    for (const { chart } of this.#plots) if (chart.width !== width) chart.setSize({ width, height: HEIGHT });
  }
}

/** A line's colour and name. */
function keyOf({ label, colour, isDashed }: PlotLine): HTMLElement {
  const key = makeElement("span", { className: isDashed ? "key dashed" : "key", text: label });
  key.style.setProperty("--key", jointColour(colour));
  return key;
}

function column(history: FrameHistory, first: number, last: number, step: number, at: number): Float64Array {
  const values = new Float64Array(Math.max(0, Math.ceil((last - first) / step)));
  for (let i = 0; i < values.length; i++) values[i] = history.value(first + i * step, at);
  return values;
}

/**
 * Sets the limits of the upright axis to what is known: with some room, and never as narrow as noise. Returns whether anything is; uPlot itself stumbles
 * over values that are not known.
 */
function roomFor(columns: readonly Float64Array[], limits: [number, number]): boolean {
  let [min, max] = [Infinity, -Infinity];
  for (const values of columns) {
    for (const value of values) {
      if (value < min && value > -Infinity) min = value;
      if (value > max && value < Infinity) max = value;
    }
  }
  const isKnown = min <= max;
  if (!isKnown) [min, max] = [-1, 1];
  const room = Math.max(0.06 * (max - min), 1e-3, 1e-3 * Math.abs(max));
  limits[0] = min - room;
  limits[1] = max + room;
  return isKnown;
}
