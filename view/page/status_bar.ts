/// <reference lib="dom" />
import { ConnectionState } from "../connection_state.ts";
import { pageElement } from "./page_element.ts";
import type { RobotTabs } from "./robot_tabs.ts";
import { STATE_NAMES } from "./state_names.ts";

/** How things stand, as a page knows it. */
export interface Standing {
  /** Names of the robots. */
  readonly robots: readonly string[];
  /** How each of them stands, see `ConnectionState`, and why. */
  readonly states: readonly { readonly state: number; readonly reason: string }[];
  /** Why nothing comes from the process; "" while it does. */
  readonly lost: string;
  /** Whether the page stands still. */
  readonly isPaused: boolean;
  /** The last error of the log; "" for none. */
  readonly error: string;
}

/** Says how things stand: the worst of all robots in a bar, each one beside its name, and a frame round the picture when something is wrong. */
export class StatusBar {
  readonly #banner = pageElement("banner");
  readonly #tabs: RobotTabs;

  /** `tabs`: the robots. */
  constructor(tabs: RobotTabs) {
    this.#tabs = tabs;
  }

  /** Shows it. Returns whether something is wrong, by robot. */
  show(standing: Standing): readonly boolean[] {
    const { states, lost } = standing;
    const all = states.map(({ state }) => lost === "" ? state : ConnectionState.Lost);
    this.#tabs.mark(all.map((state, index) => {
      const { reason } = states[index];
      return { name: STATE_NAMES[state], text: `${STATE_NAMES[state]}${reason === "" ? "" : `: ${reason}`}` };
    }));
    pageElement("scene").classList.toggle("alarm", lost !== "" || all.some((state) => state >= ConnectionState.Held));
    const [state, text] = summary(standing);
    if (this.#banner.dataset.state !== state) this.#banner.dataset.state = state;
    if (this.#banner.textContent !== text) this.#banner.textContent = text;
    return all.map((each) => each >= ConnectionState.Held);
  }
}

function summary({ robots, states, lost, isPaused, error }: Standing): [string, string] {
  const last = error === "" ? "" : ` — ${error}`;
  if (lost !== "") return ["lost", `Not connected: ${lost}; trying again…${last}`];
  const worst = states.findIndex(({ state }) => state >= ConnectionState.Held);
  if (worst >= 0) {
    const others = states.filter(({ state }) => state >= ConnectionState.Held).length - 1;
    const more = others === 0 ? "" : ` (and ${others} more)`;
    const { state, reason } = states[worst];
    return [STATE_NAMES[state], `${robots[worst]} is ${STATE_NAMES[state]}: ${reason}${more}${last}`];
  }
  if (isPaused) return ["paused", "Paused: the picture stands still, the robots do not"];
  const least = Math.min(...states.map(({ state }) => state), ConnectionState.Running);
  if (least === ConnectionState.Running) {
    return ["running", robots.length === 1 ? `${robots[0]} is running` : "All robots are running"];
  }
  const which = states.findIndex(({ state }) => state === least);
  const { reason = "" } = states[which] ?? {};
  const alike = states.filter(({ state }) => state === least).length;
  const who = alike === robots.length && alike > 1 ? "All robots are" : `${robots[which] ?? "The process"} is`;
  return [STATE_NAMES[least], `${who} ${STATE_NAMES[least]}${reason === "" ? "…" : `: ${reason}`}`];
}
