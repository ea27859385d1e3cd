import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { skipUnless } from "./skip_unless.ts";

const DENO =
  '#!/bin/sh\nif [ "$1" = --version ]; then echo "deno VERSION (stable)"; exit; fi\nfor each; do echo "<$each>"; done\n';

/** The small tools that `./dev` may use; no curl, wget, pip and Deno among them. */
const TOOLS = "sh find dirname readlink uname mkdir mktemp rm cp mv chmod sed cut sha256sum head cat ls".split(" ");

function which(name: string): string | undefined {
  return (Deno.env.get("PATH") ?? "").split(":").map((folder) => `${folder}/${name}`).find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

/** A copy of the script in a folder of its own, whose path has blanks, with a PATH of its own. */
class Clone {
  readonly base = Deno.makeTempDirSync({ prefix: "uri dev " });
  readonly root = `${this.base}/my clone`;
  readonly bin = `${this.base}/bin`;

  constructor() {
    Deno.mkdirSync(`${this.root}/core`, { recursive: true });
    Deno.mkdirSync(this.bin);
    Deno.copyFileSync(`${projectRoot()}/dev`, `${this.root}/dev`);
    Deno.writeTextFileSync(`${this.root}/core/v8_flags.ts`, 'export const V8_FLAGS = "--expose-gc";\n');
    for (const tool of TOOLS) {
      const path = which(tool);
      assert.ok(path, `${tool} is needed`);
      Deno.symlinkSync(path, `${this.bin}/${tool}`);
    }
  }

  script(path: string, text: string): void {
    Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
    Deno.writeTextFileSync(path, text, { mode: 0o755 });
  }

  async run(shell: string[], script: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
    const { code, stdout, stderr } = await new Deno.Command(shell[0], {
      args: [...shell.slice(1), script, ...args],
      cwd: "/",
      clearEnv: true,
      env: { PATH: this.bin, HOME: `${this.base}/home` },
    }).output();
    return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.base, { recursive: true });
  }
}

const bash = which("bash"), dash = which("dash"), busybox = which("busybox");
const SHELLS: { name: string; argv: string[]; ignore: boolean }[] = [
  { name: "sh", argv: [which("sh") ?? "sh"], ignore: false },
  { name: "dash", argv: [dash ?? ""], ignore: skipUnless(dash !== undefined, "dash is not installed") },
  {
    name: "busybox sh",
    argv: [busybox ?? "", "sh"],
    ignore: skipUnless(busybox !== undefined, "busybox is not installed"),
  },
  {
    name: "bash --posix",
    argv: [bash ?? "", "--posix"],
    ignore: skipUnless(bash !== undefined, "bash is not installed"),
  },
];

for (const { name, argv, ignore } of SHELLS) {
  Deno.test({
    name: `${name}: Deno on the PATH in the right version is used, from any folder and through symbolic links`,
    ignore,
    async fn() {
      using clone = new Clone();
      clone.script(`${clone.bin}/deno`, DENO.replace("VERSION", "2.6.10"));
      Deno.symlinkSync("my clone/dev", `${clone.base}/first link`);
      Deno.symlinkSync(`${clone.base}/first link`, `${clone.base}/second`);
      const { code, out, err } = await clone.run(argv, `${clone.base}/second`, "uri", "manager", "-c", "a b.yaml");
      assert.equal(err, "");
      assert.equal(code, 0);
      assert.deepEqual(out.trim().split("\n"), [
        ..."<run> <-A> <--quiet> <--no-check> <--v8-flags=--expose-gc>".split(" "),
        `<${Deno.realPathSync(clone.root)}/main.ts>`,
        ..."<manager> <-c> <a b.yaml>".split(/ (?=<)/),
      ]);
    },
  });

  Deno.test({
    name: `${name}: Deno of another version is left alone, that of the clone is used`,
    ignore,
    async fn() {
      using clone = new Clone();
      clone.script(`${clone.bin}/deno`, DENO.replace("VERSION", "2.6.1"));
      clone.script(`${clone.root}/.dev/deno-2.6.10/deno`, '#!/bin/sh\necho "own $*"\n');
      const { code, out } = await clone.run(argv, `${clone.root}/dev`, "deno", "x", "y");
      assert.equal(code, 0);
      assert.equal(out, "own x y\n");
    },
  });

  Deno.test({
    name: `${name}: a download with the wrong checksum is refused, and all that was tried is told`,
    ignore,
    async fn() {
      using clone = new Clone();
      clone.script(`${clone.bin}/curl`, '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho zip >"$2"\n');
      clone.script(`${clone.bin}/unzip`, "#!/bin/sh\necho not the program\n");
      clone.script(`${clone.bin}/python3`, "#!/bin/sh\necho 'no such host' >&2\nexit 1\n");
      const { code, out, err } = await clone.run(argv, `${clone.root}/dev`, "test");
      assert.equal(code, 2);
      assert.equal(out, "");
      assert.match(err, /cannot get Deno 2\.6\.10/);
      assert.match(err, /deno-(x86_64|aarch64)-unknown-linux-gnu\.zip: refused, its SHA-256 is [0-9a-f]{64}/);
      assert.match(err, /python3 -m pip download deno==2\.6\.10: no such host/);
      // Nothing half done stays behind.
      assert.deepEqual([...Deno.readDirSync(`${clone.root}/.dev`)], []);
    },
  });

  Deno.test({
    name: `${name}: what can use Zenoh looks after its library first, and only when that is older than its sources`,
    ignore,
    async fn() {
      using clone = new Clone();
      clone.script(`${clone.bin}/deno`, DENO.replace("VERSION", "2.6.10"));
      const root = Deno.realPathSync(clone.root);
      const looks = async (...args: string[]) => {
        const { code, out } = await clone.run(argv, `${clone.root}/dev`, ...args);
        assert.equal(code, 0);
        return out.includes(`<${root}/tools/prepare_native.ts>`);
      };
      const source = `${root}/comm/zenoh/native/src/lib.rs`, library = `${root}/.dev/zenoh/liburi_zenoh.so`;
      clone.script(source, "");
      for (const words of ["uri manager", "uri interface -n ur5e", "uri router", "bench", "bench link"]) {
        assert.equal(await looks(...words.split(" ")), true, words);
      }
      for (const words of ["uri", "uri --help", "uri licenses", "demo", "deno"]) {
        assert.equal(await looks(...words.split(" ")), false, words);
      }
      clone.script(library, "");
      for (const path of [source, `${root}/comm/zenoh/native/src`, `${root}/comm/zenoh/native`]) {
        Deno.utimeSync(path, 1000, 1000);
      }
      assert.equal(await looks("uri", "manager"), false);
      Deno.utimeSync(source, new Date(), new Date(Date.now() + 10_000));
      assert.equal(await looks("uri", "manager"), true);
    },
  });

  Deno.test({
    name: `${name}: no task lists the tasks, an unknown one is refused`,
    ignore,
    async fn() {
      using clone = new Clone();
      clone.script(`${clone.bin}/deno`, DENO.replace("VERSION", "2.6.10"));
      const none = await clone.run(argv, `${clone.root}/dev`);
      assert.equal(none.code, 0);
      assert.match(none.out, /^usage: \.\/dev <task>/);
      const unknown = await clone.run(argv, `${clone.root}/dev`, "tset");
      assert.equal(unknown.code, 2);
      assert.match(unknown.err, /'tset' is none of the above/);
    },
  });
}
