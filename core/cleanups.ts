/** What must still be done when a process ends by a defect of its own: a robot is held, processes that were started are ended. */
export class Cleanups {
  readonly #works: (() => Promise<void>)[] = [];

  /** Adds something to be done. */
  add(work: () => Promise<void>): void {
    this.#works.push(work);
  }

  /** Does all of it, side by side, and waits at most `patienceMs`. What fails is left. */
  async run(patienceMs: number): Promise<void> {
    let timer: number | undefined;
    const patience = new Promise<void>((resolve) => timer = setTimeout(resolve, patienceMs));
    await Promise.race([Promise.allSettled(this.#works.map((work) => work())), patience]);
    clearTimeout(timer);
  }
}
