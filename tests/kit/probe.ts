import type { MockRecord } from "../../drivers/mock/mock_record.ts";

/** Anything that a probe has written down. */
export interface ProbeEvent {
  /** `create`, `sync`, `servoJ`, `speedJ`, `tauJ`, `throw`, `stall`, `hang`, `crash`, `destroy`. */
  readonly kind: string;
  /** Number of calls of `sync()` so far. */
  readonly cycle: number;
  /** CLOCK_MONOTONIC [ns]. */
  readonly stampNs: bigint;
  /** What it says, e.g. values. */
  readonly words: readonly string[];
}

const CALLS = ["sync", "servoJ", "speedJ", "tauJ"];

/** A robot that is a probe (tests/plugins/probe.cpp, probe_c.c, probe_rust.rs): its script, and the log that it writes. */
export class Probe {
  /** Its script, for `config_path`. */
  readonly script: string;
  /** Its log. */
  readonly log: string;

  readonly #events: ProbeEvent[] = [];
  #readBytes = 0;

  /** Writes the script, `lines` in the language that stands at the top of probe.cpp, into `folder`. */
  constructor(folder: string, name: string, lines: readonly string[] = []) {
    this.script = `${folder}/${name}.probe`;
    this.log = `${folder}/${name}.log`;
    Deno.writeTextFileSync(this.script, [`log: ${this.log}`, ...lines, ""].join("\n"));
  }

  /** All that it has written so far. */
  events(): readonly ProbeEvent[] {
    this.#read();
    return this.#events;
  }

  /** Its states and commands so far, as those of a mock robot are told. */
  record(): MockRecord[] {
    return this.events().filter(({ kind }) => CALLS.includes(kind)).map(({ kind, cycle, stampNs, words }) => {
      const values = words.map(Number);
      return {
        kind: kind as MockRecord["kind"],
        cycle,
        stampNs,
        timeNs: Number(stampNs),
        count: values.length,
        values,
      };
    });
  }

  /** The commands among them. */
  commands(): MockRecord[] {
    return this.record().filter(({ kind }) => kind !== "sync");
  }

  /** Number of cycles so far. */
  get cycles(): number {
    return this.events().at(-1)?.cycle ?? 0;
  }

  /** Reads what was added to the log; a line that is on its way is left for the next time. */
  #read(): void {
    let file: Deno.FsFile;
    try {
      file = Deno.openSync(this.log);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return;
      throw error;
    }
    using opened = file;
    const bytes = new Uint8Array(opened.statSync().size - this.#readBytes);
    opened.seekSync(this.#readBytes, Deno.SeekMode.Start);
    const length = opened.readSync(bytes) ?? 0;
    const end = bytes.subarray(0, length).lastIndexOf(10) + 1;
    this.#readBytes += end;
    for (const line of new TextDecoder().decode(bytes.subarray(0, end)).split("\n").slice(0, -1)) {
      const [stamp, cycle, kind, ...words] = line.split("\t");
      this.#events.push({ kind, cycle: Number(cycle), stampNs: BigInt(stamp), words });
    }
  }
}
