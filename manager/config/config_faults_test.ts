import { managerConfigCase } from "../../tests/manager_config_case.ts";

const { GOOD, refuses } = managerConfigCase;
const FOLDER = "/nowhere/uri/lib/robot_controller";
const WANTED = "wanted hold, posture, or a module, e.g. ./my_controller.js";

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
    `1:1: Controller: is missing, and its default 'mc_rtc' is neither built in nor installed: there is no ${FOLDER}/librobot_controller_mc_rtc.so; ${WANTED} (write 'Controller: hold', or, to use mc_rtc, see docs/mc_rtc.md)`,
  ],
  [
    "hold",
    "mc_rtc",
    `1:13: Controller: 'mc_rtc' is neither built in nor installed: there is no ${FOLDER}/librobot_controller_mc_rtc.so; ${WANTED} (to use mc_rtc, see docs/mc_rtc.md)`,
  ],
  [
    "hold",
    "Hold",
    `1:13: Controller: 'Hold' is neither built in nor installed: there is no ${FOLDER}/librobot_controller_Hold.so; ${WANTED} (did you mean 'hold'?)`,
  ],
  [
    "hold",
    "../hold",
    `1:13: Controller: '../hold' is no name of a controller, which has no slash, '..' or control character; ${WANTED}`,
  ],
  ["hold", "", `1:13: Controller: is empty; ${WANTED}`],
  ["hold", "[hold]", `1:13: Controller: is a list; ${WANTED}`],
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
    "5:16: Robots.arm.interface: 'interface_tenplate' is not a proxy; wanted interface_template, or a module, e.g. ./my_proxy.js (did you mean 'interface_template'?)",
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
    "6:5: Robots.arm.robot_interface.driver: is missing; wanted the class name of a driver, e.g. RobotDriverMock, or a module, e.g. ./my_driver.js",
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
    "shm",
    "udp",
    "5:35: Robots.arm.network_interface.protocol: 'udp' is not a protocol; wanted shm, zenoh or zenoh/shm",
  ],
  [
    "shm",
    "Zenoh",
    "5:35: Robots.arm.network_interface.protocol: 'Zenoh' is not a protocol; wanted shm, zenoh or zenoh/shm (did you mean 'zenoh'?)",
  ],
  [
    "shm",
    "zenoh-shm",
    "5:35: Robots.arm.network_interface.protocol: 'zenoh-shm' is not a protocol; wanted shm, zenoh or zenoh/shm (did you mean 'zenoh/shm'?)",
  ],
  [
    "shm}",
    "shm, remote_api: ws://router:10000}",
    "5:52: Robots.arm.network_interface.remote_api: has no meaning with protocol 'shm'; wanted zenoh or zenoh/shm (remove it, or change the protocol)",
  ],
  [
    "shm}",
    "zenoh, remote_api: http://router:10000}",
    "5:54: Robots.arm.network_interface.remote_api: 'http://router:10000' is not the address of a remote API; wanted ws://host:port or wss://host:port (write ws://router:10000)",
  ],
  [
    "shm}",
    "zenoh, configuration: /}",
    "5:57: Robots.arm.network_interface.configuration: '/' is a folder; wanted a file",
  ],
  [
    "shm}",
    "shm, backend: flatbuffers}",
    "5:49: Robots.arm.network_interface.backend: 'flatbuffers' is not a backend; wanted flatbuffer or protobuf (did you mean 'flatbuffer'?)",
  ],
  [
    "shm}",
    "shm, connection_timeout_ms: 3}",
    "5:63: Robots.arm.network_interface.connection_timeout_ms: connection_timeout_ms 3 is shorter than two periods of 2 ms; wanted at least 4",
  ],
  [
    "shm}",
    "shm, configuration: none.json5}",
    "5:55: Robots.arm.network_interface.configuration: has no meaning with protocol 'shm'; wanted zenoh or zenoh/shm (remove it, or change the protocol)",
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
