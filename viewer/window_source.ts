import type { Clock } from "../core/clock.ts";
import { pause } from "../core/pause.ts";
import { readWindow } from "./read_window.ts";
import type { SensorNames } from "./sensor_learner.ts";
import type { ViewerLink } from "./start_viewer_worker.ts";
import { ViewBlock } from "./view_block.ts";
import type { ViewWindow } from "./view_window.ts";
import type { ViewerConfig } from "./viewer_config.ts";

/** How long the wait for a window sleeps at once [ms]: shortest at first, for robots that are quick. */
const SHORTEST_MS = 1;
const LONGEST_MS = 20;
/** A `sync()` that takes longer is shown, where that costs nothing [ms]. */
const SILENT_MS = 500;
/** Such windows come at most as often where they are not drawn in place [ms]. */
const REPEAT_MS = 1000;

/** Where the windows of a viewer come from: the loop in the worker, and the main thread's own watch while the loop is in a `sync()` that lasts. */
export class WindowSource {
  /** Resolves when the loop has ended. */
  readonly ended: Promise<void>;
  /** True once the loop has ended. */
  hasEnded = false;
  /** Resolves when the driver is closed, to what went wrong with that; "": nothing. */
  readonly closed: Promise<string>;
  /** The window given last. */
  last: ViewWindow | undefined;
  readonly #link: ViewerLink;
  readonly #block: ViewBlock;
  readonly #clock: Clock;
  readonly #config: ViewerConfig;
  readonly #inPlace: boolean;
  #sensors: SensorNames;
  #error = "";
  #startNs = 0;
  #silentAtMs = -Infinity;

  /** The loop must be ready to run. `inPlace`: windows are drawn over each other, so that a silent driver may be shown often. */
  constructor(link: ViewerLink, block: ViewBlock, clock: Clock, config: ViewerConfig, inPlace: boolean) {
    this.#link = link;
    this.#block = block;
    this.#clock = clock;
    this.#config = config;
    this.#inPlace = inPlace;
    this.#sensors = config.module ?? { bodySensors: [], forceSensors: [] };
    this.#learn();
    this.ended = link.next(["ended"]).then(
      (message) => this.#end(message?.type === "ended" ? message.error : ""),
      // The worker has failed: what it threw is in the text.
      (error: Error) => this.#end(error.message),
    );
    this.closed = link.next(["closed"]).then((message) => message?.type === "closed" ? message.error : "", () => "");
  }

  /** Lets the loop run, and asks for the first window, which is that of the first cycle. */
  start(): void {
    this.#startNs = this.#clock.now();
    this.ask();
    this.#link.post({ type: "run" });
  }

  /** Asks for a window, unless one that was asked for has not come yet. */
  ask(): void {
    const { flags } = this.#block;
    const asked = Atomics.load(flags, ViewBlock.ASKED);
    if (Atomics.load(flags, ViewBlock.ANSWERED) === asked) Atomics.store(flags, ViewBlock.ASKED, asked + 1);
  }

  /** The window that was asked for; or one without a cycle, while `sync()` lasts long; or the last one, with the driver's error. `undefined` once `isOver`. */
  async next(isOver: () => boolean): Promise<ViewWindow | undefined> {
    for (let ms = SHORTEST_MS; !isOver(); ms = Math.min(LONGEST_MS, 2 * ms)) {
      const window = this.#look();
      if (window !== undefined) return this.last = window;
      await pause(ms);
    }
    return undefined;
  }

  /** True while the driver has been in `sync()` for longer than `robot_interface.sync_timeout_ms`, or three periods. */
  get isHung(): boolean {
    return this.#silentMs() > Math.max(this.#config.driver.syncTimeoutMs, 3 * this.#config.periodNs / 1e6);
  }

  /** True while the driver has been in `sync()` for longer than robots take, and than this one took lately. */
  get isSilent(): boolean {
    const lately = 2 * (this.last?.period?.max ?? 0) / 1000;
    return this.#silentMs() > Math.max(SILENT_MS, 2 * this.#config.periodNs / 1e6, lately);
  }

  /** Takes the names of sensors that the driver tells. */
  async #learn(): Promise<void> {
    for (;;) {
      const message = await this.#link.next(["sensors"]).catch(() => undefined);
      if (message?.type !== "sensors") return; // the worker has failed, which `ended` tells
      this.#sensors = message;
    }
  }

  #end(error: string): void {
    this.#error = error;
    this.hasEnded = true;
  }

  #look(): ViewWindow | undefined {
    const { flags } = this.#block;
    if (this.hasEnded) return { ...this.#read(), error: this.#error };
    // The message that says why comes at once.
    if (Atomics.load(flags, ViewBlock.ENDED) !== 0) return undefined;
    if (Atomics.load(flags, ViewBlock.ANSWERED) === Atomics.load(flags, ViewBlock.ASKED)) {
      const window = this.#read();
      // The loop may have ended meanwhile, and have written over what was read.
      return Atomics.load(flags, ViewBlock.ENDED) === 0 ? window : undefined;
    }
    const nowMs = performance.now();
    const isShown = this.#inPlace ? this.isSilent : this.isHung && nowMs - this.#silentAtMs >= REPEAT_MS;
    if (!isShown) return undefined;
    this.#silentAtMs = nowMs;
    return this.#silentWindow();
  }

  #read(): ViewWindow {
    return readWindow(this.#block, this.#sensors, this.#startNs);
  }

  /** The last State, and nothing that is of a window. */
  #silentWindow(): ViewWindow {
    const none = { vector: 0, index: 0, value: 0, count: 0, wanted: 0, cycles: 0 };
    return {
      ...this.last ?? EMPTY,
      timeS: (this.#clock.now() - this.#startNs) / 1e9,
      durationS: 0,
      cycles: 0,
      rateHz: undefined,
      sync: undefined,
      period: undefined,
      withoutState: 0,
      notFinite: none,
      wrong: none,
      syncDoesNotBlock: false,
      blockedS: this.#silentMs() / 1000,
    };
  }

  #silentMs(): number {
    const beatNs = this.#block.heartbeat[0];
    return (this.#clock.now() - (beatNs === 0 ? this.#startNs : beatNs)) / 1e6;
  }
}

const EMPTY = {
  totalCycles: 0,
  position: [],
  velocity: [],
  torque: [],
  bodySensors: [],
  forceSensors: [],
  error: "",
} as const;
