import { Libc } from "./libc.ts";

/** `struct sigaction` of the C library on 64-bit Linux, which begins with the address of the handler. */
const SIGACTION_BYTES = 152;
const STOPS = "it is what stops this program";
/** Name, number, and why it stays with this program. */
const SIGNALS = [
  ["SIGHUP", 1, STOPS],
  ["SIGINT", 2, STOPS],
  ["SIGTERM", 15, STOPS],
  ["SIGPIPE", 13, "it would end this program when nobody reads its output any more"],
] as const;

/**
 * What this process does at the signals that stop it, or would end it for nothing, as it is when this is made: libraries of others may take them for
 * themselves afterwards, and nobody could stop the program any more.
 */
export class SignalHandlers {
  readonly #libc = new Libc();
  readonly #now = new Uint8Array(SIGACTION_BYTES);
  readonly #kept = SIGNALS.map(([name, number, why]) => ({ name, number, why, action: this.#read(number).slice() }));

  /** Makes it as it was. Returns the signals that somebody had taken meanwhile, and why they are given back. */
  giveBack(): { readonly name: string; readonly why: string }[] {
    return this.#kept.filter(({ number, action }) => {
      if (handlerOf(this.#read(number)) === handlerOf(action)) return false;
      this.#libc.call.sigaction(number, action, this.#now);
      return true;
    });
  }

  #read(number: number): Uint8Array<ArrayBuffer> {
    this.#libc.call.sigaction_read(number, null, this.#now);
    return this.#now;
  }
}

function handlerOf(action: Uint8Array<ArrayBuffer>): bigint {
  return new DataView(action.buffer).getBigUint64(0, true);
}
