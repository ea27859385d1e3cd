import type { Sample } from "@eclipse-zenoh/zenoh-ts";
import type { RemoteConnection } from "./remote_connection.ts";
import { loadZenohTs } from "./load_zenoh_ts.ts";

/** Tells of tokens that come and go; without a link none is there. */
export class RemoteWatch {
  readonly #onChange: (key: string, alive: boolean) => void;
  readonly #alive = new Set<string>();

  /** `onChange` is told of each change. */
  constructor(onChange: (key: string, alive: boolean) => void) {
    this.#onChange = onChange;
  }

  /** Declares it on a connection; gives back how to undo that. */
  async declare(connection: RemoteConnection, keyExpression: string): Promise<() => Promise<void>> {
    const { lib } = await loadZenohTs();
    const handler = (sample: Sample) => {
      if (!connection.isLost) this.#set(sample.keyexpr().toString(), sample.kind() === lib.SampleKind.PUT);
    };
    const watch = await connection.session.liveliness().declareSubscriber(keyExpression, { history: true, handler });
    return () => watch.undeclare();
  }

  /** There is no link now. */
  lose(): void {
    for (const key of [...this.#alive]) this.#set(key, false);
  }

  #set(key: string, alive: boolean): void {
    if (this.#alive.has(key) === alive) return;
    if (alive) this.#alive.add(key);
    else this.#alive.delete(key);
    try {
      this.#onChange(key, alive);
    } catch (error) {
      reportError(error); // the caller's defect; the others are still to be told
    }
  }
}
