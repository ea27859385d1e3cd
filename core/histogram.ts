const SUB_BITS = 6;
const SUB = 1 << SUB_BITS;
const GROUPS = 34; // values up to 2^39 ns, about nine minutes
const LIMIT = 2 ** (GROUPS + 5);
const BUCKETS = (GROUPS + 2) * (SUB / 2);
const HEADER = 4; // Float64: count, sum, min, max

/** Figures of a histogram, in the unit of `scale`. */
export interface HistogramSummary {
  /** Number of values. */
  count: number;
  /** Median; 0 when there are no values, as all figures. */
  p50: number;
  /** 99th percentile. */
  p99: number;
  /** 99.9th percentile. */
  p999: number;
  /** Largest value, exact. */
  max: number;
  /** Smallest value, exact. */
  min: number;
  /** Mean, exact. */
  mean: number;
}

/** What a reader has seen of a histogram, see {@link Histogram.takeSince}. */
export interface HistogramMark {
  /** Number of values. */
  count: number;
  /** Their sum [ns]. */
  sum: number;
  /** Values by bucket. */
  readonly counts: Uint32Array;
}

/** Durations of a while [ns]. */
export interface RecentDurations {
  /** Number of values. */
  readonly count: number;
  /** Mean; NaN when there are none. */
  readonly mean: number;
  /** Largest, to 1.6 %; NaN when there are none. */
  readonly max: number;
}

/**
 * Durations counted in buckets of 1.6 % width, in memory that two threads share.
 *
 * - One thread records, any thread reads; a reader may see a value counted a moment early or late.
 * - Real-time safe: `record`.
 */
export class Histogram {
  /** Bytes of memory of one histogram. */
  static readonly BYTES: number = HEADER * 8 + BUCKETS * 4;
  readonly #head: Float64Array;
  readonly #buckets: Uint32Array;

  /** On `buffer` from `byteOffset` (a multiple of 8), by default on memory of its own. The memory is taken as it is, zeros being empty. */
  constructor(buffer: SharedArrayBuffer | ArrayBuffer = new ArrayBuffer(Histogram.BYTES), byteOffset = 0) {
    this.#head = new Float64Array(buffer, byteOffset, HEADER);
    this.#buckets = new Uint32Array(buffer, byteOffset + HEADER * 8, BUCKETS);
  }

  /**
   * Counts a duration [ns]; what is negative counts as 0.
   *
   * @realtime
   */
  record(valueNs: number): void {
    const value = valueNs > 0 ? valueNs : 0;
    const head = this.#head;
    if (head[0] === 0 || value < head[2]) head[2] = value;
    if (value > head[3]) head[3] = value;
    head[0] += 1;
    head[1] += value;
    this.#buckets[Histogram.#bucketOf(value)] += 1;
  }

  /** Number of values. */
  get count(): number {
    return this.#head[0];
  }

  /** Largest value [ns]. */
  get max(): number {
    return this.#head[3];
  }

  /** Forgets all values. Not while another thread records. */
  reset(): void {
    this.#head.fill(0);
    this.#buckets.fill(0);
  }

  /** A mark for {@link takeSince}, before all values. */
  static newMark(): HistogramMark {
    return { count: 0, sum: 0, counts: new Uint32Array(BUCKETS) };
  }

  /** What was recorded since `mark`, which is brought up to date. */
  takeSince(mark: HistogramMark): RecentDurations {
    const [count, sum] = this.#head;
    let highest = -1;
    for (let i = 0; i < BUCKETS; i++) {
      const now = this.#buckets[i];
      if (now === mark.counts[i]) continue;
      highest = i;
      mark.counts[i] = now;
    }
    const added = count - mark.count;
    const mean = added > 0 ? (sum - mark.sum) / added : NaN;
    mark.count = count;
    mark.sum = sum;
    return { count: added, mean, max: highest < 0 ? NaN : Math.min(Histogram.#middleOf(highest), this.#head[3]) };
  }

  /** Value [ns] that the share `q` (0 … 1) of the values does not exceed, to 1.6 %; 0 when there are none. */
  quantile(q: number): number {
    const count = this.#head[0];
    if (count === 0) return 0;
    const rank = Math.max(1, Math.ceil(q * count));
    let seen = 0;
    for (let i = 0; i < BUCKETS; i++) {
      seen += this.#buckets[i];
      if (seen >= rank) return Math.min(Math.max(Histogram.#middleOf(i), this.#head[2]), this.#head[3]);
    }
    return this.#head[3];
  }

  /** All figures, each divided by `scale` (1000: in µs), to three decimals. */
  summary(scale = 1000): HistogramSummary {
    const at = (value: number) => Math.round(value / scale * 1000) / 1000;
    const [count, sum, min, max] = this.#head;
    return {
      count,
      p50: at(this.quantile(0.5)),
      p99: at(this.quantile(0.99)),
      p999: at(this.quantile(0.999)),
      max: at(max),
      min: at(min),
      mean: count === 0 ? 0 : at(sum / count),
    };
  }

  /** @realtime */
  static #bucketOf(value: number): number {
    if (value < SUB) return Math.floor(value);
    if (value >= LIMIT) return BUCKETS - 1;
    // Group g holds the values of [2^(g+5), 2^(g+6)) in 32 steps; clz32 alone would end at 2^32.
    let scaled = Math.floor(value);
    let shift = 0;
    if (scaled >= 4294967296) {
      scaled = Math.floor(scaled / 65536);
      shift = 16;
    }
    const drop = 32 - Math.clz32(scaled) - SUB_BITS;
    const down = drop > 0 ? drop : 0;
    return (down + shift) * (SUB / 2) + (scaled >>> down);
  }

  static #middleOf(bucket: number): number {
    if (bucket < SUB) return bucket;
    const group = Math.floor(bucket / (SUB / 2)) - 1;
    const step = bucket - group * (SUB / 2);
    return (step + 0.5) * 2 ** group;
  }
}
