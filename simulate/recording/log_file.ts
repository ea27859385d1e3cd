import { RunFailure } from "../../core/run_failure.ts";

/** A file that grows at its end, with a tail that is replaced by what comes next: what stands in it survives the process. */
export class LogFile {
  /** Its length without the tail [bytes]. */
  length = 0;
  readonly #path: string;
  readonly #file: Deno.FsFile;

  private constructor(path: string, file: Deno.FsFile) {
    this.#path = path;
    this.#file = file;
  }

  /** Makes it anew, and empty. Rejects with a {@link RunFailure} when it cannot. */
  static async create(path: string): Promise<LogFile> {
    try {
      return new LogFile(path, await Deno.open(path, { write: true, create: true, truncate: true }));
    } catch (cause) {
      throw failure(path, cause as Error);
    }
  }

  /** Appends `bytes`, over the tail. Rejects with a {@link RunFailure}. */
  async append(bytes: Uint8Array): Promise<void> {
    await this.#write(bytes);
    this.length += bytes.length;
  }

  /** Writes a tail, over the last one, which is no longer. Rejects with a {@link RunFailure}. */
  async writeTail(bytes: Uint8Array): Promise<void> {
    await this.#write(bytes);
  }

  /** Closes it; `cut`: without the tail. */
  async close(cut: boolean): Promise<void> {
    try {
      if (cut) await this.#file.truncate(this.length);
    } catch {
      // What is there can be read all the same.
    }
    this.#file.close();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    try {
      await this.#file.seek(this.length, Deno.SeekMode.Start);
      for (let done = 0; done < bytes.length;) done += await this.#file.write(bytes.subarray(done));
    } catch (cause) {
      throw failure(this.#path, cause as Error);
    }
  }
}

function failure(path: string, cause: Error): RunFailure {
  return new RunFailure(
    `recording to '${path}': ${cause.message}; give --record a file in a folder that can be written and has room`,
    { cause },
  );
}
