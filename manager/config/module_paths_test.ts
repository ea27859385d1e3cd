import assert from "node:assert/strict";
import { isAbsolute } from "node:path";
import { managerConfigCase } from "../../tests/manager_config_case.ts";

const { GOOD, load, refuses } = managerConfigCase;
const FILES = { "mods/d.js": "", "mods/c.mjs": "", "p.ts": "", "mods/dir.js/x": "" };

Deno.test("modules: driver, controller and proxy become absolute, from the folder of the file", async () => {
  const text = GOOD.replace("hold", "./mods/c.mjs").replace("RobotDriverMock", "mods/d.js")
    .replace("module: Arm", "module: Arm\n    interface: ./p.ts") + "  leg:\n    base: arm\n";
  const config = await load(text, {}, FILES);
  const folder = config.file.replace("/mc_rtc.yaml", "");
  assert.ok(isAbsolute(folder));
  assert.equal(config.controller, `${folder}/mods/c.mjs`);
  for (const robot of config.robots) {
    assert.equal(robot.driver.driver, `${folder}/mods/d.js`);
    assert.equal(robot.interface, `${folder}/p.ts`);
    const sent = robot.entry as { robot_interface: { driver: string }; interface: string };
    assert.equal(sent.robot_interface.driver, `${folder}/mods/d.js`);
  }
});

Deno.test("modules: an absolute path stays, `..` is resolved", async () => {
  const config = await load(GOOD.replace("hold", "mods/../mods/c.mjs"), {}, FILES);
  assert.match(config.controller, /^\/[^.]*\/mods\/c\.mjs$/);
  const file = await Deno.makeTempFile({ suffix: ".js" });
  try {
    assert.equal((await load(GOOD.replace("hold", file))).controller, file);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("modules: one that is missing, or a folder, is told with its place, when it is on this host", async () => {
  await refuses(
    GOOD.replace("hold", "./c.js").replace("RobotDriverMock", "./d.js").replace(
      "module: Arm",
      "module: Arm\n    interface: p.js",
    ),
    "1:13: Controller: './c.js' does not exist; wanted an existing file (looked for DIR/c.js)",
    "5:16: Robots.arm.interface: 'p.js' does not exist; wanted an existing file (looked for DIR/p.js)",
    "7:31: Robots.arm.robot_interface.driver: './d.js' does not exist; wanted an existing file (looked for DIR/d.js)",
  );
  await assert.rejects(load(GOOD.replace("RobotDriverMock", "mods/dir.js"), {}, FILES), /is a folder; wanted a file/);
});

Deno.test("modules: of a robot that is not started by the manager, one without a folder in front that is not here may be in the interface's own", async () => {
  const config = await load(GOOD.replace("RobotDriverMock", "d.js"));
  assert.equal(config.robots[0].driver.driver, "d.js");
  await assert.rejects(
    load(GOOD.replace("driver: RobotDriverMock", "driver: d.js, autostart: true")),
    /does not exist/,
  );
});

Deno.test("modules: a driver on another host stays as it is written, and needs no ip and port", async () => {
  const remote = GOOD.replace("protocol: shm", "protocol: zenoh").replace("RobotDriverMock", "./d.js");
  const config = await load(remote);
  assert.equal(config.robots[0].driver.driver, "./d.js");
  // Started by the manager itself, it is on this host again.
  await assert.rejects(load(remote.replace("driver: ./d.js", "driver: ./d.js, autostart: true")), /does not exist/);
});

Deno.test("modules: names are no paths", async () => {
  const path = "6:31: Robots.arm.robot_interface.driver: the driver name";
  const only = "a path is taken for a module only, which ends in .js, .mjs or .ts";
  for (
    const [name, why] of [
      ["../x", `'../x' has a slash: ${only}`],
      ["/lib/libx.so", `'/lib/libx.so' has a slash: ${only}`],
      ["a\\b", `'a\\b' has a slash: ${only}`],
      ["a..b", `'a..b' has two dots in a row: ${only}`],
    ]
  ) await refuses(GOOD.replace("RobotDriverMock", name), `${path} ${why}`);
  const driver = "the class name of a driver, e.g. RobotDriverMock, or a module, e.g. ./my_driver.js";
  for (
    const [written, shown] of [["x\\0", "x\\u0000"], ["x\\n[error] y", "x\\n[error] y"], [
      "x\\u202e.js",
      "x\\u{202e}.js",
    ]]
  ) {
    await refuses(
      GOOD.replace("RobotDriverMock", `"${written}"`),
      `6:31: Robots.arm.robot_interface.driver: '${shown}' is not a driver; wanted ${driver}`,
    );
  }
});
