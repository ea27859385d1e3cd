/// <reference lib="dom" />
import { FrameLayout } from "../feed/frame_layout.ts";
import { liveLength } from "../../schemas/live_length.ts";
import type { HelloMessage, ViewMessage } from "../feed/view_messages.ts";
import { ContactView } from "./contact_view.ts";
import { FeedLink, type FeedListener } from "./feed_link.ts";
import { figuresText } from "./figures_text.ts";
import { FrameHistory } from "./frame_history.ts";
import { framesToCsv } from "./frames_to_csv.ts";
import { JointTable } from "./joint_table.ts";
import { loadModel } from "./load_model.ts";
import { LogView } from "./log_view.ts";
import { ModelObject } from "./model_object.ts";
import { pageElement } from "./page_element.ts";
import { PlotPanel } from "./plot_panel.ts";
import { RobotScene } from "./robot_scene.ts";
import { RobotTabs } from "./robot_tabs.ts";
import { saveFile } from "./save_file.ts";
import { StatusBar } from "./status_bar.ts";
import { TimelineView } from "./timeline_view.ts";

/** Two minutes of frames; of large ones as many as have this many values: 64 MB. */
const KEPT_FRAMES = 7500;
const KEPT_VALUES = 8e6;
const PLOT_MS = 80;

/** The page: what comes from the process, and everything that shows it. */
export class RobotPage implements FeedListener {
  readonly #plots = new PlotPanel(pageElement("plots"), (timeS) => this.#timeS = timeS);
  readonly #timeline = new TimelineView(pageElement("timeline"));
  readonly #tabs = new RobotTabs((robot) => this.choose(robot));
  readonly #status = new StatusBar(this.#tabs);
  readonly #contacts = new ContactView((text) => this.#link.say(text));
  readonly #link: FeedLink;
  readonly #log = new LogView(pageElement<HTMLOListElement>("log"));
  readonly #notes = new Map<number, string>();
  readonly #models: ModelObject[] = [];
  /** Whether the commands of each robot are positions. */
  readonly #isPosition: boolean[] = [];
  #scene: RobotScene | undefined;
  #hello: HelloMessage | undefined;
  #layout = new FrameLayout([], []);
  #history = new FrameHistory(FrameLayout.VALUES, 1);
  #table: JointTable | undefined;
  #states: { readonly state: number; readonly reason: string }[] = [];
  #chosen = 0;
  #lost = "";
  #lostS: number | undefined;
  #lostMs = 0;
  #isPaused = false;
  #isGhost = true;
  #timeS = NaN;
  #plottedMs = 0;
  #nowS = 0;
  /** Number of robots whose positions were known when the camera was turned to them. */
  #placed = 0;

  /** Connects, and draws from now on. */
  constructor() {
    try {
      this.#scene = new RobotScene(pageElement<HTMLCanvasElement>("canvas"));
      this.#scene.addOverlay(this.#contacts.group);
    } catch (error) {
      this.#note(-1, `No 3D: the browser has no WebGL (${(error as Error).message})`);
    }
    this.#link = new FeedLink(this);
    const turn = () => {
      this.#draw();
      requestAnimationFrame(turn);
    };
    requestAnimationFrame(turn);
  }

  /** See {@link FeedListener}. */
  onMessage(message: ViewMessage): void {
    switch (message.type) {
      case "hello":
        return this.#begin(message);
      case "event":
        this.#states[message.robot] = message;
        this.#timeline.add(message);
        return this.#showStates();
      case "log":
        this.#log.add(message, this.#hello?.startMs ?? 0);
        return this.#showStates();
    }
  }

  /** See {@link FeedListener}. */
  onFrame(frame: Float64Array): void {
    const { length } = this.#layout;
    if (frame.length < length) return;
    this.#nowS = frame[FrameLayout.TIME];
    if (this.#lost !== "") {
      this.#lost = "";
      this.#lostS = undefined;
      this.#showStates();
    }
    if (!this.#isPaused) {
      this.#history.add(frame);
      this.#contacts.take(frame.subarray(length));
    }
    this.#scene?.touch();
  }

  /** See {@link FeedListener}. */
  onLost(reason: string): void {
    this.#lost = reason;
    if (this.#lostS === undefined) [this.#lostS, this.#lostMs] = [this.#nowS, performance.now()];
    this.#showStates();
  }

  /** Chooses the robot whose joints are shown and plotted. */
  choose(robot: number): void {
    if (this.#hello?.robots[robot] === undefined) return;
    this.#chosen = robot;
    const table = pageElement<HTMLTableElement>("joints");
    this.#table = new JointTable(table, this.#hello.robots[robot], () => this.replot());
    this.#tabs.select(robot);
    this.replot();
  }

  /** Makes the plots anew: other joints, or other colours. */
  replot(): void {
    this.#scene?.recolour();
    const robot = this.#hello?.robots[this.#chosen];
    if (robot === undefined || this.#table === undefined) return;
    const joints = [...this.#table.chosen].sort((a, b) => a - b);
    this.#plots.rebuild(robot, this.#layout.robots[this.#chosen], joints, this.#hello?.unmeasured ?? []);
    this.#plottedMs = 0;
  }

  /** Stops, or goes on; while it is stopped nothing new is kept, and a pointer on a plot shows how it was. */
  pause(): void {
    this.#isPaused = !this.#isPaused;
    this.#timeS = NaN;
    const button = pageElement("pause");
    button.setAttribute("aria-pressed", `${this.#isPaused}`);
    button.textContent = this.#isPaused ? "Go on" : "Pause";
    if (!this.#isPaused) this.#plots.unzoom();
    // Table, plots and picture show the same moment.
    this.#plottedMs = 0;
    this.#draw();
    this.#showStates();
  }

  /** Shows how it was so much earlier, or later [s], as the pointer on a plot does; stops first. */
  step(seconds: number): void {
    if (!this.#isPaused) this.pause();
    const { size } = this.#history;
    if (size === 0) return;
    const [firstS, lastS] = [0, size - 1].map((index) => this.#history.value(index, FrameLayout.TIME));
    const timeS = (Number.isFinite(this.#timeS) ? this.#timeS : lastS) + seconds;
    this.#timeS = Math.min(lastS, Math.max(firstS, timeS));
    this.#plottedMs = 0;
    this.#scene?.touch();
  }

  /** Shows, or hides, where the robots are commanded to be. */
  toggleGhost(): void {
    this.#isGhost = !this.#isGhost;
    pageElement("ghost").setAttribute("aria-pressed", `${this.#isGhost}`);
    this.#scene?.touch();
  }

  /** Shows, or hides, where bodies touch, and the forces there; nothing where the process knows of none. */
  toggleContacts(): void {
    this.#contacts.toggle();
    this.#scene?.touch();
  }

  /** Turns the camera to everything. */
  fit(): void {
    this.#scene?.fit();
  }

  /** Shows this span in the plots [s]. */
  setSpan(seconds: number): void {
    this.#plots.spanS = seconds;
    this.unzoom();
  }

  /** Shows the whole span in the plots. */
  unzoom(): void {
    this.#plots.unzoom();
    this.#plottedMs = 0;
  }

  /** Saves the 3D picture. */
  async savePicture(): Promise<void> {
    const picture = await this.#scene?.picture();
    if (picture) saveFile("uri.png", picture);
  }

  /** Saves all values that are kept. */
  saveValues(): void {
    const text = framesToCsv(this.#history, this.#hello?.robots ?? [], this.#layout);
    saveFile("uri.csv", new Blob([text], { type: "text/csv" }));
  }

  #begin(hello: HelloMessage): void {
    const isNew = hello.session !== this.#hello?.session;
    this.#hello = hello;
    this.#log.reset();
    this.#timeline.reset(hello.robots.map(({ name }) => name));
    this.#states = hello.robots.map(() => ({ state: 0, reason: "" }));
    this.#contacts.begin(hello);
    this.#isPosition.splice(0, Infinity, ...hello.robots.map(({ mode }) => mode === "position"));
    pageElement("ghost").hidden = !this.#isPosition.includes(true);
    if (!isNew) return this.replot();
    document.title = hello.title;
    pageElement("title").textContent = hello.title;
    this.#layout = new FrameLayout(
      hello.robots.map(liveLength),
      hello.models.map(({ bodies }) => bodies),
    );
    this.#history = new FrameHistory(
      this.#layout.length,
      Math.min(KEPT_FRAMES, Math.floor(KEPT_VALUES / this.#layout.length)),
    );
    this.#tabs.reset(hello.robots.map(({ name }) => name));
    this.choose(Math.min(this.#chosen, hello.robots.length - 1));
    this.#scene?.clear();
    this.#models.length = 0;
    this.#placed = 0;
    this.#notes.clear();
    hello.models.forEach((_, index) => this.#load(hello, index));
  }

  async #load(hello: HelloMessage, index: number): Promise<void> {
    const geometry = await loadModel(index);
    if (hello.session !== this.#hello?.session) return;
    if (typeof geometry === "string") return this.#note(index, `Not drawn: ${geometry}`);
    this.#note(index, geometry.notes.join("\n"));
    const model = new ModelObject(geometry, hello.models[index].position, {
      robots: this.#layout.robots,
      joints: hello.robots.map(({ joints }) => joints.length),
      isPosition: this.#isPosition,
      poses: this.#layout.poses[index],
    });
    this.#models.push(model);
    if (this.#history.size > 0) model.show(this.#history.frame(this.#history.size - 1), this.#isGhost);
    this.#scene?.add(model);
    this.#showStates();
  }

  #note(model: number, text: string): void {
    this.#notes.set(model, text);
    pageElement("notes").textContent = [...this.#notes.values()].filter((each) => each !== "").join("\n");
  }

  /** Says how things stand. */
  #showStates(): void {
    const bad = this.#status.show({
      robots: this.#hello?.robots.map(({ name }) => name) ?? [],
      states: this.#states,
      lost: this.#lost,
      isPaused: this.#isPaused,
      error: this.#log.lastError,
    });
    for (const model of this.#models) model.alarm((robot) => bad[robot]);
    this.#scene?.touch();
  }

  #draw(): void {
    const nowMs = performance.now();
    const { size } = this.#history;
    if (size > 0) {
      const isBack = this.#isPaused && Number.isFinite(this.#timeS);
      const index = isBack ? Math.min(size - 1, this.#history.find(this.#timeS)) : size - 1;
      const frame = this.#history.frame(index);
      if (nowMs - this.#plottedMs > PLOT_MS) {
        this.#plottedMs = nowMs;
        const lastS = this.#history.value(size - 1, FrameLayout.TIME);
        this.#plots.draw(this.#history, lastS);
        this.#table?.show(frame, this.#layout.robots[this.#chosen]);
        const knownS = this.#lostS === undefined ? this.#nowS : this.#lostS + (nowMs - this.#lostMs) / 1000;
        this.#timeline.draw(knownS, Math.max(30, this.#plots.spanS), this.#lostS);
        const figures = figuresText(this.#history, index, this.#layout.robots[this.#chosen]);
        const when = isBack ? `at ${frame[FrameLayout.TIME].toFixed(2)} s   ` : "";
        pageElement("figures").textContent = when + figures;
      }
      for (const model of this.#models) model.show(frame, this.#isGhost);
      this.#contacts.show(isBack);
      this.#place(frame);
    }
    this.#scene?.draw();
  }

  /** Turns the camera to robots that have just told where they are. */
  #place(frame: Float64Array): void {
    const isWorld = this.#layout.poses.some((at) => at >= 0);
    const robots = this.#layout.robots.filter((at) => Number.isFinite(frame[at + FrameLayout.ROBOT_VALUES]));
    const known = isWorld ? 1 : robots.length;
    if (known === this.#placed || this.#models.length === 0) return;
    this.#placed = known;
    this.#scene?.settle();
  }
}
