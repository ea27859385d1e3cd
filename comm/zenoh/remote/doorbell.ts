import { CellBell } from "../../cell/cell_bell.ts";

/** The bell of all remote publishers of this process: whoever sends rings it in the control worker, and the main thread looks at each cell. */
export class Doorbell {
  static #shared: Doorbell | undefined;
  /** The bell, for `CellWriterOptions.bell`. */
  readonly memory: SharedArrayBuffer = CellBell.allocate();
  readonly #bell = new CellBell(this.memory);
  readonly #looks = new Set<() => void>();
  #listening: Promise<void> | undefined;

  private constructor() {}

  /** The one of this process. It keeps a waiting thread only while somebody has asked to be called. */
  static get shared(): Doorbell {
    return Doorbell.#shared ??= new Doorbell();
  }

  /** Calls `look` whenever somebody has rung, until `remove`. It must not throw. */
  add(look: () => void): void {
    this.#looks.add(look);
    this.#listening ??= this.#listen();
  }

  /** Ends the calls; resolves when nothing of this is left. */
  async remove(look: () => void): Promise<void> {
    this.#looks.delete(look);
    if (this.#looks.size > 0) return;
    this.#bell.ring();
    await this.#listening;
  }

  async #listen(): Promise<void> {
    while (this.#looks.size > 0) {
      await this.#bell.listen(() => {
        for (const look of this.#looks) look();
      });
    }
    this.#listening = undefined;
  }
}
