/// <reference lib="dom" />
import type { HelloMessage } from "../feed/view_messages.ts";
import { ContactArrows } from "./contact_arrows.ts";
import { pageElement } from "./page_element.ts";

/** Contacts on demand: the button, what the process is asked for, the arrows and their legend. */
export class ContactView {
  readonly #arrows = new ContactArrows();
  readonly #button = pageElement("contacts");
  readonly #legend = pageElement("touches");
  readonly #say: (text: string) => void;
  /** Undefined while no process has told. */
  #isPossible: boolean | undefined;
  #isWanted = false;
  /** Of the last frame, see `FrameLayout.CONTACT`. */
  #last: Float64Array = new Float64Array();

  /** `say` tells the process what is wanted. */
  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** What is drawn. */
  get group() {
    return this.#arrows.group;
  }

  /** A connection begins: the process knows of contacts, or does not. */
  begin({ hasContacts }: HelloMessage): void {
    this.#isPossible = hasContacts;
    this.#button.hidden = !hasContacts;
    this.#ask();
  }

  /** Shows them, or not; does nothing where the process knows of none. */
  toggle(): void {
    if (this.#isPossible === false) return;
    this.#isWanted = !this.#isWanted;
    this.#button.setAttribute("aria-pressed", `${this.#isWanted}`);
    this.#last = new Float64Array();
    this.#ask();
  }

  /** Takes those of a frame. */
  take(contacts: Float64Array): void {
    this.#last = contacts;
  }

  /** Shows those that it has taken last. `isBack`: the page shows how it was before; contacts of then are not kept. */
  show(isBack: boolean): void {
    const text = this.#arrows.show(this.#isPossible && this.#isWanted && !isBack ? this.#last : undefined);
    if (this.#legend.textContent !== text) this.#legend.textContent = text;
  }

  #ask(): void {
    if (this.#isPossible) this.#say(`contacts ${this.#isWanted ? "on" : "off"}`);
  }
}
