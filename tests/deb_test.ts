import assert from "node:assert/strict";
import { VERSION } from "../core/version.ts";
import { makeDeb } from "../tools/make_deb.ts";
import { hasProgram } from "./kit/has_program.ts";
import { run } from "./kit/run.ts";
import { skipUnless } from "./skip_unless.ts";
import { uriCommands } from "./uri_command.ts";

const [, executable] = uriCommands();
const ignore = skipUnless(executable !== undefined, "dist/uri is not built, or older than the sources") ||
  skipUnless(hasProgram("dpkg-deb"), "dpkg-deb is not installed");
const PACKAGE = "unified-robot-interface";
const ARCHITECTURE = Deno.build.arch === "aarch64" ? "arm64" : "amd64";

/** The package, quickly made, in a folder of its own, and an empty system to install it in. */
class Place {
  readonly folder = Deno.makeTempDirSync({ prefix: "uri-deb-" });
  readonly root = `${this.folder}/root`;

  async make(compression: "none" | "gzip" = "none"): Promise<string> {
    const { path } = await makeDeb({
      installer: executable.argv[0],
      program: executable.argv[0],
      architecture: ARCHITECTURE,
      maintainer: "Somebody <somebody@robots.example.net>",
      folder: this.folder,
      compression,
    });
    return path;
  }

  /** `dpkg` in the empty system, which has the C library and nothing else. */
  async dpkg(...args: string[]): Promise<string> {
    const database = `${this.root}/var/lib/dpkg`;
    Deno.mkdirSync(`${database}/info`, { recursive: true });
    Deno.mkdirSync(`${database}/updates`, { recursive: true });
    try {
      Deno.statSync(`${database}/status`);
    } catch {
      const installed = (name: string, version: string) =>
        `Package: ${name}\nStatus: install ok installed\nArchitecture: ${ARCHITECTURE}\nMaintainer: x\nVersion: ${version}\nDescription: x\n\n`;
      Deno.writeTextFileSync(
        `${database}/status`,
        installed("libc6", await glibcVersion()) + installed("libgcc-s1", "12"),
      );
    }
    // A system that leaves out documentation does not do so here.
    const places = [`--root=${this.root}`, `--log=${this.folder}/log`, "--path-include=*"];
    return await run(["dpkg", ...places, ...args]);
  }

  files(folder = ""): string[] {
    return [...Deno.readDirSync(`${this.root}/${folder}`)].flatMap(({ name, isDirectory }) =>
      isDirectory ? this.files(`${folder}${name}/`) : [`${folder}${name}`]
    ).filter((path) => path.startsWith("usr/")).sort();
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.folder, { recursive: true });
  }
}

async function glibcVersion(): Promise<string> {
  return /\d+\.\d+/.exec(await run(["getconf", "GNU_LIBC_VERSION"]))![0];
}

Deno.test({
  name: "the package says what it is and needs, and its checksums are right",
  ignore,
  async fn() {
    using place = new Place();
    const path = await place.make();
    assert.ok(path.endsWith(`/${PACKAGE}_${VERSION}_${ARCHITECTURE}.deb`));
    const field = async (name: string) => (await run(["dpkg-deb", "--field", path, name])).trim();
    assert.equal(await field("Version"), VERSION);
    assert.equal(await field("Architecture"), ARCHITECTURE);
    const [, needed] = /^libc6 \(>= (\d+\.\d+)\), libgcc-s1/.exec(await field("Depends"))!;
    // This computer runs the program, so its C library is new enough.
    await run(["dpkg", "--compare-versions", await glibcVersion(), "ge", needed]);
    await run(["dpkg", "--compare-versions", needed, "ge", "2.17"]);
    await run(["dpkg-deb", "--raw-extract", path, place.root]);
    await run(["md5sum", "--check", "--strict", "--quiet", "DEBIAN/md5sums"], place.root);
    const text = await run(["dpkg-deb", "--contents", path]);
    for (const line of text.trim().split("\n")) assert.match(line, /^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x) root\/root /);
    for (const name of ["conffiles", "postinst", "preinst", "postrm", "prerm", "triggers"]) {
      assert.throws(() => Deno.statSync(`${place.root}/DEBIAN/${name}`), Deno.errors.NotFound, name);
    }
    // What stands in the folder of the package alone: nothing is left over from making it.
    assert.deepEqual([...Deno.readDirSync(place.folder)].map(({ name }) => name).sort(), [
      "root",
      path.replace(/.*\//, ""),
    ]);
  },
});

Deno.test({
  name:
    "installed by dpkg it runs and is found by CMake and pkg-config; removed, only what others have put there stays",
  ignore: ignore || skipUnless(Deno.uid() === 0, "root is needed to install a package in a folder"),
  async fn() {
    using place = new Place();
    await place.dpkg("--install", await place.make());
    const usr = `${place.root}/usr`;
    assert.equal(await run([`${usr}/bin/uri`, "--version"]), `${VERSION}\n`);
    for (
      const path of [
        "share/bash-completion/completions/uri",
        "share/zsh/vendor-completions/_uri",
        "share/fish/vendor_completions.d/uri.fish",
        "share/man/man1/uri.1.gz",
        `share/doc/${PACKAGE}/copyright`,
        `share/doc/${PACKAGE}/notices.txt.gz`,
        "share/unified_robot_interface/zenoh_router.json5",
      ]
    ) assert.ok(Deno.statSync(`${usr}/${path}`).size > 0, path);
    assert.match(await run(["gzip", "-dc", `${usr}/share/man/man1/uri.1.gz`]), /^\.TH URI 1 /m);
    const page = Deno.readTextFileSync(`${usr}/share/pkgconfig/unified_robot_interface.pc`);
    assert.match(page, /^prefix=\$\{pcfiledir\}\/\.\.\/\.\.$/m);
    if (hasProgram("cmake")) {
      const script = `${place.folder}/find.cmake`;
      Deno.writeTextFileSync(
        script,
        `include("${usr}/lib/cmake/unified_robot_interface/unified_robot_interfaceConfigVersion.cmake")
message(STATUS "version \${PACKAGE_VERSION}")\n`,
      );
      assert.match(await run(["cmake", "-P", script]), new RegExp(`version ${VERSION}`));
    }
    // The package is dpkg's to remove.
    const refusal = await new Deno.Command(`${usr}/bin/uri`, { args: ["uninstall", "--prefix", usr] }).output();
    assert.equal(refusal.code, 1);
    assert.match(new TextDecoder().decode(refusal.stderr), /apt remove unified-robot-interface/);

    Deno.writeTextFileSync(`${usr}/lib/robot_interface/libmine.so`, "somebody's driver");
    await place.dpkg("--remove", PACKAGE);
    assert.deepEqual(place.files(), ["usr/lib/robot_interface/libmine.so"]);
    assert.throws(() => Deno.statSync(`${usr}/share`), Deno.errors.NotFound);
  },
});

Deno.test({
  name: "lintian finds nothing but the libraries that Deno's runtime contains",
  ignore: ignore || skipUnless(hasProgram("lintian"), "lintian is not installed"),
  async fn() {
    using place = new Place();
    const path = await place.make("gzip");
    const { stdout } = await new Deno.Command("lintian", { args: ["--allow-root", path] }).output();
    const lines = new TextDecoder().decode(stdout).split("\n").filter((line) => /^[EW]:/.test(line));
    assert.deepEqual(lines.filter((line) => !/embedded-library \S+ \[usr\/bin\/uri\]$/.test(line)), []);
  },
});
