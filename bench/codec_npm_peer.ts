import { Builder, type ByteBuffer } from "flatbuffers";

/**
 * One State of six joints after the other, built and read out with the npm package `flatbuffers` at its best: one builder used
 * again and again, the message read where it was built, values copied into arrays that exist already. The package has no verifier.
 */
export class CodecNpmPeer {
  readonly #builder = new Builder(1024);
  readonly #sent = [new Float64Array(6), new Float64Array(6), new Float64Array(6)];
  readonly #received = [new Float64Array(6), new Float64Array(6), new Float64Array(6)];
  #stamp = 0n;
  #receivedStamp = 0n;

  /** Creates the values that are sent. */
  constructor() {
    for (let i = 0; i < 6; i++) {
      this.#sent[0][i] = 0.1 * (i + 1);
      this.#sent[1][i] = -0.2 * (i + 1);
      this.#sent[2][i] = 3 * (i + 1);
    }
  }

  /** Sends and reads `iterations` States; returns false when one was not read as it was sent. */
  run(iterations: number): boolean {
    for (let i = 0; i < iterations; i++) {
      this.#stamp += 1000000n;
      this.#sent[0][i % 6] += 1e-6;
      this.#encode();
      this.#decode(this.#builder.dataBuffer());
      if (this.#receivedStamp !== this.#stamp) return false;
    }
    return this.#received.every((values, k) => values.every((value, i) => value === this.#sent[k][i]));
  }

  /** A copy of the State that was built last. */
  message(): Uint8Array {
    return this.#builder.asUint8Array().slice();
  }

  #encode(): void {
    const builder = this.#builder;
    builder.clear();
    const torque = this.#vector(this.#sent[2]);
    const velocity = this.#vector(this.#sent[1]);
    const position = this.#vector(this.#sent[0]);
    builder.startObject(6);
    builder.addFieldOffset(0, position, 0);
    builder.addFieldOffset(1, velocity, 0);
    builder.addFieldOffset(2, torque, 0);
    builder.addFieldInt64(5, this.#stamp, 0n);
    builder.finish(builder.endObject());
  }

  #vector(values: Float64Array): number {
    const builder = this.#builder;
    builder.startVector(8, values.length, 8);
    for (let i = values.length - 1; i >= 0; i--) builder.addFloat64(values[i]);
    return builder.endVector();
  }

  #decode(buffer: ByteBuffer): void {
    const table = buffer.readInt32(buffer.position()) + buffer.position();
    for (let field = 0; field < 3; field++) {
      const offset = buffer.__offset(table, 4 + 2 * field);
      if (offset === 0) continue;
      const count = buffer.__vector_len(table + offset);
      const start = buffer.__vector(table + offset);
      const to = this.#received[field];
      for (let i = 0; i < count; i++) to[i] = buffer.readFloat64(start + 8 * i);
    }
    const stamp = buffer.__offset(table, 14);
    this.#receivedStamp = stamp === 0 ? 0n : buffer.readUint64(table + stamp);
  }
}
