import assert from "node:assert/strict";
import { brokenPlugin } from "./kit/broken_plugin.ts";
import { buildPlugin } from "./kit/build_plugin.ts";
import { hasProgram } from "./kit/has_program.ts";
import { ProbeScene } from "./kit/probe_scene.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";

const ignore = skipUnless(hasProgram("g++") && hasProgram("gcc"), "g++ and gcc are not installed");
const noRust = skipUnless(hasProgram("rustc"), "rustc is not installed");
const PLUGINS = new URL("./plugins", import.meta.url).pathname;
const POSE = [0.52, -0.3, 0.9, 0, 0, 0];
const INITIAL = `initial: ${POSE.join(" ")}`;

/** Libraries that cannot serve: what they are, the class that is asked for, how they are made, the lines of the reason; `DIR`: the drivers' folder. */
const BAD: [
  what: string,
  driver: string,
  library: () => Promise<string | Uint8Array>,
  lines: string[],
  more?: string[],
][] = [
  [
    "built against ABI version 2",
    "RobotDriverElsewhere",
    () => brokenPlugin("other_header.cpp", "-DABI=2", "-DOLD_NAMES"),
    [
      "[PluginLoader] Plugin 'RobotDriverElsewhere' (DIR/bad.so) was built against an incompatible interface: ABI version 2 (expected ABI version " +
      "3). Rebuild and reinstall it against the current headers.",
    ],
  ],
  [
    "built against another header",
    "RobotDriverElsewhere",
    () => brokenPlugin("other_header.cpp", "-DABI=3"),
    [
      "[PluginLoader] Plugin 'RobotDriverElsewhere' (DIR/bad.so) was built against another RobotDriverTemplate.h: it has the plugin symbols of the " +
      "C++ program, but not the functions that this one calls. Its sources need no change: rebuild and reinstall it against the headers of this " +
      "installation (cmake -S SOURCES -B build -DCMAKE_PREFIX_PATH=PREFIX -DCMAKE_INSTALL_PREFIX=PREFIX, then cmake --build build and cmake " +
      "--install build)",
    ],
  ],
  [
    "whose needed library is missing",
    "RobotDriverBroken",
    async () => {
      const helper = await brokenPlugin("helper.cpp", "-Wl,-soname,libhelper-that-is-nowhere.so");
      return await brokenPlugin("driver.cpp", "-DNEEDS_HELPER", helper);
    },
    [
      "[PluginLoader] Plugin 'RobotDriverBroken' not found",
      "[PluginLoader] Searched paths:",
      "  - DIR",
      "[PluginLoader] Available plugins:",
      "  - RobotDriverMock (built in)",
      "  - RobotDriverMuJoCo (built in)",
      "  - RobotDriverProbe",
      "[PluginLoader] Libraries that cannot be used:",
      "  - DIR/bad.so: libhelper-that-is-nowhere.so: cannot open shared object file: No such file or directory",
      "[PluginLoader] Cannot load plugin: RobotDriverBroken: if it is in one of the libraries that cannot be used, mend that; else correct " +
      "robot_interface.driver, or install the driver",
    ],
    ["[warning] [RobotInterface] 'NAME' [PluginLoader] Failed to load DIR/bad.so: libhelper-that-is-nowhere.so: cannot open shared object file: No such file or directory"],
  ],
  [
    "that is a text",
    "RobotDriverPrbe",
    () => Promise.resolve(new TextEncoder().encode("no library at all")),
    [
      "[PluginLoader] Plugin 'RobotDriverPrbe' not found",
      "[PluginLoader] Searched paths:",
      "  - DIR",
      "[PluginLoader] Available plugins:",
      "  - RobotDriverMock (built in)",
      "  - RobotDriverMuJoCo (built in)",
      "  - RobotDriverProbe",
      "[PluginLoader] Libraries that cannot be used:",
      `  - DIR/bad.so: it is no library: it begins with the text "no library at all"; wanted an ELF file`,
      "[PluginLoader] Cannot load plugin: RobotDriverPrbe: did you mean 'RobotDriverProbe'?",
    ],
    [`[warning] [RobotInterface] 'NAME' [PluginLoader] Failed to load DIR/bad.so: it is no library: it begins with the text "no library at all"; wanted an ELF file`],
  ],
];

/** Asserts that these lines stand in a log, one after the other. */
function has(lines: readonly string[], wanted: readonly string[]): void {
  const text = lines.join("\n");
  assert.ok(text.includes(wanted.join("\n")), `wanted:\n${wanted.join("\n")}\n\nis:\n${text}`);
}

together(3, [
  {
    name: "10,000 cycles of a native driver allocate next to nothing",
    ignore,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const probed = scene.robot("heap", [INITIAL]);
      const { robot, manager } = scene.pair(probed);
      await until("the cycles", () => probed.probe.cycles > 13_500);
      manager.signal("SIGTERM");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      const { heap, cycles } = bench.report(probed.name);
      assert.ok(cycles > 13_000 && heap.watched);
      // The log thread has a heap of its own; what grows here is once a second the watch itself, some hundred bytes.
      assert.deepEqual([heap.major_gcs, heap.minor_gcs], [0, 0]);
      assert.ok(heap.growth_bytes < 100_000, `${heap.growth_bytes} bytes in ${cycles} cycles`);
    },
  },
  ...BAD.map(([what, driver, library, lines, more = []], index) => ({
    name:
      `a library ${what}: the interface says so, the manager has it as the answer, exit codes 1; a good one beside it runs`,
    ignore,
    both: index === 0,
    async fn(bench: Workbench) {
      const scene = await ProbeScene.open(bench);
      const made = await library();
      if (typeof made === "string") scene.prefix.driver(made, "bad.so");
      else Deno.writeFileSync(`${scene.prefix.drivers}/bad.so`, made);
      const bad = scene.robot("bad", [INITIAL], { driver });
      const { robot, manager } = scene.pair(bad);
      await robot.exits(1);
      await manager.exits(1);
      const shown = (text: string) => text.replaceAll("DIR", scene.prefix.drivers).replaceAll("NAME", bad.name);
      const reason = lines.map(shown);
      has(robot.lines, [
        `[error] [RobotInterface] '${bad.name}' init failed: Driver load failed: ${reason[0]}`,
        ...reason.slice(1),
      ]);
      for (const line of more.map(shown)) has(robot.lines, [line]);
      const answer = [
        `[error] [RobotManager] Robot '${bad.name}' init failed: ERROR: Driver load failed: ${reason[0]}`,
        // What comes from an interface cannot look like a line of this log.
        ...reason.slice(1).map((line) => `  ${line}`),
      ];
      answer[answer.length - 1] += " — skipping.";
      has(manager.lines, answer);
      assert.deepEqual(bad.probe.events(), []);

      const good = scene.robot("good", [INITIAL]);
      const pair = scene.pair(good);
      await until("commands", () => good.probe.commands().length > 100);
      pair.manager.signal("SIGTERM");
      await pair.manager.exits(0);
      pair.robot.signal("SIGTERM");
      await pair.robot.exits(0);
    },
  })),
  ...([
    ["RobotDriverProbeC", "probe_c.c", "in C", ignore, [INITIAL]],
    ["RobotDriverProbeRust", "probe_rust.rs", "in Rust", noRust, [INITIAL]],
  ] as const).map(([driver, file, language, without, lines]) => ({
    name: `a driver ${language} is run: first command where it stands, hold at the end, exit codes 0`,
    ignore: without,
    both: true,
    async fn(bench: Workbench) {
      const scene = new ProbeScene(bench);
      scene.prefix.driver(await buildPlugin(`${PLUGINS}/${file}`), "probe.so");
      const probed = scene.robot("abi", lines, { driver });
      const { robot, manager } = scene.pair(probed);
      await until("commands", () => probed.probe.commands().length > 300);
      manager.signal("SIGTERM");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      for (const { kind, values } of probed.probe.commands()) assert.deepEqual([kind, values], ["servoJ", POSE]);
      assert.equal(probed.probe.events().at(-1)?.kind, "destroy");
    },
  })),
  ...([
    ["sync", "sync", String.raw`sync\(\): boom`],
    ["servo_j", "servo_j", String.raw`command: servoJ\(\): boom`],
  ] as const).map(([what, method, wanted]) => ({
    name: `a driver in C whose ${what} returns an error code: logged with its text, held where possible, exit codes 1`,
    ignore,
    async fn(bench: Workbench) {
      const scene = new ProbeScene(bench);
      scene.prefix.driver(await buildPlugin(`${PLUGINS}/probe_c.c`), "probe.so");
      const probed = scene.robot("code", [INITIAL, `error: ${method} 1000 -5 boom`], { driver: "RobotDriverProbeC" });
      const { robot, manager } = scene.pair(probed);
      await robot.exits(1);
      assert.match(robot.text, new RegExp(`driver 'RobotDriverProbeC' ${wanted}$`, "m"));
      await manager.exits(1);
      const events = probed.probe.events();
      assert.deepEqual(events.slice(-1).map(({ kind }) => kind), ["destroy"]);
      if (method === "sync") {
        assert.deepEqual([events.at(-2)!.kind, events.at(-2)!.cycle], ["servoJ", 1000], "the hold");
      }
    },
  })),
  {
    name: "a panic of a driver in Rust is an error like any other",
    ignore: noRust,
    async fn(bench) {
      const scene = new ProbeScene(bench);
      scene.prefix.driver(await buildPlugin(`${PLUGINS}/probe_rust.rs`), "probe.so");
      const probed = scene.robot("panic", [INITIAL, "panic: 1000"], { driver: "RobotDriverProbeRust" });
      const { robot, manager } = scene.pair(probed);
      await robot.exits(1);
      assert.match(robot.text, /driver 'RobotDriverProbeRust' sync\(\): a panic$/m);
      await manager.exits(1);
    },
  },
  {
    name: "create() gets class, address, port, the file as an absolute path, and the grippers of the robot's module",
    ignore,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const settings = { module: "Arm7Gripper", more: { ip: "192.0.2.7", port: 30004 } };
      const probed = scene.robot("told", ["joints: 9", "imu: hand_imu", "force_sensor: hand_force"], settings);
      const relative = probed.probe.script.replace(`${bench.folder}/`, "./");
      const robot = { ...probed.robot, more: { ...probed.robot.more, config_path: relative } };
      const { robot: right, manager } = scene.pair({ ...probed, robot });
      await manager.line(/robot initialized/);
      const grippers = "gripper:finger_left_joint,finger_right_joint";
      const told = ["RobotDriverProbe", "192.0.2.7", "30004", probed.probe.script, grippers];
      assert.deepEqual(probed.probe.events()[0].words, told);
      await right.line(
        new RegExp(
          String
            .raw`loading driver 'RobotDriverProbe' \(192\.0\.2\.7:30004\), config_path: '.*told-.*\.probe', 1 gripper\(s\)$`,
        ),
      );
      assert.doesNotMatch(right.text, /\[warning\] .*(sensor|does not wait)/);
    },
  },
  {
    name: "two libraries with one class: the newer one is taken, the other is warned of",
    ignore,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const older = scene.prefix.driver(await ProbeScene.library("-O1"), "older.so");
      const before = new Date(Date.now() - 60_000);
      Deno.utimeSync(older, before, before);
      const probed = scene.robot("dup", [INITIAL]);
      const { robot, manager } = scene.pair(probed);
      await robot.line(
        /warning.*Multiple files export the same symbol: driver 'RobotDriverProbe' stands in .*libprobe\.so and in .*older\.so/,
      );
      await manager.line(/robot initialized/);
    },
  },
]);
