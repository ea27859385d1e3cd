import type { BenchProgress, BenchRow } from "./bench_row.ts";
import type { LinkRoundTrips } from "./link_round_trips.ts";
import { median } from "./median.ts";

const QUANTILES = ["p50", "p99", "p99.9"] as const;

/** How rows are judged. */
export interface LinkTargets {
  /** For p50, p99 and p99.9: the most that it may be [ns]. */
  readonly mostNs?: readonly (number | undefined)[];
  /** For p50, p99 and p99.9: the most that it may be, in terms of the peer. */
  readonly mostRatio?: readonly (number | undefined)[];
}

/** One way to make round trips, and what they took, round by round. */
export class LinkWay {
  /** What the rows call it. */
  readonly name: string;
  /** p50, p99 and p99.9 [ns] of each round. */
  readonly rounds: number[][] = [];
  readonly #run: () => Promise<readonly number[]>;

  /** `run` makes the round trips of one round, and resolves to p50, p99 and p99.9 [ns]. */
  constructor(name: string, run: () => Promise<readonly number[]>) {
    this.name = name;
    this.#run = run;
  }

  /** Over a link between two processes of this program. */
  static over(link: LinkRoundTrips, name: string, trips: number, periodNs = 0): LinkWay {
    return new LinkWay(name, async () => {
      const { p50, p99, p999 } = await link.run(trips, periodNs);
      return [p50, p99, p999];
    });
  }

  /** Lets all ways take turns, in changing order. */
  static async inTurns(ways: readonly LinkWay[], rounds: number, progress: BenchProgress): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      progress(`round ${round + 1} of ${rounds}`);
      for (let i = 0; i < ways.length; i++) {
        const way = ways[(round + i) % ways.length];
        way.rounds.push([...await way.#run()]);
      }
    }
  }

  /** The rows p50, p99 and p99.9, compared with `peer`, or with the reason why there is `none`. */
  rows(peer: LinkWay | undefined, none: string, note: string, targets: LinkTargets = {}): BenchRow[] {
    return QUANTILES.map((quantile, i) => {
      const value = this.#median(i);
      const row: BenchRow = { bench: "link", name: `${this.name}, ${quantile}`, unit: "us", value: value / 1000 };
      const notes = none === "" ? [note] : [note, `no peer: ${none}`];
      if (peer !== undefined) {
        const peerValue = peer.#median(i);
        Object.assign(row, { peer: peer.name, peerValue: peerValue / 1000, ratio: value / peerValue });
        notes.push(this.#spread(peer, i));
      }
      if (notes.join("") !== "") row.note = notes.filter((each) => each !== "").join("; ");
      const most = targets.mostNs?.[i], mostRatio = targets.mostRatio?.[i];
      if (most !== undefined) Object.assign(row, { target: `at most ${most / 1000} us`, pass: value <= most });
      if (mostRatio !== undefined) {
        row.target = `at most ${mostRatio.toFixed(1)}x the peer`;
        if (row.ratio !== undefined) row.pass = row.ratio <= mostRatio;
      }
      return row;
    });
  }

  /** The ratios of the single rounds, in words. */
  #spread(peer: LinkWay, quantile: number): string {
    const ratios = this.rounds.map((round, i) => round[quantile] / peer.rounds[i][quantile]).toSorted((a, b) => a - b);
    const at = (share: number) => ratios[Math.floor(share * (ratios.length - 1))].toFixed(2);
    return `ratios of single rounds: median ${median(ratios).toFixed(2)}, half of them from ${at(0.25)} to ${at(0.75)}`;
  }

  #median(quantile: number): number {
    return median(this.rounds.map((round) => round[quantile]));
  }
}
