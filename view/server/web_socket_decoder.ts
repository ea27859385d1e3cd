/** Longest message that is taken [bytes]: the page says how many frames it has seen, and little else. */
const MOST = 125;
const MASK_BYTES = 4;
const Op = { Continuation: 0, Text: 1, Binary: 2, Close: 8, Ping: 9, Pong: 10 } as const;

/** Takes what a page sends by a WebSocket (RFC 6455) apart; only short messages are taken, so that it needs next to no memory. */
export class WebSocketDecoder {
  #bytes: Uint8Array = new Uint8Array();
  /** Kind of the message whose first parts have come; 0 while there is none. */
  #kind = 0;
  #parts: number[] = [];

  /**
   * Takes the next bytes, as they come from the network, and tells each message in them: 1 a text, 2 bytes, 8 the end, 9 ping, 10 pong. Returns 0, or
   * the code with which the connection is to be closed, because that is no WebSocket or too much of one; then nothing more may be given to it.
   */
  take(bytes: Uint8Array, tell: (kind: number, payload: Uint8Array) => void): number {
    const all = new Uint8Array(this.#bytes.length + bytes.length);
    all.set(this.#bytes);
    all.set(bytes, this.#bytes.length);
    let at = 0;
    while (all.length - at >= 2) {
      const [head, size] = [all[at], all[at + 1]];
      const [isLast, kind, length] = [(head & 0x80) !== 0, head & 0x0f, size & 0x7f];
      // Nothing was agreed that would use the reserved bits; a browser always masks.
      if ((head & 0x70) !== 0 || (size & 0x80) === 0) return 1002;
      const isControl = kind >= Op.Close;
      if (isControl ? kind > Op.Pong || !isLast || length > MOST : kind > Op.Binary) return 1002;
      if (!isControl && (kind === Op.Continuation) !== (this.#kind !== 0)) return 1002;
      if (!isControl && length + this.#parts.length > MOST) return 1009;
      const begin = at + 2 + MASK_BYTES;
      if (all.length < begin + length) break;
      const payload = all.slice(begin, begin + length);
      for (let i = 0; i < length; i++) payload[i] ^= all[at + 2 + i % MASK_BYTES];
      at = begin + length;
      if (isControl) tell(kind, payload);
      else {
        this.#kind ||= kind;
        this.#parts.push(...payload);
        if (!isLast) continue;
        const whole = Uint8Array.from(this.#parts);
        const told = this.#kind;
        [this.#kind, this.#parts] = [0, []];
        tell(told, whole);
      }
    }
    this.#bytes = all.slice(at);
    return 0;
  }
}
