import assert from "node:assert/strict";
import { ConfigError } from "../../core/config_error.ts";
import { readRobotModule } from "../../schemas/read_robot_module.ts";
import { parseYaml } from "../../core/parse_yaml.ts";
import { ConfigProblems } from "../../core/config_problems.ts";
import type { ManagerConfig } from "../../schemas/manager_config.ts";
import { testModules } from "../../tests/test_modules.ts";
import { loadManagerConfig, type LoadManagerConfigOptions } from "./load_manager_config.ts";

const GOOD = `Controller: hold
Robots:
  arm:
    module: Arm
    network_interface: {protocol: shm}
    robot_interface: {driver: RobotDriverMock}
`;

Deno.test("a short file gets every default", async () => {
  const config = await load(GOOD);
  const { module: _, entry, ...robot } = config.robots[0];
  assert.deepEqual(robot, {
    name: "arm",
    moduleName: "Arm",
    interface: "interface_template",
    mode: "position",
    timeStepNs: 2_000_000,
    ticksPerCycle: 1,
    network: { protocol: "shm", backend: "flatbuffer", latencyStats: false, connectionTimeoutMs: 100 },
    driver: {
      driver: "RobotDriverMock",
      ip: "127.0.0.1",
      port: 0,
      configPath: "",
      autostart: false,
      syncTimeoutMs: 2000,
    },
  });
  assert.deepEqual([config.controller, config.timeStepNs, config.tickNs, config.stepsPerRun], ["hold", 2e6, 2e6, 1]);
  assert.deepEqual(config.raw.Controller, "hold");
  assert.deepEqual(entry.controller, { mode: "position", time_step: 0.002 });
  assert.deepEqual(entry.grippers, { hand: ["elbow"] });
});

Deno.test("a full file is read completely, with paths relative to it", async () => {
  const config = await load(
    `MainRobot: Arm
Timestep: 0.005
Controller: hold
ZenohRouter: {configuration: router.json5}
Robots:
  arm:
    module: Arm
    interface: special
    controller: {mode: torque, time_step: 1e-3}
    network_interface:
      protocol: zenoh
      backend: flatbuffer
      configuration: sub/zenoh.json5
      latency_stats: true
      connection_timeout_ms: 50
    robot_interface: {driver: MyDriver, ip: /dev/ttyS0, port: 65535, config_path: sub, autostart: true, sync_timeout_ms: 7}
`,
    { support: { protocols: ["shm", "zenoh"], proxies: ["interface_template", "special"] } },
    ["router.json5", "sub/zenoh.json5"],
  );
  const folder = config.file.slice(0, config.file.lastIndexOf("/"));
  assert.deepEqual(config.zenohRouter, { configuration: `${folder}/router.json5` });
  assert.deepEqual([config.tickNs, config.stepsPerRun], [1_000_000, 5]);
  const [robot] = config.robots;
  assert.equal(robot.interface, "special");
  assert.deepEqual([robot.mode, robot.timeStepNs, robot.ticksPerCycle], ["torque", 1_000_000, 1]);
  assert.deepEqual(robot.network, {
    protocol: "zenoh",
    backend: "flatbuffer",
    configuration: `${folder}/sub/zenoh.json5`,
    latencyStats: true,
    connectionTimeoutMs: 50,
  });
  assert.deepEqual(robot.driver, {
    driver: "MyDriver",
    ip: "/dev/ttyS0",
    port: 65535,
    configPath: `${folder}/sub`,
    autostart: true,
    syncTimeoutMs: 7,
  });
});

Deno.test("a path on another computer stays as it is written", async () => {
  const support = { protocols: ["zenoh"] };
  const text = GOOD.replace("shm", "zenoh").replace("Mock}", "Mock, config_path: etc/driver.yaml}");
  assert.equal((await load(text, { support })).robots[0].driver.configPath, "etc/driver.yaml");
});

Deno.test("the result can be sent to a worker, and the entry holds the module, so that no file is needed there", async () => {
  const config = await load(GOOD);
  assert.deepEqual(structuredClone(config), config);
  const problems = new ConfigProblems();
  const sent = parseYaml(JSON.stringify(config.robots[0].entry.robot_module), "init", problems);
  assert.deepEqual(readRobotModule(sent!, [], problems), config.robots[0].module);
  assert.ok(problems.isEmpty);
});

Deno.test("robots keep their names and their order", async () => {
  const names = ["10", "007", "on", "2e5", "null", "1_000", "~", "9", "a b", "é", "arm", "true", "0x10"];
  const entry = "{module: Arm, network_interface: {protocol: shm}, robot_interface: {driver: RobotDriverMock}}";
  const text = `Controller: hold\nRobots:\n${names.map((name) => `  ${name}: ${entry}\n`).join("")}`;
  assert.deepEqual((await load(text)).robots.map(({ name }) => name), names);
  const merged = text.replace("Robots:", "Robots:\n  zz: &zz " + entry).replaceAll(/(null|true): \{.*/g, "$1: *zz") +
    "  y: {<<: *zz, base: 007}\n  1: {base: on}\n";
  assert.deepEqual((await load(merged)).robots.map(({ name }) => name), ["zz", ...names, "y", "1"]);
});

Deno.test("merge keys and base give the same robot", async () => {
  const text = `Controller: hold
x:
  arm: &arm {module: Arm, network_interface: {protocol: shm}}
  mock: &mock {robot_interface: {driver: RobotDriverMock, port: 7}, module: none}
Robots:
  merged: {<<: [*arm, *mock], controller: {mode: velocity}}
  last: {base: middle, robot_interface: {autostart: true}}
  middle: {base: first, controller: {mode: velocity}}
  first: {<<: *arm, robot_interface: {driver: RobotDriverMock, port: 7}, controller: {mode: torque, time_step: 0.002}}
`;
  const { robots } = await load(text);
  assert.deepEqual(robots.map(({ name }) => name), ["merged", "last", "middle", "first"]);
  assert.deepEqual(robots.map(({ mode }) => mode), ["velocity", "velocity", "velocity", "torque"]);
  assert.deepEqual(robots[0].entry, robots[2].entry);
  assert.deepEqual(robots[1].driver, { ...robots[0].driver, autostart: true });
});

Deno.test("posture targets become lists in the module's order", async () => {
  const config = await load(
    GOOD.replace("hold", "posture") +
      "Posture:\n  speed: 1\n  robots:\n    arm:\n      targets: [[1, -2], {elbow: 0}, {}]\n",
  );
  const posture = { dwell: 1, loop: true, speed: 1, robots: { arm: { targets: [[1, -2], [0, 0], [0, 1]] } } };
  assert.deepEqual(config.posture, posture);
  assert.deepEqual(config.raw.posture, posture);
});

Deno.test("the section Posture is left alone when another controller runs", async () => {
  assert.equal((await load(GOOD + "Posture: whatever\n")).posture, undefined);
});

Deno.test("keys of mc_rtc are left alone", async () => {
  await load(
    GOOD + "MainRobot: JVRC1\nEnabled: [Posture]\nLog: true\nObserverPipelines: []\nrobots: {x: 1}\nPlugins: [ROS]\n",
  );
});

Deno.test("byte order mark and CRLF are accepted", async () => {
  await load("\uFEFF" + GOOD.replaceAll("\n", "\r\n"));
});

Deno.test("several faults are shown at once, in the order of the file", async () => {
  await refuses(
    `Timestep: -0.005
Controler: hold
Robots:
  arm:
    module: Amr
    controler: {mode: velocity}
    controller: {mode: Velocity, time_step: "0.001"}
    network_interface: {protocol: tcp, conection_timeout_ms: 5}
    robot_interface: {driver: RobotDriverMujoco, port: 70000}
  b/c: {base: amr}
`,
    "1:11: Timestep: '-0.005' is negative; wanted a period > 0",
    "2:1: Controler: 'Controler' is not known; wanted Controller (did you mean 'Controller'?)",
    "5:13: Robots.arm.module: 'Amr' is not a robot module; wanted Arm, Rail, or a file (./my_robot.yaml, my_robot.urdf) (did you mean 'Arm'?)",
    "6:5: Robots.arm.controler: 'controler' is not known here; wanted module, interface, base, controller, network_interface or robot_interface (did you mean 'controller'?)",
    "7:24: Robots.arm.controller.mode: 'Velocity' is not a mode; wanted position, velocity or torque (did you mean 'velocity'?)",
    "7:45: Robots.arm.controller.time_step: '0.001' is text; wanted seconds as a decimal number, e.g. 0.005 (write it without quotes)",
    "8:35: Robots.arm.network_interface.protocol: 'tcp' is not a protocol; wanted shm",
    "8:40: Robots.arm.network_interface.conection_timeout_ms: 'conection_timeout_ms' is not known here; wanted protocol, backend, configuration, latency_stats or connection_timeout_ms (did you mean 'connection_timeout_ms'?)",
    "9:31: Robots.arm.robot_interface.driver: 'RobotDriverMujoco' is not a driver; wanted RobotDriverMuJoCo (did you mean 'RobotDriverMuJoCo'?)",
    "9:56: Robots.arm.robot_interface.port: '70000' is not a port; wanted a whole number from 0 to 65535",
    "10:3: Robots.b/c: the name 'b/c' contains '/'; wanted a name without / * $ ? #",
    "10:15: Robots.b/c.base: 'amr' is not a robot; wanted one of arm (did you mean 'arm'?)",
  );
});

/** One fault each: what is replaced in the good file, by what, and the one line that is then expected. */
const FAULTS: readonly (readonly [from: string | RegExp, to: string, expected: string])[] = [
  [/[^]*/, "", "1:1: the file is empty; wanted a map with the key Robots"],
  [/[^]*/, "# nothing\n", "1:1: the file is empty; wanted a map with the key Robots"],
  [/[^]*/, "- a\n", "1:1: the file is a list; wanted a map with the key Robots"],
  [/[^]*/, "hello\n", "1:1: the file is just 'hello'; wanted a map with the key Robots"],
  [/Robots:[^]*/, "", "1:1: Robots: is missing; wanted a map of robot names, each with module and robot_interface"],
  [
    /Robots:[^]*/,
    "Robots:\n",
    "2:8: Robots: is empty; wanted a map of robot names, each with module and robot_interface",
  ],
  [
    /Robots:[^]*/,
    "Robots: {}\n",
    "2:9: Robots: is empty; wanted a map of robot names, each with module and robot_interface",
  ],
  [
    /Robots:[^]*/,
    "Robots: [a]\n",
    "2:9: Robots: is a list; wanted a map of robot names, each with module and robot_interface",
  ],
  [
    /Robots:[^]*/,
    "Robots: a\n",
    "2:9: Robots: 'a' is not a map; wanted a map of robot names, each with module and robot_interface",
  ],
  ["Robots", "Robot", "2:1: Robot: 'Robot' is not known; wanted Robots (did you mean 'Robots'?)"],
  ["Robots", "robots", "2:1: robots: 'robots' is not known; wanted Robots (did you mean 'Robots'?)"],
  [
    "Controller",
    "TimeStep: 0.004\nController",
    "1:1: TimeStep: 'TimeStep' is not known; wanted Timestep (did you mean 'Timestep'?)",
  ],
  [
    "Controller",
    "Zenohrouter: {}\nController",
    "1:1: Zenohrouter: 'Zenohrouter' is not known; wanted ZenohRouter (did you mean 'ZenohRouter'?)",
  ],
  [
    "Controller: hold",
    "X: 1",
    "1:1: Controller: is missing, and its default 'mc_rtc' is not yet supported by this build; wanted hold or posture (write 'Controller: hold')",
  ],
  ["hold", "mc_rtc", "1:13: Controller: 'mc_rtc' is not yet supported by this build; wanted hold or posture"],
  ["hold", "Hold", "1:13: Controller: 'Hold' is not a controller; wanted hold or posture (did you mean 'hold'?)"],
  ["hold", "", "1:13: Controller: is empty; wanted hold or posture"],
  ["hold", "[hold]", "1:13: Controller: is a list; wanted hold or posture"],
  [
    "  arm:",
    "\tarm:",
    "3:1: is no valid YAML: a tab is used as indentation; wanted spaces (replace the tab by spaces)",
  ],
  [
    "    module: Arm",
    "    module: Arm\n    module: Rail",
    "5:5: Robots.arm.module: is written twice, first in line 4; wanted once (remove one of them)",
  ],
  [
    "  arm:",
    "  arm: {}\n  'arm':",
    "4:3: Robots.arm: is written twice, first in line 3; wanted once (remove one of them)",
  ],
  ["module: Arm", "module: *arm", "4:13: Robots.arm.module: alias '*arm' has no anchor '&arm' before it"],
  ["Controller: hold", "Controller: 'hold", "7:1: is no valid YAML: missing closing 'quote"],
  ["    module: Arm\n", "", "3:3: Robots.arm.module: is missing; wanted the name of a robot module, or a file"],
  ["Arm", "", "4:13: Robots.arm.module: is empty; wanted the name of a robot module, or a file"],
  [
    "Arm",
    "7",
    "4:13: Robots.arm.module: '7' is not a robot module; wanted the name of a robot module, or a file (write it in quotes: \"7\")",
  ],
  [
    "Arm",
    "./none.yaml",
    "4:13: Robots.arm.module: './none.yaml' cannot be read: there is no such file (looked for DIR/none.yaml)",
  ],
  [
    "    module: Arm",
    "    module: Arm\n    interface: interface_tenplate",
    "5:16: Robots.arm.interface: 'interface_tenplate' is not a proxy; wanted interface_template (did you mean 'interface_template'?)",
  ],
  [
    "    module: Arm",
    "    module: Arm\n    ip: 1.2.3.4",
    "5:5: Robots.arm.ip: 'ip' is not known here; wanted module, interface, base, controller, network_interface or robot_interface ('ip' belongs under 'robot_interface')",
  ],
  [
    "    module: Arm",
    "    module: Arm\n    controller: velocity",
    "5:17: Robots.arm.controller: 'velocity' is not a map; wanted a map with mode or time_step",
  ],
  [
    "    module: Arm",
    "    module: Arm\n    controller: {mode: [position]}",
    "5:24: Robots.arm.controller.mode: is a list; wanted position, velocity or torque",
  ],
  [
    "    module: Arm",
    "    module: Arm\n    controller: {mode: }",
    "5:24: Robots.arm.controller.mode: is empty; wanted position, velocity or torque",
  ],
  [
    "    module: Arm",
    "    module: Arm\n    base:",
    "5:10: Robots.arm.base: is empty; wanted another robot, and there is none",
  ],
  [
    "    module: Arm",
    "    module: Arm\n    base: arm",
    "5:11: Robots.arm.base: leads back to itself: arm -> arm; wanted a base that ends at a robot without one (remove one of them)",
  ],
  [
    "    robot_interface: {driver: RobotDriverMock}\n",
    "",
    "3:3: Robots.arm.robot_interface: is missing; wanted a map with driver, ip, port, config_path, autostart or sync_timeout_ms",
  ],
  [
    "driver: RobotDriverMock",
    "port: 0",
    "6:5: Robots.arm.robot_interface.driver: is missing; wanted the class name of a driver, e.g. RobotDriverMock",
  ],
  [
    "RobotDriverMock}",
    "Other, ip: x}",
    "6:5: Robots.arm.robot_interface.port: is missing; wanted one, because driver 'Other' is not built in",
  ],
  [
    "RobotDriverMock}",
    "RobotDriverMok, port: 1}",
    "6:5: Robots.arm.robot_interface.ip: is missing; wanted one, because driver 'RobotDriverMok' is not built in (did you mean the built-in driver 'RobotDriverMock'?)",
  ],
  [
    "Mock}",
    "Mock, port: -1}",
    "6:54: Robots.arm.robot_interface.port: '-1' is not a port; wanted a whole number from 0 to 65535",
  ],
  [
    "Mock}",
    "Mock, port: 1.5}",
    "6:54: Robots.arm.robot_interface.port: '1.5' is not a port; wanted a whole number from 0 to 65535",
  ],
  [
    "Mock}",
    "Mock, port: '80'}",
    "6:54: Robots.arm.robot_interface.port: '80' is not a port; wanted a whole number from 0 to 65535 (write it without quotes)",
  ],
  [
    "Mock}",
    "Mock, port: .inf}",
    "6:54: Robots.arm.robot_interface.port: '.inf' is not a port; wanted a whole number from 0 to 65535",
  ],
  [
    "Mock}",
    "Mock, autostart: 1}",
    "6:59: Robots.arm.robot_interface.autostart: '1' is not a truth value; wanted true or false",
  ],
  [
    "Mock}",
    "Mock, autostart: ON}",
    "6:59: Robots.arm.robot_interface.autostart: 'ON' is not a truth value; wanted true or false (write true)",
  ],
  [
    "Mock}",
    "Mock, sync_timeout_ms: 0}",
    "6:65: Robots.arm.robot_interface.sync_timeout_ms: '0' is not a number of milliseconds; wanted a whole number from 1 to 2147483647",
  ],
  [
    "Mock}",
    "Mock, config_path: scene.xml}",
    "6:61: Robots.arm.robot_interface.config_path: 'scene.xml' does not exist; wanted an existing path (looked for DIR/scene.xml)",
  ],
  [
    "Mock}",
    "Mock, config_pth: x}",
    "6:48: Robots.arm.robot_interface.config_pth: 'config_pth' is not known here; wanted driver, ip, port, config_path, autostart or sync_timeout_ms (did you mean 'config_path'?)",
  ],
  [
    "{protocol: shm}",
    "{latency_stats: false}",
    "5:5: Robots.arm.network_interface.protocol: is missing, and its default 'zenoh/shm' is not yet supported by this build; wanted shm (write 'protocol: shm')",
  ],
  [
    "    network_interface: {protocol: shm}\n",
    "",
    "3:3: Robots.arm.network_interface.protocol: is missing, and its default 'zenoh/shm' is not yet supported by this build; wanted shm (write 'protocol: shm')",
  ],
  [
    "shm",
    "zenoh",
    "5:35: Robots.arm.network_interface.protocol: 'zenoh' is not yet supported by this build; wanted shm",
  ],
  [
    "shm",
    "zenoh/shm",
    "5:35: Robots.arm.network_interface.protocol: 'zenoh/shm' is not yet supported by this build; wanted shm",
  ],
  ["shm", "udp", "5:35: Robots.arm.network_interface.protocol: 'udp' is not a protocol; wanted shm"],
  [
    "shm",
    "SHM",
    "5:35: Robots.arm.network_interface.protocol: 'SHM' is not a protocol; wanted shm (did you mean 'shm'?)",
  ],
  [
    "shm}",
    "shm, backend: protobuf}",
    "5:49: Robots.arm.network_interface.backend: 'protobuf' is not yet supported by this build; wanted flatbuffer",
  ],
  [
    "shm}",
    "shm, backend: flatbuffers}",
    "5:49: Robots.arm.network_interface.backend: 'flatbuffers' is not a backend; wanted flatbuffer (did you mean 'flatbuffer'?)",
  ],
  [
    "shm}",
    "shm, connection_timeout_ms: 3}",
    "5:63: Robots.arm.network_interface.connection_timeout_ms: connection_timeout_ms 3 is shorter than two periods of 2 ms; wanted at least 4",
  ],
  [
    "shm}",
    "shm, configuration: none.json5}",
    "5:55: Robots.arm.network_interface.configuration: 'none.json5' does not exist; wanted an existing file (looked for DIR/none.json5)",
  ],
  [
    "Controller",
    "ZenohRouter: {configuration: /nowhere/r.json5}\nController",
    "1:30: ZenohRouter.configuration: '/nowhere/r.json5' does not exist; wanted an existing file",
  ],
  [
    "Controller",
    "ZenohRouter: {configuration: /}\nController",
    "1:30: ZenohRouter.configuration: '/' is a folder; wanted a file",
  ],
  [
    "Controller",
    "ZenohRouter: {config: x}\nController",
    "1:15: ZenohRouter.config: 'config' is not known here; wanted configuration",
  ],
  ["  arm:", "  a*:", "3:3: Robots.a*: the name 'a*' contains '*'; wanted a name without / * $ ? #"],
  ["  arm:", "  '':", "3:3: Robots.\"\": the name '' is empty; wanted a name"],
  ["  arm:", "  '@arm':", "3:3: Robots.@arm: the name '@arm' starts with '@'; wanted a name that starts otherwise"],
  [
    "  arm:",
    '  "a\\nb":',
    "3:3: Robots.\"a\\nb\": the name 'a\\nb' contains an invisible character; wanted a visible name",
  ],
  [
    "  arm:",
    `  ${"x".repeat(65)}:`,
    `3:3: Robots.${"x".repeat(65)}: the name '${"x".repeat(60)}…' has 65 bytes; wanted at most 64`,
  ],
  ["  arm:", "  ? [arm]\n  :", "3:5: Robots: a key is a list; wanted a word"],
];

Deno.test("every fault is told with its place", async (t) => {
  for (const [from, to, expected] of FAULTS) {
    await t.step(`${JSON.stringify(String(from))} -> ${JSON.stringify(to.slice(0, 60))}`, async () => {
      await refuses(GOOD.replace(from, to), expected);
    });
  }
});

Deno.test("periods: Timestep and time_step", async (t) => {
  const accepted = [["0.005", "0.001", 5], ["0.009", "0.003", 3], ["0.3", "0.1", 3], ["5e-3", ".001", 5], [
    "0.0157",
    "1.57e-3",
    10,
  ]];
  for (const [whole, part, steps] of accepted) {
    await t.step(`${whole} / ${part}`, async () => {
      const config = await load(withPeriods(String(whole), String(part)));
      assert.equal(config.stepsPerRun, steps);
    });
  }
  const path = "Robots.arm.controller.time_step:";
  const refused = [
    [
      "0.0025",
      "0.001",
      `6:29: ${path} Timestep 0.0025 is no exact multiple of time_step 0.001; wanted an exact multiple of it (nearest allowed: time_step: 0.00125 or Timestep: 0.003)`,
    ],
    [
      "0.001",
      "0.002",
      `6:29: ${path} Timestep 0.001 is shorter than time_step 0.002; wanted an exact multiple of it (nearest allowed: time_step: 0.001 or Timestep: 0.002)`,
    ],
    [
      "0.002",
      "0.0001",
      `6:29: ${path} time_step 0.0001 is too short; wanted at least 0.0002 (write time_step: 0.0002 or more)`,
    ],
    ["0.002", "0", `6:29: ${path} '0' is zero; wanted a period > 0`],
    ["0.002", "-0.002", `6:29: ${path} '-0.002' is negative; wanted a period > 0`],
    ["0.002", ".nan", `6:29: ${path} '.nan' is not a period; wanted seconds as a decimal number, e.g. 0.005`],
    ["0.002", ".inf", `6:29: ${path} '.inf' is not a period; wanted seconds as a decimal number, e.g. 0.005`],
    [
      "0.002",
      "'0.002'",
      `6:29: ${path} '0.002' is text; wanted seconds as a decimal number, e.g. 0.005 (write it without quotes)`,
    ],
    ["0.002", "2ms", `6:29: ${path} '2ms' is not a period; wanted seconds as a decimal number, e.g. 0.005`],
    ["0.002", "", `6:29: ${path} is empty; wanted seconds as a decimal number, e.g. 0.005`],
    ["0.002", "[1]", `6:29: ${path} is a list; wanted seconds as a decimal number, e.g. 0.005`],
    [
      "0.002",
      "0.0005000000001",
      `6:29: ${path} '0.0005000000001' is not a whole number of nanoseconds; wanted a multiple of 0.000000001`,
    ],
    ["11", "0.001", "1:11: Timestep: '11' is longer than 10 s; wanted a period of at most 10 s"],
    ["0.0", "0.001", "1:11: Timestep: '0.0' is zero; wanted a period > 0"],
    [
      "0.1",
      "0.1",
      "6:29: Robots.arm.network_interface.connection_timeout_ms: connection_timeout_ms 100 is shorter than two periods of 100 ms; wanted at least 200",
    ],
  ];
  for (const [whole, part, expected] of refused) {
    await t.step(`${whole} / ${part}`, () => refuses(withPeriods(whole, part, false), expected));
  }
});

Deno.test("robots of different periods mesh, or are refused as a pair", async () => {
  const two = (a: string, b: string) =>
    `Timestep: 0.012\n${
      GOOD.replace("Robots:", `Robots:\n  b: {base: arm, controller: {time_step: ${b}}}`)
    }    controller: {time_step: ${a}}\n`;
  const config = await load(two("0.002", "0.003"));
  assert.deepEqual([config.tickNs, config.stepsPerRun], [1_000_000, 12]);
  assert.deepEqual(config.robots.map(({ ticksPerCycle }) => ticksPerCycle), [3, 2]);
  await refuses(
    two("0.0005", "0.00048"),
    "9:29: Robots.arm.controller.time_step: time_step 0.0005 and 0.00048 of 'b' have only 0.00002 as a common period; wanted at least 0.0002 (make them equal, or multiples of one another)",
  );
});

Deno.test("a fault of a shared part is told once, where it is written", async () => {
  await refuses(
    GOOD.replace("Robots:\n  arm:", "Robots:\n  second: {base: arm}\n  arm: &arm").replace("shm", "tcp") +
      "  third: {<<: *arm}\n",
    "6:35: Robots.second.network_interface.protocol: 'tcp' is not a protocol; wanted shm",
  );
});

Deno.test("bases: missing and circular", async () => {
  await refuses(
    GOOD + "  a: {base: b}\n  b: {base: c}\n  c: {base: b}\n  d: {base: armm, modul: x}\n",
    "8:13: Robots.b.base: leads back to itself: b -> c -> b; wanted a base that ends at a robot without one (remove one of them)",
    "10:13: Robots.d.base: 'armm' is not a robot; wanted one of arm, a, b, c (did you mean 'arm'?)",
    "10:19: Robots.d.modul: 'modul' is not known here; wanted module, interface, base, controller, network_interface or robot_interface (did you mean 'module'?)",
  );
});

Deno.test("faults of the section Posture", async () => {
  const posture = GOOD.replace("hold", "posture");
  await refuses(
    posture,
    "1:1: Posture: is missing; wanted the targets of the controller 'posture', as Posture.robots.<name>.targets (or write 'Controller: hold')",
  );
  await refuses(
    posture + "Postures: {}\n",
    "7:1: Postures: 'Postures' is not known; wanted Posture (did you mean 'Posture'?)",
  );
  await refuses(
    posture + `Posture:
  dwell: -1
  lop: true
  speed: 0
  robots:
    amr: {targets: [[0, 0]]}
    arm:
      targets: [[0], [0, 3], [0, .nan], {elbw: 1}, {elbow: '1'}, 5]
`,
    "8:10: Posture.dwell: '-1' is not a time; wanted seconds ≥ 0",
    "9:3: Posture.lop: 'lop' is not known here; wanted dwell, loop, speed or robots (did you mean 'loop'?)",
    "10:10: Posture.speed: '0' is not a speed; wanted a fraction of the limits, 0 < speed ≤ 1",
    "12:5: Posture.robots.amr: 'amr' is not a robot; wanted one of arm (did you mean 'arm'?)",
    "14:17: Posture.robots.arm.targets[0]: has 1 value; wanted a list of 2 numbers, or a map of joint names to numbers",
    "14:26: Posture.robots.arm.targets[1][1]: '3' is outside the limits of joint 'elbow'; wanted -2 to 2",
    "14:34: Posture.robots.arm.targets[2][1]: '.nan' is not a number; wanted the position of joint 'elbow'",
    "14:42: Posture.robots.arm.targets[3].elbw: 'elbw' is not a joint of the robot; wanted one of shoulder, elbow (did you mean 'elbow'?)",
    "14:60: Posture.robots.arm.targets[4].elbow: '1' is not a number; wanted the position of joint 'elbow' (write it without quotes)",
    "14:66: Posture.robots.arm.targets[5]: '5' is not a posture; wanted a list of 2 numbers, or a map of joint names to numbers",
  );
  await refuses(
    posture + "Posture: {robots: {arm: {targets: []}}}\n",
    "7:35: Posture.robots.arm.targets: is an empty list; wanted a list of targets, each a list of numbers or a map of joint names to numbers",
  );
});

Deno.test("a file that cannot be read", async () => {
  const options = { modules: testModules() };
  await assert.rejects(loadManagerConfig("/nowhere/mc_rtc.yaml", options), {
    name: "ConfigError",
    message: "/nowhere/mc_rtc.yaml: cannot be read: there is no such file",
  });
  await assert.rejects(loadManagerConfig("/", options), {
    name: "ConfigError",
    message: "/: cannot be read: it is a folder; wanted a file",
  });
});

function withPeriods(whole: string, part: string, isLongEnough = true): string {
  const timeout = isLongEnough ? ", connection_timeout_ms: 10000" : "";
  return `Timestep: ${whole}\n` + GOOD.replace("shm", `shm${timeout}`)
    .replace("    network", `    controller: {time_step: ${part}}\n    network`)
    .replace("    module: Arm\n    controller", "    module: Arm\n    controller");
}

async function load(
  text: string,
  options: Partial<LoadManagerConfigOptions> = {},
  files: readonly string[] = [],
): Promise<ManagerConfig> {
  const folder = await Deno.makeTempDir();
  try {
    for (const file of files) {
      await Deno.mkdir(`${folder}/${file}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${folder}/${file}`, "{}");
    }
    await Deno.writeTextFile(`${folder}/mc_rtc.yaml`, text);
    return await loadManagerConfig(`${folder}/mc_rtc.yaml`, { modules: testModules(), ...options });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function refuses(text: string, ...expected: readonly string[]): Promise<void> {
  await assert.rejects(load(text), (error) => {
    assert.ok(error instanceof ConfigError, String(error));
    const folder = error.problems[0].file.replace("/mc_rtc.yaml", "");
    const lines = error.message.replaceAll(`${folder}/mc_rtc.yaml:`, "").replaceAll(folder, "DIR").split("\n");
    assert.deepEqual(lines, expected);
    return true;
  });
}
