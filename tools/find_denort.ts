import { createHash } from "node:crypto";
import { cutExecutable } from "./cut_executable.ts";
import { isFile } from "./is_file.ts";
import { runProcess } from "./run_process.ts";
import { ToolError } from "./tool_error.ts";

/** The Python package that is an executable made by the same Deno: denort with a program behind it. */
const WHEEL = "bids-validator-deno==2.4.1";

/** SHA-256 of denort, and the platform of the wheel that carries it, by target. */
const KNOWN: Readonly<Record<string, { sha256: string; platform: string } | undefined>> = {
  "x86_64-unknown-linux-gnu": {
    sha256: "1b136202dc147212ad0b129de0c10eb5f17060917c9754c7921cd68f764ad2e2",
    platform: "manylinux_2_28_x86_64",
  },
  "aarch64-unknown-linux-gnu": {
    sha256: "ee39b54b2f465eae3f1dd3d79495e1ef957fae69ff4f6ad118499986b714d494",
    platform: "manylinux_2_28_aarch64",
  },
};

/**
 * The runtime that a compiled program starts with, for `target`: its path, or undefined when `deno compile` gets it by itself.
 * Tried in this order: `DENORT_BIN`, what earlier builds kept, the official download, a Python package that contains it.
 * Throws a `ToolError` that tells all that was tried.
 */
export async function findDenort(target: string): Promise<string | undefined> {
  const chosen = Deno.env.get("DENORT_BIN");
  if (chosen) {
    if (!isFile(chosen)) {
      throw new ToolError(`Cannot build: DENORT_BIN names '${chosen}', a file was wanted; correct or unset it`);
    }
    return chosen;
  }
  const known = KNOWN[target];
  const home = Deno.env.get("HOME") || ".dev";
  const cache = `${Deno.env.get("XDG_CACHE_HOME") || `${home}/.cache`}/uri-dev`;
  const kept = known && `${cache}/${known.sha256}/denort`;
  if (kept && isFile(kept)) return kept;

  const address = `https://dl.deno.land/release/v${Deno.version.deno}/denort-${target}.zip`;
  const refusal = await whyNoDownload(address);
  if (refusal === undefined) return undefined;
  if (!known || !kept) {
    throw new ToolError(`Cannot build for ${target}: ${address}: ${refusal}; connect this computer, or set DENORT_BIN`);
  }
  console.log(`Getting denort for ${target} (once)`);
  const trouble = await fromWheel(known.platform, known.sha256, kept);
  if (trouble === "") return kept;
  throw new ToolError(
    `Cannot build for ${target}: denort was wanted, nothing that was tried gave it:\n  ${address}: ${refusal}\n  ` +
      `pip download ${WHEEL}: ${trouble}\nConnect this computer to the internet, or set DENORT_BIN to a denort of Deno ${Deno.version.deno}`,
  );
}

/** Why the address cannot be used; undefined when it answers. Decides within seconds. */
async function whyNoDownload(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(5000) });
    await response.body?.cancel();
    return response.ok ? undefined : `HTTP ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message.split("\n")[0] : `${error}`;
  }
}

/** Puts denort out of the wheel to `file`. Returns what went wrong, "" when nothing did. */
async function fromWheel(platform: string, sha256: string, file: string): Promise<string> {
  const folder = file.replace(/\/[^/]*$/, "");
  const work = `${folder}.${Deno.pid}`;
  try {
    Deno.mkdirSync(work, { recursive: true });
    const download = await runProcess([
      ..."python3 -m pip download --quiet --disable-pip-version-check --no-input --retries 1 --timeout 15".split(" "),
      ..."--no-deps --only-binary=:all:".split(" "),
      ...["--platform", platform, "--dest", work, WHEEL],
    ], 600);
    if (download.code !== 0) return lastLine(download.output);
    // The largest member is the program.
    const unpack = await runProcess([
      "python3",
      "-c",
      "import sys, glob, zipfile, shutil\n" +
      "wheel = zipfile.ZipFile(glob.glob(sys.argv[1] + '/*.whl')[0])\n" +
      "member = max(wheel.infolist(), key=lambda each: each.file_size)\n" +
      "shutil.copyfileobj(wheel.open(member), open(sys.argv[1] + '/program', 'wb'))",
      work,
    ]);
    if (unpack.code !== 0) return lastLine(unpack.output);
    const denort = cutExecutable(Deno.readFileSync(`${work}/program`));
    const found = createHash("sha256").update(denort).digest("hex");
    if (found !== sha256) return `its SHA-256 is ${found}, ${sha256} was wanted`;
    Deno.writeFileSync(`${work}/denort`, denort, { mode: 0o755 });
    Deno.mkdirSync(folder, { recursive: true });
    Deno.renameSync(`${work}/denort`, file);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : `${error}`;
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
}

function lastLine(text: string): string {
  return text.trim().split("\n").pop() ?? "";
}
