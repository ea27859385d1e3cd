import { SystemClock } from "../../core/system_clock.ts";
import type { SingleCell } from "../cell/cell_memory.ts";
import { CellReader } from "../cell/cell_reader.ts";
import { CellWriter } from "../cell/cell_writer.ts";

/** One end of a game of ping-pong. */
export interface PingPongWork {
  /** Where it hears from. */
  readonly from: SingleCell;
  /** Where it answers. */
  readonly to: SingleCell;
  /** Messages to answer. */
  readonly rounds: number;
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<PingPongWork>) => void) | null;
  postMessage(message: unknown): void;
};

/** Answers each message, asleep in between; says how many waits ended by their timeout. */
scope.onmessage = ({ data }) => {
  const clock = new SystemClock();
  const reader = new CellReader(data.from, clock), writer = new CellWriter(data.to, clock);
  const into = new Uint32Array(reader.capacity / 4);
  let timeouts = 0;
  scope.postMessage("ready");
  for (let round = 0; round < data.rounds;) {
    if (!reader.wait(900_000_000)) timeouts++;
    else if (reader.takeLatest(into) >= 0) {
      writer.publish(into, 0, 4);
      round++;
    }
  }
  scope.postMessage(timeouts);
};
