import assert from "node:assert/strict";
import { brokenPlugin } from "../../tests/kit/broken_plugin.ts";
import { buildPlugin } from "../../tests/kit/build_plugin.ts";
import { hasProgram } from "../../tests/kit/has_program.ts";
import { skipUnless } from "../../tests/skip_unless.ts";
import { TestPlace } from "./test_place.ts";

const ignore = skipUnless(hasProgram("g++") && hasProgram("gcc"), "g++ and gcc are not installed");
const PLUGINS = new URL("../../tests/plugins", import.meta.url).pathname;
const probe = (...flags: string[]) => buildPlugin(`${PLUGINS}/probe.cpp`, { flags });
const cProbe = (...flags: string[]) => buildPlugin(`${PLUGINS}/probe_c.c`, { flags });

/** Registers a test with an installation that has a good library, `libprobe.so`. Libraries stay loaded, as the process does. */
function test(name: string, fn: (place: TestPlace) => Promise<void> | void): void {
  Deno.test({
    name: `native drivers: ${name}`,
    ignore,
    sanitizeResources: false,
    async fn() {
      using place = new TestPlace();
      place.put("libprobe.so", await probe());
      await fn(place);
      assert.equal(await place.refusal("RobotDriverProbe"), "", "a bad library never stops a good one");
    },
  });
}

/** Changes one byte of the good library's head. */
async function withByte(at: number, value: number): Promise<Uint8Array> {
  const bytes = Deno.readFileSync(await probe());
  bytes[at] = value;
  return bytes;
}

const INCOMPATIBLE = (name: string, found: string, expected: number) =>
  `[PluginLoader] Plugin '${name}' (PREFIX/lib/robot_interface/bad.so) was built against an incompatible interface: ${found} ` +
  `(expected ABI version ${expected}). Rebuild and reinstall it against the current headers.`;
const ELSEWHERE =
  "[PluginLoader] Plugin 'RobotDriverElsewhere' (PREFIX/lib/robot_interface/bad.so) was built against another RobotDriverTemplate.h: it has the " +
  "plugin symbols of the C++ program, but not the functions that this one calls. Its sources need no change: rebuild and reinstall it against the " +
  "headers of this installation (cmake -S SOURCES -B build -DCMAKE_PREFIX_PATH=PREFIX -DCMAKE_INSTALL_PREFIX=PREFIX, then cmake --build build and " +
  "cmake --install build)";

/** Libraries that name a driver which cannot be made: what they are, the class, and the exact text. */
const REFUSED: [what: string, library: () => Promise<string>, name: string, text: string][] = [
  [
    "no ABI symbol",
    () => brokenPlugin("driver.cpp", "-DNO_ABI"),
    "RobotDriverBroken",
    `${
      INCOMPATIBLE("RobotDriverBroken", "no ABI version", 3)
    } One of its source files must have the line ROBOT_DRIVER_EXPORT_ABI_VERSION().`,
  ],
  [
    "ABI version 2, in the earlier names",
    () => brokenPlugin("other_header.cpp", "-DABI=2", "-DOLD_NAMES"),
    "RobotDriverElsewhere",
    INCOMPATIBLE("RobotDriverElsewhere", "ABI version 2", 3),
  ],
  [
    "ABI version 4, and a short class name",
    () => brokenPlugin("other_header.cpp", "-DABI=4"),
    "Short",
    INCOMPATIBLE("Short", "ABI version 4", 3),
  ],
  [
    "another header of ABI version 3",
    () => brokenPlugin("other_header.cpp", "-DABI=3"),
    "RobotDriverElsewhere",
    ELSEWHERE,
  ],
  [
    "no create()",
    () => brokenPlugin("driver.cpp", "-DNO_CREATE"),
    "RobotDriverBroken",
    "Failed to resolve create symbol in PREFIX/lib/robot_interface/bad.so: Export it from the driver, or rebuild it",
  ],
  [
    "no destroy()",
    () => brokenPlugin("driver.cpp", "-DNO_DESTROY"),
    "RobotDriverBroken",
    "Symbol destroy not found in PREFIX/lib/robot_interface/bad.so: Export it from the driver, or rebuild it",
  ],
  [
    "a create() of three parameters, as the library itself says",
    () => brokenPlugin("driver.cpp", "-DCREATE_ARGUMENTS=3"),
    "RobotDriverBroken",
    "PREFIX/lib/robot_interface/bad.so: create() takes 3 parameters; wanted 5: name, ip, port, config_path, grippers; correct the driver and " +
    "rebuild it",
  ],
  [
    "C interface of version 2",
    () => cProbe("-DABI=2"),
    "RobotDriverProbeC",
    INCOMPATIBLE("RobotDriverProbeC", "ABI version 2", 1),
  ],
  [
    "C interface, a function is missing",
    () => cProbe("-DWITHOUT_SYNC"),
    "RobotDriverProbeC",
    "[PluginLoader] Plugin 'RobotDriverProbeC' (PREFIX/lib/robot_interface/bad.so) does not export uri_driver_sync: see uri_driver.h",
  ],
];

for (const [what, library, name, text] of REFUSED) {
  test(`${what}: refused`, async (place) => {
    place.put("bad.so", await library());
    assert.equal(await place.refusal(name), text);
    assert.deepEqual(place.warnings, []);
  });
}

/** Files that cannot be opened, or name nothing: what they are, the file, and why. */
const USELESS: [
  what: string,
  content: () => Promise<string | Uint8Array>,
  reason: string | RegExp,
  isOpened?: boolean,
][] = [
  [
    "a text file",
    () => Promise.resolve(new TextEncoder().encode("#!/bin/sh\necho 'a wrapper of my driver'\n")),
    String.raw`it is no library: it begins with the text "#!/bin/sh\necho 'a wr"; wanted an ELF file`,
  ],
  ["an empty file", () => Promise.resolve(new Uint8Array()), "it is no library: it is empty; wanted an ELF file"],
  [
    "a file that is cut short",
    async () => Deno.readFileSync(await probe()).subarray(0, 5000),
    "it is cut short or damaged; wanted a whole ELF file, build or copy it again",
  ],
  [
    "a library for another processor",
    () => withByte(18, Deno.build.arch === "x86_64" ? 183 : 62),
    Deno.build.arch === "x86_64"
      ? "it is for aarch64, and this computer is x86_64; build it for this one"
      : "it is for x86_64, and this computer is aarch64; build it for this one",
  ],
  [
    "a library of 32 bits",
    () => withByte(4, 1),
    "it is for a 32-bit or a big-endian computer; wanted a library for this one",
  ],
  [
    "a function that is nowhere",
    () => brokenPlugin("driver.cpp", "-DUNRESOLVED"),
    "undefined symbol: a_function_that_is_nowhere",
  ],
  [
    "a needed library that is nowhere",
    async () =>
      await brokenPlugin(
        "driver.cpp",
        "-DNEEDS_HELPER",
        await brokenPlugin("helper.cpp", "-Wl,-soname,libhelper-that-is-nowhere.so"),
      ),
    "libhelper-that-is-nowhere.so: cannot open shared object file: No such file or directory",
  ],
  [
    "a library that names no driver",
    () => brokenPlugin("driver.cpp", "-DNO_CLASSES"),
    "it names no driver: its ROBOT_DRIVER_PLUGIN adds none to the list, or throws",
    true,
  ],
  [
    "a library that throws when it is asked for its drivers",
    () => brokenPlugin("driver.cpp", "-DTHROWING_CLASSES"),
    "it names no driver: its ROBOT_DRIVER_PLUGIN adds none to the list, or throws",
    true,
  ],
  [
    "a library that hides its functions",
    () => brokenPlugin("driver.cpp", "-DHIDDEN", "-fvisibility=hidden"),
    "it does not export ROBOT_DRIVER_PLUGIN, by which a library names its drivers: write it, and where the project hides its symbols, mark it, " +
    "create and destroy with ROBOT_DRIVER_DLLAPI; then rebuild and reinstall it",
    true,
  ],
];

for (const [what, content, reason, isOpened = false] of USELESS) {
  test(`${what}: told with the reason`, async (place) => {
    place.put("bad.so", await content());
    assert.equal(
      await place.refusal("RobotDriverBroken"),
      [
        "[PluginLoader] Plugin 'RobotDriverBroken' not found",
        "[PluginLoader] Searched paths:",
        "  - PREFIX/lib/robot_interface",
        "[PluginLoader] Available plugins:",
        "  - RobotDriverMock (built in)",
        "  - RobotDriverProbe",
        "[PluginLoader] Libraries that cannot be used:",
        `  - PREFIX/lib/robot_interface/bad.so: ${reason}`,
        "[PluginLoader] Cannot load plugin: RobotDriverBroken: if it is in one of the libraries that cannot be used, mend that; else correct " +
        "robot_interface.driver, or install the driver",
      ].join("\n"),
    );
    const warning = `[PluginLoader] Failed to load PREFIX/lib/robot_interface/bad.so: ${reason}`;
    assert.deepEqual(place.warnings, isOpened ? [] : [warning]);
  });
}

test("a class name counts letter by letter; the nearest is told, also where only the case differs", async (place) => {
  assert.match(
    await place.refusal("robotdriverprobe"),
    /Plugin 'robotdriverprobe' not found[^]*did you mean 'RobotDriverProbe'\?$/,
  );
  assert.match(await place.refusal("RobotDriverPrbe"), /did you mean 'RobotDriverProbe'\?$/);
  assert.match(await place.refusal("RobotDriverProbe "), /Plugin 'RobotDriverProbe ' not found/);
  assert.match(
    await place.refusal("RobotDriverKuka"),
    /Cannot load plugin: RobotDriverKuka: correct robot_interface\.driver, or install/,
  );
});

test("an endless list of drivers is cut, and the text stays short", async (place) => {
  place.put("many.so", await brokenPlugin("driver.cpp", "-DMANY_CLASSES"));
  const text = await place.refusal("RobotDriverNone");
  assert.match(text, /^ {2}- … and \d+ more$/m);
  assert.ok(text.length < 3000, `${text.length} characters`);
});

test("several drivers in one library", async (place) => {
  place.put("two.so", await probe('-DCLASS_NAME="RobotDriverOne"', '-DMORE_CLASS="RobotDriverTwo"'));
  for (const name of ["RobotDriverOne", "RobotDriverTwo"]) assert.equal(await place.refusal(name), "");
  assert.match(
    await place.refusal("RobotDriverThree"),
    /- RobotDriverProbe\n {2}- RobotDriverOne\n {2}- RobotDriverTwo\n/,
  );
});

test("two libraries with one class name: the newer is taken, both are named", async (place) => {
  place.put("older.so", await probe("-O1"));
  assert.equal(await place.refusal("RobotDriverProbe"), "");
  assert.deepEqual(place.warnings, [
    "[PluginLoader] Multiple files export the same symbol: driver 'RobotDriverProbe' stands in PREFIX/lib/robot_interface/libprobe.so and in " +
    "PREFIX/lib/robot_interface/older.so; the newer one, PREFIX/lib/robot_interface/libprobe.so, is taken, remove the other",
  ]);
  // The broken one is the older: nothing stands in the way. As the newer one, it is the one that is meant.
  place.put("broken.so", await brokenPlugin("driver.cpp", '-DCLASS_NAME="RobotDriverProbe"', "-DNO_DESTROY"));
  assert.equal(await place.refusal("RobotDriverProbe"), "");
  const now = new Date();
  Deno.utimeSync(`${place.folder}/broken.so`, now, now);
  assert.match(
    await place.refusal("RobotDriverProbe"),
    /^Symbol destroy not found in PREFIX\/lib\/robot_interface\/broken\.so/,
  );
  Deno.removeSync(`${place.folder}/broken.so`);
});

test("names that do not end in .so are left, links are followed, folders are no libraries, nor are pipes, links to nothing and what cannot be read", async (place) => {
  const library = await probe('-DCLASS_NAME="RobotDriverVersioned"');
  place.put("libversioned.so.1", library);
  place.put(".so", library);
  Deno.mkdirSync(`${place.folder}/folder.so`);
  assert.match(await place.refusal("RobotDriverVersioned"), /not found/);
  assert.deepEqual(place.warnings, []);
  Deno.symlinkSync("libversioned.so.1", `${place.folder}/libversioned.so`);
  assert.equal(await place.refusal("RobotDriverVersioned"), "");

  Deno.symlinkSync("/nonexistent/library", `${place.folder}/dangling.so`);
  Deno.symlinkSync("/proc/self/mem", `${place.folder}/unreadable.so`); // a file that nobody can read from its beginning
  await new Deno.Command("mkfifo", { args: [`${place.folder}/pipe.so`] }).output();
  assert.equal(await place.refusal("RobotDriverVersioned"), "");
  assert.equal(place.warnings.length, 3);
  assert.match(
    place.warnings.join("\n"),
    /Failed to load PREFIX\/lib\/robot_interface\/unreadable\.so: Input\/output error/,
  );
  assert.match(
    place.warnings.join("\n"),
    /Failed to load PREFIX\/lib\/robot_interface\/pipe\.so: it is no file; wanted a library/,
  );
  assert.match(place.warnings.join("\n"), /Failed to load PREFIX\/lib\/robot_interface\/dangling\.so: No such file/);
});

test("a library without a driver is not even opened", async (place) => {
  place.put("libhelper.so", await brokenPlugin("helper.cpp", "-DWANTS_PROBE")); // it could not be opened
  assert.match(await place.refusal("RobotDriverNone"), /not found/);
  assert.deepEqual(place.warnings, []);
});

test("a driver in another folder of the installation is not found, and where it is, is told", async (place) => {
  const wrong = `${place.prefix}/lib/x86_64-linux-gnu/robot_interface`;
  Deno.mkdirSync(wrong, { recursive: true });
  Deno.renameSync(`${place.folder}/libprobe.so`, `${wrong}/libprobe.so`);
  assert.match(
    await place.refusal("RobotDriverProbe"),
    /There is a folder PREFIX\/lib\/x86_64-linux-gnu\/robot_interface, which is not looked through: install drivers to lib\/robot_interface \(cmake -DCMAKE_INSTALL_LIBDIR=lib\)$/m,
  );
  Deno.renameSync(`${wrong}/libprobe.so`, `${place.folder}/libprobe.so`);
});

test("a create() of three parameters is an error of the compiler, which names the five", async () => {
  await assert.rejects(
    brokenPlugin("three_parameters.cpp"),
    /conflicting declaration of C function .*create[^]*previous declaration .*create\(.*string&, .*string&, .*uint16_t&, .*string&, .*vector<robot_interface::GripperInfo>&\)/,
  );
});
