import { lockPlaces, type MemoryPlace } from "./lock_places.ts";
import { ProcessKeeper } from "./process_keeper.ts";

/** How soon what was taken is given back [ms]. */
const LOOK_MS = 50;

/**
 * The main thread's watch over what a library in another thread may change at any moment, see {@link ProcessKeeper}: it is made as it was within a moment, and
 * told of once each. Made when the program's own signal handlers stand; it does not keep the process alive.
 */
export class ProcessWatch {
  readonly #keeper = new ProcessKeeper();
  readonly #tell: (text: string) => void;
  readonly #told = new Set<string>();
  readonly #timer: number;
  #places: readonly MemoryPlace[] = [];
  #isUnlocked = false;

  /** Starts. `tell` gets what had been changed, as a text that follows the name of who did it. */
  constructor(tell: (text: string) => void) {
    this.#tell = tell;
    this.#timer = setInterval(() => this.look(), LOOK_MS);
    Deno.unrefTimer(this.#timer);
  }

  /** Buffers that stay locked in memory whatever is unlocked beside them; they must exist as long as the watch goes on. */
  keepLocked(places: readonly MemoryPlace[]): void {
    this.#places = places;
    if (this.#isUnlocked) lockPlaces(places);
  }

  /** Looks now. */
  look(): void {
    for (const text of this.#keeper.giveBack()) {
      if (text === ProcessKeeper.MEMORY) {
        this.#isUnlocked = true;
        lockPlaces(this.#places);
      }
      if (this.#told.has(text)) continue;
      this.#told.add(text);
      this.#tell(text);
    }
  }

  /** Ends. */
  stop(): void {
    clearInterval(this.#timer);
  }
}
