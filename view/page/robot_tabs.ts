/// <reference lib="dom" />
import { makeElement } from "./make_element.ts";
import { pageElement } from "./page_element.ts";

/** The robots, one of which is chosen: by pointer, by the arrow keys, or from outside. */
export class RobotTabs {
  readonly #root = pageElement("robots");
  readonly #onChoice: (robot: number) => void;

  /** `onChoice`: the reader has chosen another robot. */
  constructor(onChoice: (robot: number) => void) {
    this.#onChoice = onChoice;
    this.#root.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const tabs = this.#tabs;
      const at = tabs.findIndex((tab) => tab === document.activeElement);
      if (step === undefined || at < 0) return;
      const next = (at + step + tabs.length) % tabs.length;
      this.#onChoice(next);
      tabs[next].focus();
    });
  }

  /** Begins anew, with these robots. */
  reset(names: readonly string[]): void {
    const tabs = names.map((name, index) => {
      const tab = makeElement("button", { text: name });
      tab.type = "button";
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", "data");
      tab.addEventListener("click", () => this.#onChoice(index));
      return tab;
    });
    this.#root.replaceChildren(...tabs);
  }

  /** Marks the robot that is chosen. */
  select(robot: number): void {
    this.#tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", `${index === robot}`);
      tab.tabIndex = index === robot ? 0 : -1;
      if (index === robot) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }

  /** Marks how each robot stands: a word of `STATE_NAMES`, and a sentence for who rests the pointer on it. */
  mark(states: readonly { readonly name: string; readonly text: string }[]): void {
    this.#tabs.forEach((tab, index) => {
      const { name, text } = states[index] ?? { name: "waiting", text: "" };
      tab.dataset.state = name;
      tab.title = text;
    });
  }

  get #tabs(): HTMLElement[] {
    return Array.from(this.#root.children) as HTMLElement[];
  }
}
