import assert from "node:assert/strict";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";

/** A configuration that is right, line by line; `NAME` is the robot. */
const GOOD = `Controller: hold
Timestep: 0.001
Robots:
  NAME:
    module: UR5e
    controller:
      mode: position
    network_interface:
      protocol: shm
    robot_interface:
      driver: RobotDriverMock
      autostart: true
`;

/** What is wrong, and what the line that says so must have. */
const WRONG: [what: string, text: string, wanted: RegExp[]][] = [
  ["an empty file", "", [/empty/]],
  ["a list", "- a\n- b\n", [/:1:1/, /map/]],
  ["a tab", GOOD.replace("    module", "\tmodule"), [/:5:1/, /tab/i]],
  ["a key twice", GOOD.replace("      mode: position", "      mode: position\n      mode: velocity"), [/:8:7/, /mode/]],
  ["a misspelt section", GOOD.replace("    controller:", "    controler:"), [/:6:5/, /controler/, /'controller'/]],
  ["a misspelt mode", GOOD.replace("position", "Position"), [/:7:13/, /Position/, /position/]],
  ["a misspelt key", GOOD.replace("protocol: shm", "protocol: shm\n      conection_timeout_ms: 5"), [
    /:10:7/,
    /connection_timeout_ms/,
  ]],
  ["an unknown protocol", GOOD.replace("shm", "tcp"), [/:9:17/, /tcp/, /shm/]],
  ["an unknown driver", GOOD.replace("RobotDriverMock", "RobotDriverMcok"), [/:10:5/, /RobotDriverMock/]],
  ["an unknown module", GOOD.replace("UR5e", "UR5"), [/:5:13/, /UR5e/]],
  ["an unknown controller", GOOD.replace("hold", "hodl"), [/:1:13/, /hold/]],
];

together(4, [
  {
    name: "a configuration that is wrong is refused with its place, before anything starts, exit code 2",
    both: true,
    async fn(bench) {
      const name = bench.name("wrong");
      await Promise.all(WRONG.map(async ([what, text, wanted], i) => {
        const file = bench.file(`wrong-${i}.yaml`, text.replace("NAME", name));
        const manager = bench.uri(["manager", "-c", file]);
        await manager.exits(2);
        for (const pattern of [/^\[error\]/, new RegExp(`wrong-${i}\\.yaml`), ...wanted]) {
          assert.match(manager.text, pattern, `${what}: ${manager.text}`);
        }
        assert.doesNotMatch(manager.text, /^\s+at |Spawning|defect/m, what);
      }));
      assert.deepEqual(bench.leftovers(), []);
    },
  },
  {
    name: "everything that is wrong is shown at once",
    async fn(bench) {
      const text = GOOD.replace("NAME", bench.name("all")).replace("Timestep: 0.001", "Timestep: fast").replace(
        "UR5e",
        "UR5",
      )
        .replace("position", "Position");
      const manager = bench.uri(["manager", "-c", bench.file("all.yaml", text)]);
      await manager.exits(2);
      for (const place of [":2:11", ":5:13", ":7:13"]) {
        assert.ok(manager.text.includes(`all.yaml${place}`), manager.text);
      }
    },
  },
  {
    name: "a byte order mark and lines that end as on Windows are no fault",
    async fn(bench) {
      const text = `\ufeff${GOOD.replace("NAME", bench.name("crlf")).replaceAll("\n", "\r\n")}`;
      const manager = bench.manager(bench.file("crlf.yaml", text), "--for", "0.2");
      await manager.exits(0);
      assert.equal(manager.initialized().size, 1);
    },
  },
  {
    name: "robots that share their settings by anchors, merge keys and base: all of them run, each with its own mode",
    async fn(bench) {
      const [a, b, c, d] = ["a", "b", "c", "d"].map((hint) => bench.name(hint));
      for (const name of [a, b, c, d]) bench.file(`${name}.mock`, `record: ${name}.rec\n`);
      const config = bench.file(
        "shared.yaml",
        `Controller: hold
Timestep: 0.001
Robots:
  ${a}: &arm
    module: UR5e
    network_interface: &net {protocol: shm, connection_timeout_ms: 3000}
    robot_interface: &driver {driver: RobotDriverMock, autostart: true, config_path: ${a}.mock}
  ${b}:
    <<: *arm
    controller: {mode: velocity}
    robot_interface: {<<: *driver, config_path: ${b}.mock}
  ${c}:
    module: UR5e
    network_interface: {<<: *net}
    controller: {mode: torque}
    robot_interface: {<<: [{config_path: ${c}.mock}, *driver]}
  ${d}:
    base: ${b}
    robot_interface: {config_path: ${d}.mock}
`,
      );
      const manager = bench.manager(config);
      await until("all robots", () => manager.initialized().size === 4);
      const kinds = () => [a, b, c, d].map((name) => bench.commands(name).at(-1)?.kind);
      await until("commands", () => kinds().every((kind) => kind !== undefined));
      assert.deepEqual(kinds(), ["servoJ", "speedJ", "tauJ", "speedJ"]);
      manager.signal("SIGTERM");
      await manager.exits(0);
      assert.deepEqual(Object.keys(bench.report("manager").robots), [a, b, c, d]);
    },
  },
  {
    name:
      "an interface: flags that do not exist, a name that is no key, a file that is not there, neither file nor name",
    both: true,
    async fn(bench) {
      const cases: [string[], RegExp][] = [
        [["interface"], /-c FILE, or uri interface -n NAME/],
        [["interface", "-n", "a/b"], /a\/b/],
        [["interface", "-c", "/nowhere.yaml"], /\/nowhere\.yaml/],
        [["interface", "-n", "x", "--raeltime", "off"], /'--realtime'/],
        [["interface", "-n", "x", "--realtime", "of"], /enforce, try/],
        [["manager", "-c", "x", "--for", "-1"], /--for/],
        [["manager", "-c", "x", "--report", "/nowhere/r.json"], /\/nowhere\//],
        [["managr"], /manager/],
      ];
      await Promise.all(cases.map(async ([args, wanted]) => {
        const process = bench.uri(args);
        await process.exits(2);
        assert.match(process.text, wanted, `${args.join(" ")}: ${process.text}`);
        assert.doesNotMatch(process.text, /^\s+at |defect/m);
      }));
    },
  },
]);
