import type { SingleCell } from "../cell/cell_memory.ts";
import { cellHammer } from "./cell_hammer.ts";

/** What this thread is to do. */
export interface HammerWork {
  /** `write` publishes 1 to `last`; `read` and `unchecked` take until `last`. */
  readonly role: "write" | "read" | "unchecked";
  /** The cell. */
  readonly cell: SingleCell;
  /** The last message. */
  readonly last: number;
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<HammerWork>) => void) | null;
  postMessage(message: unknown): void;
};

scope.onmessage = ({ data }) => {
  const ready = () => scope.postMessage("ready");
  if (data.role === "write") {
    cellHammer.write(data.cell, 1, data.last);
    scope.postMessage("written");
  } else {
    const read = data.role === "read" ? cellHammer.read : cellHammer.readUnchecked;
    scope.postMessage(read(data.cell, data.last, ready));
  }
};
