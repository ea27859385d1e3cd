/** A folder in shared memory for one test, removed at its end with all that lies in it. */
export class ScratchFolder implements Disposable {
  /** Absolute path. */
  readonly path: string;

  /** Makes it, by default in /dev/shm; its name is short, as sockets lie in it. */
  constructor(root = "/dev/shm") {
    this.path = Deno.makeTempDirSync({ dir: root, prefix: "ut-" });
  }

  /** Removes it. */
  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}
