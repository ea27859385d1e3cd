import { Libc } from "./libc.ts";

/** `struct sigaction` of the C library on 64-bit Linux, which begins with the address of the handler. */
const SIGACTION_BYTES = 152;
const SIGNALS = [["SIGHUP", 1], ["SIGINT", 2], ["SIGTERM", 15]] as const;

/**
 * What this process does at the signals that stop it, as it is when this is made: libraries of others that are loaded afterwards may take them for
 * themselves, and nobody could stop the program any more.
 */
export class StopSignalHandlers {
  readonly #libc = new Libc();
  readonly #kept = SIGNALS.map(([name, number]) => ({ name, number, action: this.#read(number) }));

  /** Makes it as it was. Returns the names of the signals that somebody had taken meanwhile. */
  giveBack(): string[] {
    return this.#kept.filter(({ number, action }) => {
      if (handlerOf(this.#read(number)) === handlerOf(action)) return false;
      this.#libc.call.sigaction(number, action, new Uint8Array(SIGACTION_BYTES));
      return true;
    }).map(({ name }) => name);
  }

  #read(number: number): Uint8Array<ArrayBuffer> {
    const action = new Uint8Array(SIGACTION_BYTES);
    this.#libc.call.sigaction_read(number, null, action);
    return action;
  }
}

function handlerOf(action: Uint8Array<ArrayBuffer>): bigint {
  return new DataView(action.buffer).getBigUint64(0, true);
}
