import assert from "node:assert/strict";
import { DriverError } from "../../core/driver_error.ts";
import { TestClock } from "../../core/test_clock.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import type { RobotState } from "../../schemas/robot_state.ts";
import { brokenPlugin } from "../../tests/kit/broken_plugin.ts";
import { buildPlugin } from "../../tests/kit/build_plugin.ts";
import { hasProgram } from "../../tests/kit/has_program.ts";
import { Probe } from "../../tests/kit/probe.ts";
import { skipUnless } from "../../tests/skip_unless.ts";
import type { RobotDriver, RobotDriverContext } from "../robot_driver.ts";
import { TestPlace } from "./test_place.ts";

const ignore = skipUnless(hasProgram("g++") && hasProgram("gcc"), "g++ and gcc are not installed");
const noRust = skipUnless(hasProgram("rustc"), "rustc is not installed");
const PLUGINS = new URL("../../tests/plugins", import.meta.url).pathname;
const MODULE: RobotModule = {
  name: "M",
  joints: ["pan", "lift"].map((name) => ({
    name,
    type: "revolute",
    lower: -3,
    upper: 3,
    velocity: 2,
    acceleration: 4,
    effort: 150,
  })),
  grippers: [{ name: "hand", joints: ["left", "right"] }, { name: "tool", joints: [] }],
  bodySensors: ["imu", "head"],
  forceSensors: ["wrist"],
  posture: [0.1, -0.2],
};

/** One driver of a test, and what belongs to it. */
interface Opened {
  readonly driver: RobotDriver;
  readonly probe: Probe;
  readonly log: string[];
}

/** Opens drivers of an installation, and closes them. */
class Opener {
  readonly place = new TestPlace();
  readonly #opened: RobotDriver[] = [];

  async open(
    className: string,
    lines: readonly string[] = [],
    more: Partial<RobotDriverContext> = {},
  ): Promise<Opened> {
    const log: string[] = [];
    const probe = new Probe(this.place.prefix, `${className}-${this.#opened.length}`, ["joints: 2", ...lines]);
    const driver = await (await this.place.load(className))({
      robot: "röbot",
      ip: "192.0.2.7",
      port: 65535,
      configPath: probe.script,
      mode: "position",
      periodNs: 1e6,
      module: MODULE,
      clock: new TestClock(),
      log: (level, text) => log.push(`${level}: ${text}`),
      ...more,
    });
    this.#opened.push(driver);
    return { driver, probe, log };
  }

  close(): void {
    for (const driver of this.#opened) driver.close();
    this.place[Symbol.dispose]();
  }
}

function test(name: string, fn: (opener: Opener) => Promise<void>, without = false): void {
  Deno.test({
    name: `native driver: ${name}`,
    ignore: ignore || without,
    sanitizeResources: false,
    async fn() {
      const opener = new Opener();
      try {
        opener.place.put("probe.so", await buildPlugin(`${PLUGINS}/probe.cpp`));
        opener.place.put("probe_c.so", await buildPlugin(`${PLUGINS}/probe_c.c`));
        await fn(opener);
      } finally {
        opener.close();
      }
    },
  });
}

function stateOf({ joints, bodySensors, forceSensors }: RobotModule): RobotState {
  const three = () => new Float64Array(3);
  return {
    position: new Float64Array(joints.length),
    velocity: new Float64Array(joints.length),
    torque: new Float64Array(joints.length),
    positionCount: 0,
    velocityCount: 0,
    torqueCount: 0,
    bodySensors: bodySensors.map((name) => ({
      name,
      present: false,
      orientation: new Float64Array(4),
      angularVelocity: three(),
      linearAcceleration: three(),
    })),
    forceSensors: forceSensors.map((name) => ({ name, present: false, force: three(), torque: three() })),
    stamp: new Uint32Array(2),
  };
}

test("create() is told everything, in C++", async (opener) => {
  const { probe } = await opener.open("RobotDriverProbe");
  assert.deepEqual(probe.events()[0].words, [
    "RobotDriverProbe",
    "192.0.2.7",
    "65535",
    probe.script,
    "hand:left,right;tool:",
  ]);
});

for (const name of ["RobotDriverProbe", "RobotDriverProbeC"]) {
  test(`${name}: sync() waits as the library wants it, and is no grid of ours`, async (opener) => {
    const { driver, probe } = await opener.open(name, ["period_us: 4000"]);
    for (let i = 0; i < 25; i++) assert.equal(driver.sync(), 0);
    const [first, ...others] = probe.record();
    const lastedNs = others.at(-1)!.stampNs - first.stampNs;
    assert.ok(lastedNs >= 23n * 4_000_000n, `${lastedNs} ns for 24 periods of 4 ms`);
  });
}

test("commands arrive bit by bit, and so does the state", async (opener) => {
  for (const name of ["RobotDriverProbe", "RobotDriverProbeC"]) {
    const { driver, probe } = await opener.open(name, ["period_us: 0"]);
    const q = Float64Array.of(0.1 + 0.2, -Math.PI);
    driver.sync();
    assert.equal(driver.servoJ(q), 0);
    driver.sync();
    const state = stateOf(MODULE);
    assert.equal(driver.readState(state), 0);
    assert.deepEqual(state.position, q);
    assert.deepEqual(probe.commands().map(({ kind, values }) => ({ kind, values })), [{
      kind: "servoJ",
      values: [...q],
    }]);
  }
});

test("counts are those of the driver, also those that do not fit", async (opener) => {
  const { driver } = await opener.open("RobotDriverProbe", [
    "period_us: 0",
    "phase: 1 empty",
    "phase: 2 count 1",
    "phase: 3 count 700",
    "phase: 4 nan 1",
    "velocity: count 1",
    "torque: none",
  ]);
  const state = stateOf(MODULE);
  const counts: number[] = [];
  for (let i = 0; i < 4; i++) {
    driver.sync();
    driver.readState(state);
    counts.push(state.positionCount);
  }
  assert.deepEqual(counts, [0, 1, 700, 2]);
  assert.deepEqual([state.velocityCount, state.torqueCount], [1, 0]);
  assert.ok(Number.isNaN(state.position[1]));
});

test("sensors are found by their names, wherever they stand; strange ones are told of once", async (opener) => {
  const { driver, log } = await opener.open("RobotDriverProbe", [
    "period_us: 0",
    "imu: head",
    "imu: unknown",
    "force_sensor: wrist",
  ]);
  const state = stateOf(MODULE);
  for (let i = 0; i < 3; i++) {
    driver.sync();
    assert.equal(driver.readState(state), 0);
    assert.deepEqual(state.bodySensors.map(({ name, present }) => [name, present]), [["imu", false], ["head", true]]);
    assert.deepEqual([...state.bodySensors[1].angularVelocity], [0.1, 0.2, 0.3]);
    assert.deepEqual([...state.forceSensors[0].torque], [4, 5, 6]);
  }
  assert.deepEqual(log, [
    "warning: the driver reports the body sensor 'unknown', which the module 'M' does not have (wanted 'imu', 'head'): left out; add it to the module",
  ]);
  assert.deepEqual(driver.sensorNames!(), { bodySensors: ["imu", "head", "unknown"], forceSensors: ["wrist"] });
});

test("a library that says another number of sensors each time is asked for their names no more than needed, and told of once", async (opener) => {
  const { driver, log } = await opener.open("RobotDriverProbeC", [
    "period_us: 0",
    "imu: strange",
    "sensor_count: wild",
  ]);
  const state = stateOf(MODULE);
  for (let i = 0; i < 50; i++) {
    driver.sync();
    assert.equal(driver.readState(state), 0);
    assert.deepEqual(state.bodySensors.map(({ present }) => present), [false, false]);
  }
  assert.equal(log.length, 1);
  assert.match(log[0], /the body sensor 'strange', which the module/);
  assert.ok(driver.sensorNames!().bodySensors.length <= 1000);
});

test("a driver that makes up a new sensor in each cycle fills neither log nor memory; those it has are still found", async (opener) => {
  const { driver, log } = await opener.open("RobotDriverProbe", ["period_us: 0", "imu: head", "new_imus: yes"]);
  const state = stateOf(MODULE);
  for (let i = 0; i < 5000; i++) {
    driver.sync();
    assert.equal(driver.readState(state), 0);
    assert.equal(state.bodySensors[1].present, true);
  }
  assert.ok(log.length <= 16, `${log.length} lines`);
  assert.match(log.at(-1)!, /Others like that are not told of any more$/);
  assert.ok(driver.sensorNames!().bodySensors.length <= 200);
});

test("more sensors than there is room for are counted, and none is written outside", async (opener) => {
  const many = Array.from({ length: 300 }, (_, i) => `imu: s${i}`);
  const { driver } = await opener.open("RobotDriverProbe", ["period_us: 0", "imu: head", ...many]);
  const state = stateOf(MODULE);
  driver.sync();
  assert.equal(driver.readState(state), 0);
  assert.equal(state.bodySensors[1].present, true);
});

for (
  const [kind, wanted] of [
    ["exception a text", "a text"],
    ["string a text", "a text"],
    ["text a text", "a text"],
    ["int x", "an exception that is no std::exception"],
    ["exception", "an exception without a text"],
    [`exception ${"long ".repeat(10_000)}`, "long ".repeat(819).trimEnd()],
    ["exception a\x1b[31mred\x07\x9b text", "a[31mred text"],
  ]
) {
  test(`what is thrown is a text: ${JSON.stringify(kind.slice(0, 40))}`, async (opener) => {
    const { driver } = await opener.open("RobotDriverProbe", [`throw: sync 1 ${kind}`, `throw: servoJ 0 ${kind}`]);
    assert.ok(driver.sync() < 0);
    assert.equal(driver.lastError(), wanted);
    assert.ok(driver.servoJ(new Float64Array(2)) < 0);
    assert.equal(driver.lastError().slice(0, 30), `servoJ(): ${wanted}`.slice(0, 30));
  });
}

test("error codes of the C interface: any negative number, with or without a text", async (opener) => {
  for (const [code, text, wanted] of [[-1, "boom", "boom"], [-2147483648, "", "no text was given"]] as const) {
    const { driver } = await opener.open("RobotDriverProbeC", ["period_us: 0", `error: sync 2 ${code} ${text}`]);
    assert.equal(driver.sync(), 0);
    assert.equal(driver.sync(), code);
    assert.equal(driver.lastError(), wanted);
  }
  const { driver } = await opener.open("RobotDriverProbeC", ["period_us: 0", "error: read_state 1 -3 boom"]);
  driver.sync();
  assert.equal(driver.readState(stateOf(MODULE)), -3);
  assert.equal(driver.lastError(), "boom");
});

const CREATE = (name: string, why: string) =>
  `[PluginLoader] Failed to instantiate plugin: ${name}: Call to create for object ${name} failed: ${why}`;

for (
  const [name, line, why] of [
    ["RobotDriverProbe", "create: throw exception boom", "boom"],
    ["RobotDriverProbe", "create: throw int x", "an exception that is no std::exception"],
    ["RobotDriverProbe", "create: null", "create() returned a null pointer"],
    ["RobotDriverProbe", "nonsense: 1", "reading the probe's script: 'nonsense: 1' has no key of it; see probe.cpp"],
    ["RobotDriverProbeC", "create: -4 boom", "boom"],
    ["RobotDriverProbeC", "create: -4", "create failed with code -4 and no text"],
  ]
) {
  test(`${name}, ${line}: a DriverError with the driver's own text`, async (opener) => {
    await assert.rejects(opener.open(name, [line]), (error) => {
      assert.ok(error instanceof DriverError);
      assert.deepEqual([error.driver, error.message], [name, CREATE(name, why)]);
      return true;
    });
  });
}

test("a needed library beside it is found by $ORIGIN", async (opener) => {
  const beside = `${opener.place.folder}/libhelper-beside.so`;
  Deno.copyFileSync(await brokenPlugin("helper.cpp", "-Wl,-soname,libhelper-beside.so"), beside);
  const runPath = "-Wl,-rpath,$ORIGIN";
  opener.place.put("bad.so", await brokenPlugin("driver.cpp", "-DNEEDS_HELPER", beside, runPath));
  const { driver } = await opener.open("RobotDriverBroken");
  // Both files may be overwritten: what runs are copies.
  for (const name of ["bad.so", "libhelper-beside.so"]) {
    Deno.writeFileSync(`${opener.place.folder}/${name}`, new Uint8Array(100_000));
  }
  assert.equal(driver.sync(), 0);
  assert.doesNotMatch(Deno.readTextFileSync("/proc/self/maps"), /libhelper-beside\.so$/m);
});

test("a needed library beside it that does not say its name, and one that such a one needs, are found as well", async (opener) => {
  const { folder } = opener.place;
  const beside = `${folder}/libhelper-nameless.so`;
  Deno.copyFileSync(await brokenPlugin("helper.cpp"), beside);
  const runPath = "-Wl,-rpath,$ORIGIN";
  const flags = ["-Wl,--no-as-needed", `-L${folder}`];
  const between = await brokenPlugin("helper.cpp", "-Wl,-soname,libbetween.so", runPath, ...flags, "-lhelper-nameless");
  Deno.copyFileSync(between, `${folder}/libbetween.so`);
  for (const needed of ["helper-nameless", "between"]) {
    opener.place.put("bad.so", await brokenPlugin("driver.cpp", "-DNEEDS_HELPER", ...flags, `-l${needed}`, runPath));
    const { driver } = await opener.open("RobotDriverBroken");
    assert.equal(driver.sync(), 0, needed);
    Deno.removeSync(`${folder}/bad.so`); // it may run where it lies, and must not be overwritten
  }
});

test("a robot without joints, and one whose module is not known", async (opener) => {
  const none = await opener.open("RobotDriverProbe", ["period_us: 0", "joints: 0"]);
  const state = stateOf({ ...MODULE, joints: [] });
  none.driver.sync();
  none.driver.readState(state);
  assert.equal(state.positionCount, 0);
  const module = { ...MODULE, joints: [], grippers: [], bodySensors: [], forceSensors: [] };
  const unknown = await opener.open("RobotDriverProbe", ["period_us: 0", "imu: a", "joints: 3"], { module });
  unknown.driver.sync();
  const room = { ...stateOf(module), position: new Float64Array(64) };
  unknown.driver.readState(room);
  assert.equal(room.positionCount, 3);
  assert.deepEqual(unknown.log, []);
  assert.deepEqual(unknown.driver.sensorNames!().bodySensors, ["a"]);
});

test("one in Rust: state, commands, errors, and a panic that is none of ours", async (opener) => {
  opener.place.put("rust.so", await buildPlugin(`${PLUGINS}/probe_rust.rs`));
  const { driver, probe } = await opener.open("RobotDriverProbeRust", ["initial: 0.5 -0.25", "panic: 4"]);
  const state = stateOf(MODULE);
  driver.sync();
  driver.readState(state);
  assert.deepEqual([...state.position], [0.5, -0.25]);
  assert.equal(driver.servoJ(Float64Array.of(0.75, -0.5)), 0);
  driver.sync();
  driver.readState(state);
  assert.deepEqual([...state.position], [0.75, -0.5]);
  assert.equal(driver.speedJ(Float64Array.of(0, 0)), -7);
  assert.equal(driver.lastError(), "speedJ(): this robot takes positions only; wanted mode: position");
  driver.sync();
  assert.equal(driver.sync(), -1);
  assert.equal(driver.lastError(), "a panic");
  assert.deepEqual(probe.events().map(({ kind }) => kind), ["create", "sync", "servoJ", "sync", "sync"]);
}, noRust);
