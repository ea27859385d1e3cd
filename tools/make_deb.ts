import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { VERSION } from "../core/version.ts";
import { cutExecutable } from "./cut_executable.ts";
import { isFile } from "./is_file.ts";
import { nativePlace } from "./native_place.ts";
import { neededGlibc } from "./needed_glibc.ts";
import { prebuiltNative } from "./prebuilt_native.ts";
import { projectRoot } from "./project_root.ts";
import { ToolError } from "./tool_error.ts";

/** What a package is made of. */
export interface DebOptions {
  /** The executable for this computer, which lays out what the package holds. */
  readonly installer: string;
  /** The executable that goes into the package: the same, or one for another processor. */
  readonly program: string;
  /** The processor of `program` as Debian calls it. */
  readonly architecture: string;
  /** Where the package goes. */
  readonly folder: string;
  /** Who makes the package, `Name <address>`. */
  readonly maintainer: string;
  /** `dpkg-deb -Z`: `xz`, which every Debian reads, when not given. */
  readonly compression?: "xz" | "zstd" | "gzip" | "none";
}

const PACKAGE = "unified-robot-interface";

/**
 * Makes a Debian package by `dpkg-deb`: the layout of `uri install` below `/usr`, with the few files that Debian wants elsewhere in its places. Returns
 * its path and size. Throws a `ToolError` where `dpkg-deb` is missing or fails.
 */
export async function makeDeb(options: DebOptions): Promise<{ path: string; bytes: number }> {
  const { installer, program, architecture, folder } = options;
  const stage = Deno.makeTempDirSync({ dir: folder, prefix: "deb-" });
  try {
    Deno.chmodSync(stage, 0o755);
    makeFolders(stage, "usr");
    await run([installer, "install", "--prefix", `${stage}/usr`]);
    if (program !== installer) Deno.copyFileSync(program, `${stage}/usr/bin/uri`);
    Deno.removeSync(`${stage}/usr/share/unified_robot_interface/install_manifest.json`);
    arrange(stage, options.maintainer);
    control(stage, options);
    const path = `${folder}/${PACKAGE}_${VERSION}_${architecture}.deb`;
    const compression = options.compression ?? "xz";
    await run(["dpkg-deb", "--root-owner-group", `-Z${compression}`, "--build", stage, path]);
    return { path, bytes: Deno.statSync(path).size };
  } finally {
    Deno.removeSync(stage, { recursive: true });
  }
}

/** Puts what Debian wants elsewhere there. */
function arrange(stage: string, maintainer: string): void {
  const move = (from: string, to: string, change = (bytes: Uint8Array): Uint8Array => bytes) => {
    makeFolders(stage, to.replace(/\/[^/]*$/, ""));
    writeFile(`${stage}/${to}`, change(Deno.readFileSync(`${stage}/${from}`)));
    Deno.removeSync(`${stage}/${from}`);
  };
  const share = "usr/share/unified_robot_interface", doc = `usr/share/doc/${PACKAGE}`;
  move("usr/share/man/man1/uri.1", "usr/share/man/man1/uri.1.gz", compress);
  move("usr/share/zsh/site-functions/_uri", "usr/share/zsh/vendor-completions/_uri");
  Deno.removeSync(`${stage}/usr/share/zsh/site-functions`);
  // The same for every processor: where pkg-config looks when it builds for another one, too.
  move("usr/lib/pkgconfig/unified_robot_interface.pc", "usr/share/pkgconfig/unified_robot_interface.pc");
  Deno.removeSync(`${stage}/usr/lib/pkgconfig`);
  move(`${share}/notices.txt`, `${doc}/notices.txt.gz`, compress);
  move(`${share}/LICENSE`, `${doc}/copyright`, (bytes) => encode(copyright(decode(bytes))));
  writeFile(`${stage}/${doc}/changelog.gz`, compress(encode(changelog(maintainer))));
}

/** The licence in the form that Debian has for it. */
function copyright(licence: string): string {
  const [title, ...rest] = licence.trim().split(/\n{2,}/);
  const holder = rest.find((part) => part.startsWith("Copyright"))?.replace(/^Copyright \(c\) /, "") ?? "";
  const text = rest.filter((part) => !part.startsWith("Copyright")).join("\n\n");
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: uri
Comment: ${title}. The program contains software of others; its licences are in
 /usr/share/doc/${PACKAGE}/notices.txt.gz

Files: *
Copyright: ${holder}
License: BSD-2-Clause
${text.split("\n").map((line) => line.trim() === "" ? " ." : ` ${line}`).join("\n")}
`;
}

/** Newest entry of the changelog, in the form of Debian. */
function changelog(maintainer: string): string {
  const [, text = ""] = Deno.readTextFileSync(`${projectRoot()}/CHANGELOG.md`).split(/^## .*$/m);
  const lines = text.trim().split("\n").filter((line) => line.startsWith("- ")).map((line) => wrap(line.slice(2)));
  const epoch = Number(Deno.env.get("SOURCE_DATE_EPOCH") ?? Math.floor(Date.now() / 1000));
  const date = new Date(epoch * 1000).toUTCString().replace("GMT", "+0000");
  return `${PACKAGE} (${VERSION}) unstable; urgency=medium\n\n${lines.join("\n")}\n\n -- ${maintainer}  ${date}\n`;
}

/** An entry as lines of at most 78 characters. */
function wrap(text: string): string {
  const lines = ["  *"];
  for (const word of text.split(" ")) {
    if (lines.at(-1)!.length + word.length + 1 > 78) lines.push("   ");
    lines[lines.length - 1] += ` ${word}`;
  }
  return lines.join("\n");
}

/** Writes what `dpkg` reads. */
function control(stage: string, { program, architecture, maintainer }: DebOptions): void {
  const files = listBelow(`${stage}/usr`).map((path) => `usr/${path}`);
  const sizes = files.reduce((sum, path) => sum + Math.ceil(Deno.statSync(`${stage}/${path}`).size / 1024), 0);
  Deno.mkdirSync(`${stage}/DEBIAN`, { mode: 0o755 });
  Deno.chmodSync(`${stage}/DEBIAN`, 0o755);
  const text = `Package: ${PACKAGE}
Version: ${VERSION}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${sizes}
Depends: libc6 (>= ${glibc(program, architecture)}), libgcc-s1 (>= 3.0)
Suggests: cmake, g++, libcap2-bin, pkgconf | pkg-config
Section: science
Priority: optional
Description: robot runtime: manager, interfaces, drivers, simulation
 uri connects controllers to robots. The manager runs the controller and one
 proxy per robot; an interface, one per robot, loads the driver and exchanges
 State and Command with the manager at the rate of the robot, through shared
 memory or Zenoh. MuJoCo simulates robots.
 .
 The package has the program, the headers and CMake files for drivers and
 controllers in C++ and C, examples, and completions.
`;
  writeFile(`${stage}/DEBIAN/control`, encode(text));
  const sums = files.map((path) => `${md5(`${stage}/${path}`)}  ${path}\n`);
  writeFile(`${stage}/DEBIAN/md5sums`, encode(sums.join("")));
}

/** The C library that the program and the native library that it carries ask for. */
function glibc(program: string, architecture: string): string {
  const target = architecture === "arm64" ? "aarch64-unknown-linux-gnu" : "x86_64-unknown-linux-gnu";
  const native = target === Deno.build.target ? nativePlace().library : prebuiltNative(target);
  const programs = [cutExecutable(Deno.readFileSync(program))];
  if (native !== undefined && isFile(native)) programs.push(Deno.readFileSync(native));
  const version = neededGlibc(programs);
  if (version !== undefined) return version;
  throw new ToolError(`Cannot make a package: ${program} names no version of glibc, one was wanted; build it anew`);
}

function makeFolders(stage: string, path: string): void {
  let folder = stage;
  for (const part of path.split("/")) {
    folder += `/${part}`;
    Deno.mkdirSync(folder, { recursive: true });
    Deno.chmodSync(folder, 0o755);
  }
}

function writeFile(path: string, bytes: Uint8Array): void {
  Deno.writeFileSync(path, bytes);
  Deno.chmodSync(path, 0o644);
}

function listBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? listBelow(`${folder}/${name}`).map((path) => `${name}/${path}`) : [name]
  ).sort();
}

/** As `gzip -9n` does it: without name and time. */
function compress(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { level: 9 });
}

function md5(path: string): string {
  return createHash("md5").update(Deno.readFileSync(path)).digest("hex");
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

async function run(argv: string[]): Promise<void> {
  const command = new Deno.Command(argv[0], { args: argv.slice(1), stdin: "null", stdout: "null", stderr: "piped" });
  const { code, stderr } = await command.output().catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new ToolError(`Cannot make a package: ${argv[0]} is not there, it was wanted; install the package dpkg`);
  });
  if (code === 0) return;
  throw new ToolError(
    `Cannot make a package: ${argv[0]} ended with ${code}, 0 was wanted; it said: ${decode(stderr).trim()}`,
  );
}
