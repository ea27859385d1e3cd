import assert from "node:assert/strict";
import { readRobotModule } from "../../schemas/read_robot_module.ts";
import { parseYaml } from "../../core/parse_yaml.ts";
import { ConfigProblems } from "../../core/config_problems.ts";
import { managerConfigCase } from "../../tests/manager_config_case.ts";
import { testModules } from "../../tests/test_modules.ts";
import { loadManagerConfig } from "./load_manager_config.ts";

const { GOOD, load, refuses } = managerConfigCase;

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
    { "router.json5": '{ mode: "router" }', "sub/zenoh.json5": "{}" },
  );
  const folder = config.file.slice(0, config.file.lastIndexOf("/"));
  assert.deepEqual(config.zenohRouter, { file: `${folder}/router.json5`, text: '{ mode: "router" }' });
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

Deno.test("there is a router when a robot's protocol uses Zenoh, and only then", async () => {
  const zenoh = GOOD.replace("shm", "zenoh");
  const own = await Deno.readTextFile(new URL("../../packaging/zenoh_router.json5", import.meta.url));
  assert.equal((await load(GOOD)).zenohRouter, undefined);
  assert.deepEqual((await load(zenoh)).zenohRouter, { text: own });
  assert.deepEqual((await load(GOOD.replace("shm", "zenoh/shm"))).zenohRouter, { text: own });
  assert.deepEqual((await load(GOOD.replace("{protocol: shm}", "{latency_stats: true}"))).zenohRouter, { text: own });
  assert.deepEqual((await load(GOOD.replace("protocol: shm", "protocol: zenoh, remote_api: ws://a:1"))).zenohRouter, {
    text: own,
  });
  // The word alone does not make a robot use it.
  assert.equal((await load(GOOD.replace("  arm:", "  zenoh:"))).zenohRouter, undefined);
  const named = { "r.json5": "{}" };
  const section = "ZenohRouter: {configuration: r.json5}\n";
  assert.equal((await load(section + GOOD, {}, named)).zenohRouter, undefined);
  const config = await load(section + zenoh, {}, named);
  assert.deepEqual(config.zenohRouter, { file: config.file.replace("mc_rtc.yaml", "r.json5"), text: "{}" });
});

Deno.test("the address of a remote API is passed on to the interface's file", async () => {
  const [robot] = (await load(GOOD.replace("protocol: shm", "protocol: zenoh, remote_api: ws://a:1"))).robots;
  assert.equal(robot.network.remoteApi, "ws://a:1");
  assert.equal((robot.entry.network_interface as Record<string, unknown>).remote_api, "ws://a:1");
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
    "8:35: Robots.arm.network_interface.protocol: 'tcp' is not a protocol; wanted shm, zenoh or zenoh/shm",
    "8:40: Robots.arm.network_interface.conection_timeout_ms: 'conection_timeout_ms' is not known here; wanted protocol, backend, configuration, remote_api, latency_stats or connection_timeout_ms (did you mean 'connection_timeout_ms'?)",
    "9:31: Robots.arm.robot_interface.driver: 'RobotDriverMujoco' is not a driver; wanted RobotDriverMuJoCo (did you mean 'RobotDriverMuJoCo'?)",
    "9:56: Robots.arm.robot_interface.port: '70000' is not a port; wanted a whole number from 0 to 65535",
    "10:3: Robots.b/c: the name 'b/c' contains '/'; wanted a name without / * $ ? #",
    "10:15: Robots.b/c.base: 'amr' is not a robot; wanted one of arm (did you mean 'arm'?)",
  );
});

Deno.test("a fault of a shared part is told once, where it is written", async () => {
  await refuses(
    GOOD.replace("Robots:\n  arm:", "Robots:\n  second: {base: arm}\n  arm: &arm").replace("shm", "tcp") +
      "  third: {<<: *arm}\n",
    "6:35: Robots.second.network_interface.protocol: 'tcp' is not a protocol; wanted shm, zenoh or zenoh/shm",
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

Deno.test("a robot module in a file is relative to the configuration, and its faults have their own places", async () => {
  const text = GOOD.replace("module: Arm", "module: ./robot.yaml");
  const robot = (posture: number) => ({
    "robot.yaml": `name: Own\njoints: [{name: j, upper: 1}]\nposture: [${posture}]\n`,
  });
  const config = await load(text, {}, robot(1));
  assert.deepEqual([config.robots[0].module.name, config.robots[0].moduleName], ["Own", "./robot.yaml"]);
  await assert.rejects(load(text.replace("protocol: shm", "protocol: tcp"), {}, robot(2)), (error) => {
    const lines = (error as Error).message.split("\n");
    assert.match(lines[0], /mc_rtc.yaml:5:35: Robots.arm.network_interface.protocol: 'tcp' is not a protocol/);
    assert.match(lines[1], /robot.yaml:3:11: posture\[0\]: '2' is outside the limits of joint 'j'; wanted at most 1$/);
    return true;
  });
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

Deno.test("sections of other controllers may have names much like those of ours, where ours stand too", async () => {
  const { raw } = await load(`Controllers: 1\nrobots: {a: 2}\nMyController: {b: [3]}\nPostures: 4\n${GOOD}`);
  assert.deepEqual(
    [raw["Controllers"], raw["robots"], raw["MyController"], raw["Postures"]],
    [1, { a: 2 }, { b: [3] }, 4],
  );
});
