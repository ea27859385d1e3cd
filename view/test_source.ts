import { LogLines } from "../core/log/log_lines.ts";
import { ConnectionState } from "./connection_state.ts";
import type { ViewConnection, ViewRobot, ViewSource } from "./view_source.ts";

/** A source whose values a test sets. */
export class TestSource implements ViewSource {
  /** Title. */
  readonly title = "a test";
  /** Log. */
  readonly log = new LogLines();
  /** How things stand with the only robot. */
  connection: ViewConnection = { state: ConnectionState.Running, reason: "" };
  /** Positions, velocities, torques, commands of its two joints. */
  readonly live = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  /** Models. */
  models: ViewSource["models"] = [];
  /** Number of looks. */
  looks = 0;
  /** The robot. */
  readonly robots: readonly ViewRobot[] = [{
    name: "arm",
    module: {
      name: "Two",
      joints: ["a", "b"].map((name) => ({
        name,
        type: "revolute",
        lower: -1,
        upper: Infinity,
        velocity: 1,
        acceleration: 1,
        effort: 1,
      })),
      grippers: [],
      bodySensors: [],
      forceSensors: [],
      posture: [0, 0],
    },
    mode: "position",
    periodNs: 1e6,
    protocol: "shm",
    live: this.live,
    connection: () => this.connection,
    states: () => 10,
    commands: () => 20,
    refused: () => 30,
    age: () => ({ mean: 40, max: 50 }),
    roundTrip: () => 60,
  }];

  /** Figures. */
  loop() {
    return { cycles: 1, missed: 2, late: { mean: 3, max: 4 }, busy: { mean: 5, max: 6 } };
  }

  /** Counts. */
  look(): void {
    this.looks++;
  }
}
