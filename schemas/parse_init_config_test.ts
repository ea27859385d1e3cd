import assert from "node:assert/strict";
import { testModules } from "../tests/test_modules.ts";
import { InitConfigError } from "./init_config_error.ts";
import { parseInitConfig } from "./parse_init_config.ts";
import { robotModuleToPlain } from "./robot_module_to_plain.ts";

const modules = testModules();
const arm = modules.get("Arm")!;

Deno.test("parseInitConfig reads one line of JSON as the C++ manager writes it", () => {
  const text = '{"base":"x","controller":{"mode":"velocity","time_step":0.001},"grippers":{"g":["j1","j2"]},' +
    '"interface":"interface_template","module":"Arm","network_interface":{"protocol":"zenoh","connection_timeout_ms":200},' +
    '"robot_interface":{"autostart":true,"config_path":"/a b.yaml","driver":"D","ip":"192.168.1.6","port":50,"extra":{"k":1}}}';
  assert.deepEqual(parseInitConfig(text, { modules }), {
    mode: "velocity",
    timeStepNs: 1_000_000,
    driver: "D",
    ip: "192.168.1.6",
    port: 50,
    configPath: "/a b.yaml",
    syncTimeoutMs: 2000,
    connectionTimeoutMs: 200,
    grippers: [{ name: "g", joints: ["j1", "j2"] }],
    module: arm,
    moduleName: "Arm",
  });
});

Deno.test("parseInitConfig fills in what is not given", () => {
  assert.deepEqual(parseInitConfig("module: Arm\nrobot_interface:\n  driver: D\n", { modules }), {
    mode: "position",
    timeStepNs: 2_000_000,
    driver: "D",
    ip: "127.0.0.1",
    port: 0,
    configPath: "",
    syncTimeoutMs: 2000,
    grippers: arm.grippers,
    module: arm,
    moduleName: "Arm",
  });
});

Deno.test("parseInitConfig takes the module that is sent, before a name", () => {
  const sent = {
    module: "Arm",
    robot_interface: { driver: "D" },
    robot_module: robotModuleToPlain(modules.get("Rail")!),
  };
  const { module } = parseInitConfig(JSON.stringify(sent), { modules: new Map() });
  assert.deepEqual(module, modules.get("Rail"));
});

Deno.test("parseInitConfig gives one line for what is wrong", () => {
  const good = { module: "Arm", robot_interface: { driver: "D" } };
  for (
    const [payload, expected] of [
      ["", "Invalid config YAML: it is no map; wanted the entry of a robot"],
      ["[1]", "Invalid config YAML: it is no map; wanted the entry of a robot"],
      [
        "a: [",
        "Invalid config YAML: line 1, column 5: is no valid YAML: flow sequence in block collection must be sufficiently indented and end with a ]",
      ],
      ["a: *b\nc: *d", "Invalid config YAML: a: alias '*b' has no anchor '&b' before it (and 1 more)"],
      [{ module: "Arm" }, "Missing 'robot_interface.driver' in config"],
      [{ module: "Arm", robot_interface: { ip: "x" } }, "Missing 'robot_interface.driver' in config"],
      [{ ...good, controller: { mode: "Velocity" } }, "Unsupported controller mode: Velocity"],
      [{ ...good, controller: { mode: ["x"] } }, "Unsupported controller mode: a list"],
      [
        { ...good, controller: { time_step: 0 } },
        "Invalid config: controller.time_step: '0' is zero; wanted a period > 0",
      ],
      [
        { ...good, robot_interface: { driver: "D", port: 70000 } },
        "Invalid config: robot_interface.port: '70000' is not a port; wanted a whole number from 0 to 65535",
      ],
      [
        { ...good, robot_interface: { driver: 5 } },
        "Invalid config: robot_interface.driver: '5' is not a driver; wanted the class name of a driver, e.g. RobotDriverMock, or a module, e.g. ./my_driver.js",
      ],
      [
        { ...good, robot_interface: { driver: "D\n[error] forged\u001b" } },
        "Invalid config: robot_interface.driver: 'D\\n[error] forged\\u001b' is not a driver; wanted the class name of a driver, e.g. RobotDriverMock, or a module, e.g. ./my_driver.js",
      ],
      [
        { ...good, robot_interface: { driver: "D", config_path: "/a\u202e" } },
        "Invalid config: robot_interface.config_path: '/a\\u{202e}' is not a path; wanted the path of the driver's own file",
      ],
      [
        { ...good, robot_interface: { driver: "D", ip: "x".repeat(4097) } },
        `Invalid config: robot_interface.ip: '${
          "x".repeat(60)
        }…' is not an address; wanted an address, e.g. 192.168.1.6`,
      ],
      [
        { ...good, grippers: { "g\n": [] } },
        "Invalid config: grippers.\"g\\n\": 'g\\n' is not a name; wanted the name of a gripper",
      ],
      [
        { ...good, grippers: [1] },
        "Invalid config: grippers: is a list; wanted a map of gripper names to lists of joint names",
      ],
      [{ robot_interface: { driver: "D" } }, "Invalid config: 'module' is missing; wanted the name of a robot module"],
      [
        { ...good, module: "Leg" },
        "Robot module load failed: there is no module 'Leg'; wanted Arm or Rail, or the module itself as 'robot_module'",
      ],
      [
        { ...good, robot_module: { name: "x" } },
        "Invalid config: robot_module.joints: is missing; wanted a list of joints, each with name, lower, upper, velocity, acceleration and effort",
      ],
      [{ ...good, robot_interface: { driver: "E" } }, "Driver load failed: there is no driver 'E'; wanted C or D"],
    ] as const
  ) {
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    assert.throws(() => parseInitConfig(text, { modules, drivers: ["C", "D"] }), (error) => {
      assert.ok(error instanceof InitConfigError);
      assert.equal(error.message, expected);
      return true;
    }, text);
  }
});
