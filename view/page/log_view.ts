/// <reference lib="dom" />
import type { LogMessage } from "../feed/view_messages.ts";
import { makeElement } from "./make_element.ts";

const MOST = 500;

/** The lines of the log, the newest at the end; it follows them unless the reader has scrolled up. */
export class LogView {
  /** The last error, "" for none. */
  lastError = "";
  readonly #list: HTMLOListElement;
  #follows = true;

  /** Writes into `list`. */
  constructor(list: HTMLOListElement) {
    this.#list = list;
    list.addEventListener("scroll", () => {
      this.#follows = list.scrollHeight - list.scrollTop - list.clientHeight < 30;
    });
    // The timeline of the robots takes its place when they are known: the last line stays in sight.
    new ResizeObserver(() => this.#follow()).observe(list);
  }

  /** Begins anew. */
  reset(): void {
    this.#list.replaceChildren();
    this.lastError = "";
  }

  /** Adds a line. `startMs`: time 0, in milliseconds since 1970. */
  add({ timeS, level, message }: LogMessage, startMs: number): void {
    const list = this.#list;
    const item = makeElement("li", { className: level });
    const time = makeElement("time", { text: new Date(startMs + timeS * 1000).toTimeString().slice(0, 8) });
    item.append(time, level === "info" || level === "debug" ? message : `${level}: ${message}`);
    list.append(item);
    if (list.children.length > MOST) list.firstElementChild?.remove();
    this.#follow();
    if (level === "error") this.lastError = message;
  }

  #follow(): void {
    if (this.#follows) this.#list.scrollTop = this.#list.scrollHeight;
  }
}
