import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { nativeLibraryState } from "../comm/zenoh/native_library_state.ts";
import { VERSION } from "../core/version.ts";
import { hasProgram } from "./kit/has_program.ts";
import type { Workbench } from "./kit/workbench.ts";
import { together } from "./kit/together.ts";
import { skipUnless } from "./skip_unless.ts";
import { uriCommands } from "./uri_command.ts";

const [source, executable] = uriCommands();
const ignore = skipUnless(executable !== undefined, "dist/uri is not built, or older than the sources");
const isRoot = Deno.uid() === 0;
const NOBODY = 65534;

/** Runs a command to its end. */
async function run(
  argv: readonly string[],
  options: Deno.CommandOptions = {},
): Promise<{ code: number; out: string; err: string }> {
  const { code, stdout, stderr } = await new Deno.Command(argv[0], { args: argv.slice(1), stdin: "null", ...options })
    .output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Installs into a folder of `bench`, whose path has a blank, and returns it. */
async function install(bench: Workbench, name = "opt"): Promise<string> {
  const prefix = `${bench.folder}/${name}`;
  const { code, err } = await run([executable.argv[0], "install", "--prefix", prefix]);
  assert.deepEqual([code, err], [0, ""]);
  return prefix;
}

/** All files below `folder`. */
function files(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? files(`${folder}/${name}`).map((path) => `${name}/${path}`) : [name]
  ).sort();
}

/** Makes `path` another program that does the same: a letter of a remark of the compiler is changed. */
function makeOther(path: string): void {
  const bytes = Deno.readFileSync(path);
  const at = Buffer.from(bytes.buffer).indexOf("GCC: (");
  assert.ok(at > 0);
  bytes[at] = "X".charCodeAt(0);
  Deno.removeSync(path);
  Deno.writeFileSync(path, bytes, { mode: 0o755 });
}

together(2, [
  {
    name: "an installation runs from where it is, with examples, completions and modules, and uninstalls itself",
    ignore,
    async fn(bench) {
      const prefix = await install(bench), uri = `${prefix}/bin/uri`;
      const share = `${prefix}/share/unified_robot_interface`;
      assert.deepEqual(await run([uri, "--version"]), { code: 0, out: `${VERSION}\n`, err: "" });
      for (
        const path of [
          "include/robot_interface/RobotDriverTemplate.h",
          "include/uri_driver.h",
          "include/robot_controller/Controller.h",
          "lib/cmake/unified_robot_interface/unified_robot_interfaceConfig.cmake",
          "lib/cmake/unified_robot_interface/unified_robot_interfaceConfigVersion.cmake",
          "lib/pkgconfig/unified_robot_interface.pc",
          "share/man/man1/uri.1",
          "share/unified_robot_interface/LICENSE",
          "share/unified_robot_interface/notices.txt",
          "share/unified_robot_interface/zenoh_router.json5",
          "share/unified_robot_interface/examples/ur5e/mc_rtc.yaml",
        ]
      ) assert.ok(Deno.statSync(`${prefix}/${path}`).size > 0, path);
      for (const folder of ["lib/robot_interface", "lib/robot_controller"]) {
        assert.deepEqual([...Deno.readDirSync(`${prefix}/${folder}`)], []);
      }
      for (
        const [shell, path] of [
          ["bash", "bash-completion/completions/uri"],
          ["zsh", "zsh/site-functions/_uri"],
          ["fish", "fish/vendor_completions.d/uri.fish"],
        ]
      ) {
        const printed = await run([uri, "completions", shell]);
        assert.equal(Deno.readTextFileSync(`${prefix}/share/${path}`), printed.out, shell);
        assert.ok(!printed.out.includes("from source only"), "a flag that the executable has not");
      }
      // The built-in module as a file; the manager starts the interface by itself.
      const name = bench.name("ur5e");
      const file = bench.file(
        "mc_rtc.yaml",
        `Controller: hold\nTimestep: 0.005\nRobots:\n  ${name}:\n    module: '${share}/robot_modules/UR5e.yaml'\n` +
          "    network_interface: {protocol: shm, connection_timeout_ms: 3000}\n" +
          "    robot_interface: {driver: RobotDriverMock, autostart: true}\n",
      );
      const manager = bench.start([uri, "manager", "-c", file, "--for", "1"]);
      await manager.exits(0);
      assert.match(manager.text, new RegExp(`${prefix}/bin/uri'? interface -c`), "its interface is another program");

      const { code, out } = await run([uri, "uninstall"]);
      assert.equal(code, 0);
      assert.match(out, new RegExp(`^uri ${VERSION} is no longer installed in ${prefix}: \\d+ files are removed\n$`));
      assert.throws(() => Deno.statSync(prefix), Deno.errors.NotFound);
    },
  },
  {
    name: "the output says what is where and what is left to do; over itself nothing is lost",
    ignore,
    async fn(bench) {
      const prefix = `${bench.folder}/opt`, uri = `${prefix}/bin/uri`;
      const first = await run([executable.argv[0], "install", "--prefix", `${prefix}/`]);
      assert.match(first.out, new RegExp(`^uri ${VERSION} is installed in ${prefix}: \\d+ files, \\d+ MB\n`));
      for (
        const part of [
          uri,
          `${prefix}/lib/robot_interface`,
          "export PATH=",
          "-DCMAKE_PREFIX_PATH=",
          "setcap cap_sys_nice",
        ]
      ) {
        assert.ok(first.out.includes(part), part);
      }
      const { ino } = Deno.statSync(uri);
      const again = await run([uri, "install", "--prefix", prefix], { env: { PATH: `/usr/bin:${prefix}/bin` } });
      assert.match(again.out, /, once more: /);
      assert.ok(!again.out.includes("export PATH="));
      assert.equal(Deno.statSync(uri).ino, ino);
    },
  },
  {
    name: "a program that runs is replaced by a newer one, and goes on",
    ignore,
    async fn(bench) {
      const prefix = await install(bench), uri = `${prefix}/bin/uri`, name = bench.name();
      makeOther(uri);
      const robot = bench.start([uri, "interface", "-c", bench.interfaceConfig(name)]);
      await robot.line(/waiting for init query/);
      const { ino } = Deno.statSync(uri);
      await install(bench);
      assert.notEqual(Deno.statSync(uri).ino, ino);
      assert.ok(robot.running);
      assert.equal((await run([uri, "--version"])).out, `${VERSION}\n`);
      robot.signal("SIGTERM");
      await robot.exits(0);
    },
  },
  {
    name: "a program that was allowed real-time scheduling: what replaces it is said to need it again",
    ignore: ignore || skipUnless(isRoot && hasProgram("setcap"), "setcap, and root who may use it, are needed"),
    async fn(bench) {
      const prefix = await install(bench), uri = `${prefix}/bin/uri`;
      const setcap = await run(["setcap", "cap_sys_nice+ep", uri]);
      if (setcap.code !== 0) return; // a file system without capabilities: there is nothing to lose
      const same = await run([executable.argv[0], "install", "--prefix", prefix]);
      assert.ok(!same.out.includes("setcap"), same.out);
      makeOther(uri);
      await run(["setcap", "cap_sys_nice+ep", uri]);
      const newer = await run([executable.argv[0], "install", "--prefix", prefix]);
      assert.match(newer.out, /was allowed real-time scheduling by setcap; this one needs it again:\n +sudo setcap/);
    },
  },
  {
    name: "the installed router file is the default where somebody has changed it, and the log names it",
    ignore: ignore || skipUnless(nativeLibraryState().available, "the native Zenoh library is not available"),
    async fn(bench) {
      const prefix = await install(bench), uri = `${prefix}/bin/uri`;
      const file = `${prefix}/share/unified_robot_interface/zenoh_router.json5`;
      Deno.writeTextFileSync(
        file,
        '{ mode: "router", listen: { endpoints: ["tcp/127.0.0.1:0"] }, scouting: { multicast: { enabled: false } } }\n',
      );
      const router = bench.start([uri, "router", "--for", "0.5"]);
      await router.exits(0);
      assert.match(router.text, new RegExp(`Starting from config '${file}'`));
      const kept = await run([executable.argv[0], "install", "--prefix", prefix]);
      assert.match(
        kept.out,
        /zenoh_router\.json5 was changed by somebody and stays; that of this version is .*\.new\n/,
      );
      const { out } = await run([uri, "uninstall", "--prefix", prefix]);
      assert.match(out, /These stay, as somebody has changed them:\n .*zenoh_router\.json5\n/);
      assert.deepEqual(files(prefix), ["share/unified_robot_interface/zenoh_router.json5"]);
    },
  },
  {
    name: "what cannot be done is one line that says what to do",
    ignore,
    async fn(bench) {
      const uri = executable.argv[0], file = bench.file("file", "");
      const refused = async (code: number, message: RegExp, ...args: string[]) => {
        const result = await run([uri, ...args], { cwd: bench.folder });
        assert.deepEqual([result.code, result.out], [code, ""], args.join(" "));
        assert.match(result.err, message);
        assert.equal(result.err.trimEnd().split("\n").length, 1, result.err);
      };
      await refused(2, /'opt' is relative, .*write --prefix "\$PWD\/opt"/, "install", "--prefix", "opt");
      await refused(2, /--prefix has no folder/, "install", "--prefix");
      await refused(2, /folder is empty/, "install", "--prefix", "");
      await refused(1, /file is no folder/, "install", "--prefix", file);
      await refused(1, /file is no folder, one was wanted|file does not exist/, "install", "--prefix", `${file}/opt`);
      await refused(1, /\/a does not exist, .*mkdir -p /, "install", "--prefix", `${bench.folder}/a/b`);
      await refused(1, /\/none does not exist, /, "uninstall", "--prefix", `${bench.folder}/none`);
      await refused(1, /there is no share\/.*install_manifest\.json/, "uninstall", "--prefix", bench.folder);
      bench.file("bin", "");
      await refused(
        1,
        /\/bin is in the way: it is a file, and a folder is wanted there; move it away/,
        "install",
        "--prefix",
        bench.folder,
      );
    },
  },
  {
    name: "without permission sudo is named, and nothing is changed",
    ignore: ignore || skipUnless(isRoot, "root is needed to become somebody without rights"),
    async fn(bench) {
      const folder = Deno.makeTempDirSync({ prefix: "uri nobody " });
      bench.onClose(() => Deno.remove(folder, { recursive: true }));
      Deno.chmodSync(folder, 0o755);
      const program = `${folder}/uri`;
      Deno.copyFileSync(executable.argv[0], program);
      const before = await run([program, "install", "--prefix", `${folder}/opt`]);
      assert.equal(before.code, 0);
      const tree = files(folder);
      const options = { uid: NOBODY, gid: NOBODY, cwd: "/" };
      for (
        const args of [["install", "--prefix", `${folder}/opt`], ["install", "--prefix", `${folder}/new`], [
          "uninstall",
          "--prefix",
          `${folder}/opt`,
        ]]
      ) {
        const { code, err } = await run([program, ...args], options);
        assert.equal(code, 1);
        assert.match(err, /there is no permission to change .*; try: sudo '.*\/uri' (un)?install --prefix '/);
      }
      assert.deepEqual(files(folder), tree);
    },
  },
  {
    name: "without room nothing is begun",
    ignore: ignore ||
      skipUnless(isRoot && hasProgram("unshare"), "root and unshare are needed to make a small file system"),
    async fn(bench) {
      const small = `${bench.folder}/small`;
      Deno.mkdirSync(small);
      const script =
        'mount -t tmpfs -o size=20m none "$1" || exit 77; "$2" install --prefix "$1"; code=$?; ls "$1"; exit $code';
      const result = await run(["unshare", "-m", "sh", "-c", script, "sh", small, executable.argv[0]]);
      if (result.code === 77) return; // a container that mounts nothing
      assert.deepEqual([result.code, result.out], [1, ""]);
      assert.match(result.err, /Cannot install in .*small: 2\d MB are free there, 1\d\d MB were wanted; make room/);
    },
  },
  {
    name: "from source there is nothing to install, and ./dev install is named",
    async fn(bench) {
      const { code, out, err } = await run([...source.argv, "install", "--prefix", bench.folder]);
      assert.deepEqual([code, out], [2, ""]);
      assert.match(err, /run from its sources.*\.\/dev install/);
    },
  },
]);
