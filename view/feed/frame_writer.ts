import { liveLength } from "../../schemas/live_length.ts";
import type { ViewSource } from "../view_source.ts";
import { FrameLayout as L } from "./frame_layout.ts";

/** Copies what a source tells now into a frame. */
export class FrameWriter {
  /** The frame. */
  readonly frame: Float64Array<ArrayBuffer>;
  readonly #source: ViewSource;
  readonly #layout: L;

  /** A frame for this source. */
  constructor(source: ViewSource) {
    this.#source = source;
    this.#layout = new L(
      source.robots.map(({ module }) => liveLength(module)),
      source.models.map(({ poses }) => (poses?.length ?? 0) / L.POSE),
    );
    this.frame = new Float64Array(this.#layout.length);
  }

  /** Writes all values but those of the connections, which `setConnection` sets. `timeS`: now. */
  write(timeS: number): void {
    const { frame } = this;
    const loop = this.#source.loop();
    frame[L.TIME] = timeS;
    frame[L.CYCLES] = loop.cycles;
    frame[L.MISSED] = loop.missed;
    frame[L.LATE_MEAN] = loop.late.mean;
    frame[L.LATE_MAX] = loop.late.max;
    frame[L.BUSY_MEAN] = loop.busy.mean;
    frame[L.BUSY_MAX] = loop.busy.max;
    frame[L.NUMBER] += 1;
    const time = this.#source.time?.();
    frame[L.WORLD_TIME] = time?.timeS ?? NaN;
    frame[L.FACTOR] = time?.factor ?? NaN;
    this.#source.robots.forEach((robot, index) => {
      const at = this.#layout.robots[index];
      const age = robot.age();
      frame[at + L.STATES] = robot.states();
      frame[at + L.COMMANDS] = robot.commands();
      frame[at + L.REFUSED] = robot.refused();
      frame[at + L.AGE_MEAN] = age.mean;
      frame[at + L.AGE_MAX] = age.max;
      frame[at + L.ROUND_TRIP] = robot.roundTrip();
      frame.set(robot.live, at + L.ROBOT_VALUES);
    });
    this.#source.models.forEach(({ poses }, index) => {
      if (poses !== undefined) frame.set(poses, this.#layout.poses[index]);
    });
  }

  /** The frame with contacts behind it; absent where nobody knows of any. */
  withContacts(): Float64Array<ArrayBuffer> | undefined {
    const contacts = this.#source.contacts?.read();
    if (contacts === undefined) return undefined;
    const both = new Float64Array(this.frame.length + contacts.length);
    both.set(this.frame);
    both.set(contacts, this.frame.length);
    return both;
  }

  /** Sets how things stand with a robot. */
  setConnection(robot: number, state: number): void {
    this.frame[this.#layout.robots[robot] + L.CONNECTION] = state;
  }
}
