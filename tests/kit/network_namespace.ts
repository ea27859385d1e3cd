import { UriProcess, type UriProcessOptions } from "./uri_process.ts";

/** How {@link NetworkNamespace.make} makes one. */
export interface NetworkNamespaceOptions {
  /** Part of its name, for whoever looks on. */
  readonly hint?: string;
  /** False: as on a real computer, multicast does not go through the loopback interface. */
  readonly loopbackMulticast?: boolean;
}

const PREFIX = "uri-test-";
/** Shared memory and host name of its own, in the place of those of the computer; what comes next stays the same process. */
const ENTER = 'mount --bind "$1" /dev/shm && echo "$2" > /proc/sys/kernel/hostname && shift 2 && exec "$@"';

/**
 * A computer for tests: a network of its own, in which nothing is reachable but itself and what is plugged in (`NetworkSwitch`), a `/dev/shm` of its own and a
 * host name of its own. The processor, process ids and all other files are those of the computer.
 *
 * ```ts ignore
 * Deno.test({
 *   name: "two computers",
 *   ignore: skipUnless(NetworkNamespace.obstacle() === "", NetworkNamespace.obstacle()),
 *   async fn() {
 *     await using pc = await NetworkNamespace.make();
 *     const robot = pc.start(["uri", "interface", "-n", "arm"]);
 *   },
 * });
 * ```
 *
 * Disposing of it ends every process in it. What a test that was killed has left is removed by the next one that makes a namespace.
 */
export class NetworkNamespace {
  /** Its name, for `ip netns`; it is the host name, too. */
  readonly name: string;
  readonly #shm: string;
  readonly #started: UriProcess[] = [];
  readonly #onUnload = () => this.#removeNow();

  private constructor(name: string) {
    this.name = name;
    this.#shm = `/dev/shm/${name}`;
  }

  /** Why this computer makes no network namespaces; empty when it does. */
  static obstacle(): string {
    if (Deno.build.os !== "linux") return "network namespaces are of Linux";
    if (Deno.uid() !== 0) return "network namespaces need root";
    for (const program of ["ip", "unshare", "mount"]) {
      if (!isInstalled(program)) return `'${program}' is not installed (Debian: iproute2, util-linux)`;
    }
    const name = `${PREFIX}${Deno.pid}-probe-${crypto.randomUUID().slice(0, 8)}`;
    const { success, stderr } = ipSync("netns", "add", name);
    if (!success) return `'ip netns add' fails: ${new TextDecoder().decode(stderr).trim()}`;
    ipSync("netns", "del", name);
    return "";
  }

  /** Why `rules` does not work here; empty when it does. */
  static rulesObstacle(): string {
    return isInstalled("nft") ? NetworkNamespace.obstacle() : "'nft' is not installed (Debian: nftables)";
  }

  /** Makes one. Throws where `obstacle` says so. */
  static async make(options: NetworkNamespaceOptions = {}): Promise<NetworkNamespace> {
    removeLeftovers();
    const { hint = "pc", loopbackMulticast = true } = options;
    const made = new NetworkNamespace(`${PREFIX}${Deno.pid}-${hint}-${crypto.randomUUID().slice(0, 8)}`);
    Deno.mkdirSync(made.#shm);
    globalThis.addEventListener("unload", made.#onUnload);
    try {
      await made.host("ip", "netns", "add", made.name);
      await made.ip("link", "set", "lo", "up");
      if (loopbackMulticast) {
        await made.ip("link", "set", "lo", "multicast", "on");
        await made.ip("route", "add", "224.0.0.0/4", "dev", "lo");
      }
      return made;
    } catch (error) {
      await made[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The command line that runs `argv` in it; the process that is started becomes the program, with the same id. */
  argv(argv: readonly string[]): string[] {
    return [
      "ip",
      "netns",
      "exec",
      this.name,
      "unshare",
      "--mount",
      "--uts",
      "sh",
      "-c",
      ENTER,
      "sh",
      this.#shm,
      this.name,
      ...argv,
    ];
  }

  /** Starts a program in it. */
  start(argv: readonly string[], options: UriProcessOptions = {}): UriProcess {
    const process = new UriProcess(this.argv(argv), options);
    this.#started.push(process);
    return process;
  }

  /** Runs a program in it to its end, and returns what it has written. Throws when it fails. */
  run(...argv: string[]): Promise<string> {
    return this.host(...this.argv(argv));
  }

  /** Runs `ip …` on its network, e.g. `ip("link", "set", "eth0", "down")`. */
  ip(...words: string[]): Promise<string> {
    return this.host("ip", "-n", this.name, ...words);
  }

  /** Filters its packets by these rules, in the language of `nft`, instead of those so far; none: everything passes. */
  async rules(...rules: string[]): Promise<void> {
    const file = `${this.#shm}.nft`;
    Deno.writeTextFileSync(file, ["flush ruleset", ...rules, ""].join("\n"));
    try {
      await this.host("ip", "netns", "exec", this.name, "nft", "-f", file);
    } finally {
      Deno.removeSync(file);
    }
  }

  /** Runs a program of the computer itself, and returns what it has written. Throws when it fails. */
  async host(...argv: string[]): Promise<string> {
    const { success, stdout, stderr } = await new Deno.Command(argv[0], { args: argv.slice(1), stdin: "null" })
      .output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
    if (success) return text(stdout);
    throw new Error(`Running ${argv.join(" ")}: it failed:\n${text(stdout)}\n${text(stderr)}`);
  }

  /** Ends what runs in it, and removes it. */
  async [Symbol.asyncDispose](): Promise<void> {
    globalThis.removeEventListener("unload", this.#onUnload);
    this.#killAll();
    await Promise.all(this.#started.map((process) => process[Symbol.asyncDispose]()));
    this.#removeNow();
  }

  #removeNow(): void {
    this.#killAll();
    remove(this.name);
  }

  #killAll(): void {
    const { stdout } = ipSync("netns", "pids", this.name);
    for (const pid of new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "")) {
      try {
        Deno.kill(Number(pid), "SIGKILL");
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    }
  }
}

function isInstalled(program: string): boolean {
  return `${Deno.env.get("PATH") ?? ""}:/usr/sbin:/sbin`.split(":").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${program}`).isFile;
    } catch {
      return false;
    }
  });
}

/** What tests have left whose process is gone. */
function removeLeftovers(): void {
  const { stdout } = ipSync("netns", "list");
  const names = new Set(new TextDecoder().decode(stdout).split("\n").map((line) => line.split(" ")[0]));
  for (const { name } of Deno.readDirSync("/dev/shm")) names.add(name);
  for (const name of names) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !exists(`/proc/${pid}`)) remove(name);
  }
}

function remove(name: string): void {
  ipSync("netns", "del", name);
  if (exists(`/dev/shm/${name}`)) Deno.removeSync(`/dev/shm/${name}`, { recursive: true });
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

function ipSync(...args: string[]): Deno.CommandOutput {
  return new Deno.Command("ip", { args, stdin: "null" }).outputSync();
}
