/// <reference lib="dom" />
const KEY = "uri-theme";

/** Light or dark: as the system has it, until the reader chooses; `onChange` is told of the other one. */
export class Theme {
  readonly #button: HTMLElement;
  readonly #onChange: () => void;

  /** Begins with what was chosen last. `button` shows the other one. */
  constructor(button: HTMLElement, onChange: () => void) {
    this.#button = button;
    this.#onChange = onChange;
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", () => {
      if (this.#stored() === null) this.#set(system.matches);
    });
    const stored = this.#stored();
    this.#set(stored === null ? system.matches : stored === "dark");
    button.addEventListener("click", () => this.toggle());
  }

  /** Takes the other one. */
  toggle(): void {
    const isDark = document.documentElement.dataset.theme !== "dark";
    try {
      localStorage.setItem(KEY, isDark ? "dark" : "light");
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
    this.#set(isDark);
  }

  #set(isDark: boolean): void {
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    this.#button.textContent = isDark ? "Light" : "Dark";
    this.#onChange();
  }

  #stored(): string | null {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }
}
