import type { Logger } from "../../core/log/logger.ts";
import { pause } from "../../core/pause.ts";
import { VERSION } from "../../core/version.ts";
import type { InterfaceSetup } from "../../interface/interface_worker_messages.ts";
import { type WireSchema, wireSchema } from "../../schemas/wire_schema.ts";
import { LogFile } from "./log_file.ts";
import { McapLog } from "./mcap_log.ts";
import { RecordReader } from "./record_reader.ts";

/** Between two looks at what the loop has recorded [ms]. */
const TURN_MS = 20;
/** Time after which what is recorded stands in the file, whatever happens to the process [ms]. */
const FLUSH_MS = 1000;

/** What is recorded of a robot. */
export interface RecordedRobot {
  /** Its name. */
  readonly name: string;
  /** How its messages are encoded. */
  readonly backend: string;
}

/** What a {@link Recording} is made of. */
export interface RecordingParts {
  /** The file, which is made anew. */
  readonly file: string;
  /** Memory of the ring that the loop writes. */
  readonly ring: SharedArrayBuffer;
  /** The robots, by number. */
  readonly robots: readonly RecordedRobot[];
  /** What a reader is to know of the run: names and values. */
  readonly facts: Readonly<Record<string, string>>;
  /** What is added to the times of the ring, to make those of the file [ns]. */
  readonly offsetNs: bigint;
  /** Log of the process. */
  readonly log: Logger;
}

/** Figures of a recording. */
export interface RecordingFigures {
  /** Messages in the file. */
  messages: number;
  /** Messages that found no room on their way to the file: they are missing in it. */
  lost: number;
  /** Length of the file. */
  bytes: number;
  /** Why it ended before its time; empty when it did not. */
  error: string;
}

/**
 * Writes the States and Commands of a simulation to an MCAP file, in the main thread: takes them from the ring that the loop fills.
 *
 * - What is in the file follows from the messages alone. Once a second all that was recorded is written, so that it outlives the process.
 * - When the file cannot be written any more it is told at once, and the simulation goes on without.
 */
export class Recording {
  readonly #p: RecordingParts;
  readonly #schemas: ReadonlyMap<string, WireSchema>;
  readonly #reader: RecordReader;
  readonly #log = new McapLog(`uri ${VERSION}`);
  readonly #file: LogFile;
  /** By channel of the ring, the number in the file; -1: it has none yet. */
  readonly #channels: number[];
  /** Numbers in the file by channel of the ring and what is told with it. */
  readonly #opened = new Map<string, number>();
  /** By robot, what is told of it with its channels. */
  readonly #known: ReadonlyMap<string, string>[];
  readonly #running: Promise<void>;
  #isEnding = false;
  #error = "";
  /** When everything recorded until then stood in the file [ms]; and how many messages that was. */
  #flushedMs = 0;
  #flushed = 0;
  #toldLost = 0;

  private constructor(parts: RecordingParts, schemas: ReadonlyMap<string, WireSchema>, file: LogFile) {
    this.#p = parts;
    this.#schemas = schemas;
    this.#file = file;
    this.#reader = new RecordReader(parts.ring);
    this.#channels = parts.robots.flatMap(() => [-1, -1]);
    this.#known = parts.robots.map(() => new Map());
    this.#log.addMetadata("uri", new Map([["version", VERSION], ...Object.entries(parts.facts)]));
    this.#running = this.#run();
  }

  /** Makes the file and begins. Rejects with a `RunFailure`. */
  static async start(parts: RecordingParts): Promise<Recording> {
    const schemas = new Map<string, WireSchema>();
    for (const { backend } of parts.robots) schemas.set(backend, schemas.get(backend) ?? await wireSchema(backend));
    return new Recording(parts, schemas, await LogFile.create(parts.file));
  }

  /** A manager has initialised a robot: from here on its messages are those of `setup`. */
  know(robot: number, { context: { module, mode, periodNs } }: InterfaceSetup): void {
    const told = new Map([
      ["robot", this.#p.robots[robot].name],
      ["joints", module.joints.map(({ name }) => name).join(",")],
      ["mode", mode],
      ["period_ns", String(periodNs)],
    ]);
    if (String([...told]) === String([...this.#known[robot]])) return;
    this.#drain(); // what was recorded before is told as it was
    this.#known[robot] = told;
    this.#channels.fill(-1, 2 * robot, 2 * robot + 2);
  }

  /** Writes what is still to be written, with the index, and closes the file; for after the end of the loop. Resolves to the figures. */
  async finish(): Promise<RecordingFigures> {
    this.#isEnding = true;
    await this.#running;
    const { lost } = this.#reader;
    const { messages } = this.#log;
    const bytes = this.#file.length;
    if (this.#error === "") {
      this.#p.log.info(`[Simulation] recorded ${messages} message(s), ${bytes} bytes, in '${this.#p.file}'`);
    }
    return { messages, lost, bytes, error: this.#error };
  }

  async #run(): Promise<void> {
    try {
      await this.#append();
      while (!this.#isEnding) {
        await pause(TURN_MS);
        this.#drain();
        await this.#append();
        await this.#flush();
        this.#tellLost();
      }
      this.#reader.close();
      this.#drain();
      this.#log.end();
      await this.#append();
    } catch (error) {
      this.#error = (error as Error).message;
      this.#reader.close();
      this.#p.log.error(`[Simulation] ${this.#error}; the simulation goes on, and is not recorded from here on`);
    }
    await this.#file.close(true);
  }

  #drain(): void {
    this.#reader.drain((channel, sequence, timeNs, bytes) => {
      if (this.#channels[channel] < 0) this.#channels[channel] = this.#open(channel);
      this.#log.add(this.#channels[channel], sequence, BigInt(timeNs) + this.#p.offsetNs, bytes);
    });
  }

  #open(channel: number): number {
    const metadata = this.#known[channel >>> 1];
    const key = JSON.stringify([channel, ...metadata]);
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const { name, backend } = this.#p.robots[channel >>> 1];
    const { encoding, data, state, command } = this.#schemas.get(backend)!;
    const isState = channel % 2 === 0;
    const id = this.#log.addChannel({
      topic: `${name}/${isState ? "state" : "command"}`,
      type: isState ? state : command,
      encoding,
      schema: data,
      metadata,
    });
    this.#opened.set(key, id);
    return id;
  }

  async #append(): Promise<void> {
    const { ready } = this.#log;
    if (ready.length === 0) return;
    for (let bytes = ready.shift(); bytes !== undefined; bytes = ready.shift()) await this.#file.append(bytes);
    this.#flushedMs = performance.now();
  }

  async #flush(): Promise<void> {
    if (performance.now() - this.#flushedMs < FLUSH_MS) return;
    const { messages } = this.#log;
    const open = messages === this.#flushed ? undefined : this.#log.openChunk();
    if (open !== undefined) await this.#file.writeTail(open);
    this.#flushed = messages;
    this.#flushedMs = performance.now();
  }

  #tellLost(): void {
    const { lost } = this.#reader;
    if (lost === this.#toldLost) return;
    this.#toldLost = lost;
    this.#p.log.warning(
      `[Simulation] ${lost} message(s) so far are missing in '${this.#p.file}': it is not written fast enough`,
    );
  }
}
