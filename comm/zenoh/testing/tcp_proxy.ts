/** A cable that a test can pull: passes on what goes to and comes from a port of this host. */
export class TcpProxy implements AsyncDisposable {
  /** Where it listens. */
  readonly port: number;
  readonly #listener: Deno.TcpListener;
  readonly #target: number;
  readonly #ends = new Set<Deno.Conn>();
  readonly #running = new Set<Promise<void>>();
  #isPulled = false;

  /** To port `target`. */
  constructor(target: number) {
    this.#target = target;
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    this.port = (this.#listener.addr as Deno.NetAddr).port;
    this.#run(this.#accept());
  }

  /** From now on nothing passes, and nobody is told: bytes are lost, new connections are taken and left alone. */
  pull(): void {
    this.#isPulled = true;
  }

  /** What is new passes again. Connections of before the pull stay as they are: they have lost bytes. */
  plug(): void {
    this.#isPulled = false;
  }

  /** Breaks all connections. */
  break(): void {
    for (const end of this.#ends) end.close();
    this.#ends.clear();
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    this.break();
    await Promise.all(this.#running);
  }

  #run(work: Promise<void>): void {
    const running = work.catch(() => {}).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #accept(): Promise<void> {
    for await (const near of this.#listener) {
      this.#ends.add(near);
      if (this.#isPulled) continue;
      const far = await Deno.connect({ hostname: "127.0.0.1", port: this.#target }).catch(() => undefined);
      if (far === undefined) {
        near.close();
        this.#ends.delete(near);
        continue;
      }
      this.#ends.add(far);
      const line = { isDead: false };
      this.#run(this.#pass(near, far, line));
      this.#run(this.#pass(far, near, line));
    }
  }

  async #pass(from: Deno.Conn, to: Deno.Conn, line: { isDead: boolean }): Promise<void> {
    const buffer = new Uint8Array(1 << 16);
    for (;;) {
      const length = await from.read(buffer).catch(() => null);
      if (this.#isPulled) line.isDead = true;
      if (length === null) break;
      for (let sent = 0; sent < length && !line.isDead;) sent += await to.write(buffer.subarray(sent, length));
    }
    if (!line.isDead && this.#ends.delete(to)) to.close();
  }
}
