/// <reference lib="dom" />
import { pageElement } from "./page_element.ts";
import { RobotPage } from "./robot_page.ts";
import { Theme } from "./theme.ts";

/** What a key goes back or on [s]. */
const STEP_S = 0.1;

/** Starts everything, once the document is there. */
export function startPage(): void {
  const page = new RobotPage();
  const theme = new Theme(pageElement("theme"), () => page.replot());
  const keys = pageElement<HTMLDialogElement>("keys");
  const span = pageElement<HTMLSelectElement>("span");
  const actions: Record<string, () => void> = {
    " ": () => page.pause(),
    f: () => page.fit(),
    g: () => page.toggleGhost(),
    k: () => page.toggleContacts(),
    t: () => theme.toggle(),
    ",": () => page.step(-STEP_S),
    ".": () => page.step(STEP_S),
    z: () => page.unzoom(),
    p: () => void page.savePicture(),
    c: () => page.saveValues(),
    "?": () => keys.showModal(),
  };
  const buttons: Record<string, string> = {
    pause: " ",
    fit: "f",
    ghost: "g",
    contacts: "k",
    unzoom: "z",
    png: "p",
    csv: "c",
    help: "?",
  };
  for (const [id, key] of Object.entries(buttons)) pageElement(id).addEventListener("click", () => actions[key]());
  span.addEventListener("change", () => page.setSpan(Number(span.value)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
    // Space and letters mean something else where one can type or press.
    const { tagName } = event.target as HTMLElement;
    if (tagName === "SELECT" || event.key === " " && /^(BUTTON|INPUT)$/.test(tagName)) return;
    if (/^[1-9]$/.test(event.key)) return page.choose(Number(event.key) - 1);
    const action = actions[event.key.toLowerCase()];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}
