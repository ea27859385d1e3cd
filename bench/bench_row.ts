/** One figure of `uri bench`, with the peer that it is compared with. */
export interface BenchRow {
  /** Which benchmark it belongs to. */
  bench: "loop" | "link" | "codec" | "sim" | "robots" | "plugins" | "view";
  /** What was measured. */
  name: string;
  /** Unit of `value` and `peerValue`, e.g. `ns`. */
  unit: string;
  /** The figure, a median of repeated rounds unless `note` says otherwise. */
  value: number;
  /** What it is compared with, measured in the same run. */
  peer?: string;
  /** The peer's figure. */
  peerValue?: number;
  /** What the target is about, e.g. `value / peerValue`; `target` says which way. */
  ratio?: number;
  /** The target in words, e.g. `at most 1.5x native C++`. */
  target?: string;
  /** Whether the target is met; absent when there is no target or no peer to compare with. */
  pass?: boolean;
  /** How it was measured, or why there is no peer. */
  note?: string;
}

/** Gets a line of text on how far a benchmark is; not part of the result. */
export type BenchProgress = (text: string) => void;
