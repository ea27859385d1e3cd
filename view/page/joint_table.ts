/// <reference lib="dom" />
import { FrameLayout } from "../feed/frame_layout.ts";
import type { PageRobot } from "../feed/view_messages.ts";
import { jointColour } from "./joint_colour.ts";
import { makeElement } from "./make_element.ts";

/** Joints that are plotted at first. */
const FIRST = 7;
const COLUMNS = 4;

/** The table of one robot's joints: what they do now, and which of them are plotted. */
export class JointTable {
  /** Numbers of the joints that are plotted. */
  readonly chosen = new Set<number>();
  readonly #cells: HTMLTableCellElement[][];

  /** Fills `table` for a robot. `onChoice`: another set of joints is plotted. */
  constructor(table: HTMLTableElement, robot: PageRobot, onChoice: () => void) {
    this.#cells = robot.joints.map((joint, index) => {
      const row = makeElement("tr");
      const head = makeElement("th");
      head.scope = "row";
      const label = makeElement("label");
      const box = makeElement("input");
      box.type = "checkbox";
      box.checked = index < FIRST;
      if (box.checked) this.chosen.add(index);
      box.addEventListener("change", () => {
        if (box.checked) this.chosen.add(index);
        else this.chosen.delete(index);
        onChoice();
      });
      const chip = makeElement("span", { className: "chip" });
      chip.style.background = jointColour(index);
      label.append(box, chip, nameOf(joint.name));
      label.title = limitsOf(joint);
      const line = makeElement("div", { className: "joint" });
      line.append(label, makeElement("span", { className: "unit", text: joint.type === "revolute" ? "rad" : "m" }));
      head.append(line);
      const cells = Array.from({ length: COLUMNS }, () => makeElement("td"));
      cells.forEach((cell, column) => cell.dataset.what = ["position", "command", "velocity", "torque"][column]);
      row.dataset.joint = joint.name;
      row.append(head, ...cells);
      return { row, cells };
    }).map(({ row, cells }, index) => {
      if (index === 0) table.tBodies[0].replaceChildren(row);
      else table.tBodies[0].append(row);
      return cells;
    });
  }

  /** Shows the values of a frame; those of the robot begin at `at`. */
  show(frame: Float64Array, at: number): void {
    const count = this.#cells.length;
    const vectors = [0, 3, 1, 2];
    this.#cells.forEach((cells, joint) =>
      cells.forEach((cell, column) => {
        const value = frame[at + FrameLayout.ROBOT_VALUES + vectors[column] * count + joint];
        const text = Number.isNaN(value) ? "–" : value.toFixed(column === 3 ? 2 : 4).replace(/^-(?=[0.]+$)/, "");
        if (cell.textContent !== text) cell.textContent = text;
      })
    );
  }
}

/** A name that may be broken after its parts. */
function nameOf(text: string): HTMLElement {
  const name = makeElement("span", { className: "name" });
  name.append(...text.split(/(?<=[_./-])/).flatMap((part) => [part, makeElement("wbr")]));
  return name;
}

function limitsOf({ lower, upper, velocity, effort, type }: PageRobot["joints"][number]): string {
  const unit = type === "revolute" ? "rad" : "m";
  const show = (value: number | null) => value === null ? "∞" : String(Math.round(value * 1e4) / 1e4);
  return `${show(lower === null ? null : lower)} to ${show(upper)} ${unit}, ${show(velocity)} ${unit}/s, ${
    show(effort)
  } ${type === "revolute" ? "Nm" : "N"}`;
}
