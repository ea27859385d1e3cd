import type { ViewRobot } from "../view_source.ts";
import type { EventMessage } from "./view_messages.ts";

const MOST = 1000;

/** Notes how things stand with robots, and when that changes. */
export class Timeline {
  #robots: readonly ViewRobot[];
  #last: { state: number; reason: string }[];
  readonly #events: EventMessage[] = [];
  #dropped = 0;

  /** Nothing is noted yet. */
  constructor(robots: readonly ViewRobot[]) {
    this.#robots = robots;
    this.#last = robots.map(() => ({ state: -1, reason: "" }));
  }

  /** Goes on with other robots, which may be the same ones after more is known of them; what was noted stays. */
  follow(robots: readonly ViewRobot[]): void {
    this.#robots = robots;
    this.#last = robots.map((_, index) => this.#last[index] ?? { state: -1, reason: "" });
  }

  /** Looks at all robots at the time `timeS`. */
  look(timeS: number): void {
    this.#robots.forEach((robot, index) => {
      const { state, reason } = robot.connection();
      const last = this.#last[index];
      if (state === last.state && reason === last.reason) return;
      this.#last[index] = { state, reason };
      this.#events.push({ type: "event", timeS, robot: index, state, reason });
      if (this.#events.length <= MOST) return;
      this.#events.shift();
      this.#dropped++;
    });
  }

  /** How things stand with a robot, see `ConnectionState`. */
  state(robot: number): number {
    return this.#last[robot].state;
  }

  /** Number of events so far. */
  get count(): number {
    return this.#dropped + this.#events.length;
  }

  /** The kept events from number `from` on. */
  since(from: number): readonly EventMessage[] {
    return this.#events.slice(Math.max(0, from - this.#dropped));
  }
}
