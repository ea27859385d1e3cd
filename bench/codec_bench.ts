import { Codec } from "../wasm/codec.ts";
import { loadMessageCodec } from "../wasm/load_message_codec.ts";
import type { BenchRow } from "./bench_row.ts";
import { CodecRound } from "./codec_round.ts";
import { CodecNativePeer } from "./codec_native_peer.ts";
import { CodecNpmPeer } from "./codec_npm_peer.ts";

const ROUNDS = 15;
const WARM_UP_ROUNDS = 3;
const ITERATIONS = 100_000;
const NPM_ITERATIONS = 20_000;
const PROTOBUF_ITERATIONS = 20_000;
const NPM_TARGET = 8;
const NATIVE_TARGET = 1.5;

/** Nanoseconds a State, one figure a round. */
interface Times {
  readonly both: number[];
  readonly encode: number[];
  readonly decode: number[];
  readonly otherLayout: number[];
  readonly sensors: number[];
  readonly npm: number[];
  readonly native: number[];
}

/**
 * Measures encoding, verifying and decoding a State of six joints: this codec, the npm package `flatbuffers` and, where it can be
 * compiled, C++ with the official library. All in one run, in turn, so that a disturbance meets all of them; figures are medians of
 * rounds. The transport's copy from one process to the other is not part of it.
 * @throws {CodecError} a State was not read as it was sent.
 */
export async function codecBench(): Promise<BenchRow[]> {
  const codec = await Codec.load();
  const npm = new CodecNpmPeer();
  npm.run(1);
  const plain = new CodecRound(codec, { joints: 6 });
  const otherLayout = new CodecRound(codec, { joints: 6 }, npm.message());
  const sensors = new CodecRound(codec, { joints: 6, bodySensors: ["imu"], forceSensors: ["wrist"] });
  const native = await CodecNativePeer.compile();
  const times: Times = { both: [], encode: [], decode: [], otherLayout: [], sensors: [], npm: [], native: [] };
  try {
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      if (round === 0) Object.values(times).forEach((list: number[]) => list.length = 0);
      plain.prepare();
      times.both.push(timed(ITERATIONS, () => plain.run(ITERATIONS)));
      times.encode.push(timed(ITERATIONS, () => plain.encode(ITERATIONS)));
      times.decode.push(timed(ITERATIONS, () => plain.decode(ITERATIONS)));
      otherLayout.prepare();
      times.otherLayout.push(timed(ITERATIONS, () => otherLayout.decode(ITERATIONS)));
      sensors.prepare();
      times.sensors.push(timed(ITERATIONS, () => sensors.run(ITERATIONS)));
      times.npm.push(timed(NPM_ITERATIONS, () => npm.run(NPM_ITERATIONS)));
      times.native.push(typeof native === "string" ? NaN : await native.measure(3, ITERATIONS));
    }
  } finally {
    if (typeof native !== "string") await native.close();
  }
  return [npmRow(times), nativeRow(times, native), ...ownRows(times), await protobufRow()];
}

const WORK = "encode + verify + decode, State of 6 joints";
const BASE = { bench: "codec", unit: "ns" } as const;

function npmRow(times: Times): BenchRow {
  const value = median(times.both);
  const peerValue = median(times.npm);
  const ratio = peerValue / value;
  return {
    ...BASE,
    name: WORK,
    value,
    peer: "npm flatbuffers",
    peerValue,
    ratio,
    target: `at least ${NPM_TARGET}x faster than npm flatbuffers`,
    pass: ratio >= NPM_TARGET,
    note: "the package has no verifier; it encodes and decodes only",
  };
}

function nativeRow(times: Times, native: CodecNativePeer | string): BenchRow {
  const value = median(times.both);
  const target = `at most ${NATIVE_TARGET}x native C++`;
  if (typeof native === "string") return { ...BASE, name: WORK, value, target, note: `no native peer: ${native}` };
  const peerValue = median(times.native);
  const ratio = value / peerValue;
  const pass = ratio <= NATIVE_TARGET;
  return {
    ...BASE,
    name: WORK,
    value,
    peer: "native C++",
    peerValue,
    ratio,
    target,
    pass,
    note: `${native.compiler}, -O3`,
  };
}

function ownRows(times: Times): BenchRow[] {
  return [
    { ...BASE, name: "encode, State of 6 joints", value: median(times.encode) },
    { ...BASE, name: "verify + decode, State of 6 joints", value: median(times.decode) },
    {
      ...BASE,
      name: "verify + decode, State of 6 joints from another writer",
      value: median(times.otherLayout),
      note: "a layout that the codec does not write itself goes through the Verifier each time",
    },
    {
      ...BASE,
      name: "encode + verify + decode, State of 6 joints with IMU and force sensor",
      value: median(times.sensors),
    },
  ];
}

/** After the others: a second kind of codec makes the calls of both slower. */
async function protobufRow(): Promise<BenchRow> {
  const round = new CodecRound(await loadMessageCodec("protobuf"), { joints: 6 });
  const times: number[] = [];
  for (let i = -WARM_UP_ROUNDS; i < ROUNDS; i++) {
    round.prepare();
    const time = timed(PROTOBUF_ITERATIONS, () => round.run(PROTOBUF_ITERATIONS));
    if (i >= 0) times.push(time);
  }
  return { ...BASE, name: `${WORK}, backend protobuf`, value: median(times), note: "it allocates" };
}

/** Nanoseconds that one of `iterations` takes. */
function timed(iterations: number, work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) * 1e6 / iterations;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
