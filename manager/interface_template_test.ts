import assert from "node:assert/strict";
import fc from "fast-check";
import { Libc } from "../core/posix/libc.ts";
import { CONTROL_MODES } from "../schemas/control_mode.ts";
import { CodecStatus } from "../wasm/codec_status.ts";
import { ConnectionLoss } from "./connection_loss.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import { StateRefusal } from "./state_refusal.ts";
import { TestTemplate } from "./test_template.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const MS = 1e6;
const ROBOT = TestTemplate.INDEX;

/** A proxy whose robot is initialised at (0.5, 0.25). */
async function initialised(mode: TestTemplate["mode"] = "position"): Promise<TestTemplate> {
  const t = await TestTemplate.open(mode);
  t.state.position.set([0.5, 0.25]);
  t.sendState();
  t.update();
  t.events();
  return t;
}

Deno.test("proxy: the first State initialises the robot at its positions, and is handed on", async () => {
  const t = await TestTemplate.open();
  assert.deepEqual(t.update(), []);
  assert.equal(t.proxy.isInitialized(), false);
  t.state.position.set([0.1 + 0.2, 0.25]);
  t.sendState();
  const calls = t.update();
  const q = [0.1 + 0.2, 0.25];
  assert.deepEqual(calls[0], ["q", ROBOT, q], "positions before initializeRobot");
  assert.deepEqual(calls[1], ["initialize", ROBOT, q]);
  assert.deepEqual(calls.length, 2, "and nothing twice");
  assert.equal(t.proxy.isInitialized(), true);
  assert.deepEqual([t.value(B.STATES), t.value(B.INITIALIZED)], [1, 1]);
  assert.deepEqual(t.events(), [["Initialized", ROBOT, 0, 0, 0]]);
});

Deno.test("proxy: each State is handed on once, with what it carries and nothing else", async () => {
  const t = await initialised();
  t.state.velocity.set([1, 2]);
  t.state.velocityCount = 2;
  t.state.torque.set([3, 4]);
  t.state.torqueCount = 2;
  const [imu] = t.state.bodySensors, [wrist] = t.state.forceSensors;
  imu.present = true;
  imu.orientation.set([1, 0, 0, 0]);
  imu.angularVelocity.set([5, 6, 7]);
  imu.linearAcceleration.set([0, 0, 9.81]);
  wrist.present = true;
  wrist.force.set([10, 11, 12]);
  wrist.torque.set([13, 14, 15]);
  t.sendState();
  assert.deepEqual(t.update(), [
    ["q", ROBOT, [0.5, 0.25]],
    ["qd", ROBOT, [1, 2]],
    ["tau", ROBOT, [3, 4]],
    ["imu", ROBOT, 0, [1, 0, 0, 0], [5, 6, 7], [0, 0, 9.81]],
    ["wrist", ROBOT, 0, [10, 11, 12], [13, 14, 15]],
  ]);
  assert.deepEqual(t.update(), []);
  t.state.velocityCount = t.state.torqueCount = 0;
  imu.present = wrist.present = false;
  t.sendState();
  assert.deepEqual(t.update(), [["q", ROBOT, [0.5, 0.25]]]);
});

Deno.test("proxy: of several States the latest counts", async () => {
  const t = await initialised();
  for (const q of [0.1, 0.2, 0.3]) {
    t.state.position[0] = q;
    t.sendState();
  }
  assert.deepEqual(t.update(), [["q", ROBOT, [0.3, 0.25]]]);
  assert.equal(t.value(B.STATES), 2);
});

Deno.test("proxy: a State with no positions means nothing: neither taken nor refused, and no sign of life", async () => {
  const t = await TestTemplate.open();
  t.state.positionCount = 0;
  t.sendState();
  assert.deepEqual(t.update(), []);
  assert.deepEqual([t.proxy.isInitialized(), t.value(B.STATES), t.value(B.REFUSED)], [false, 0, 0]);
});

Deno.test("proxy: wrong counts are refused, with the vector and the number", async () => {
  const cases: [number, number, number, number, number][] = [
    // positions, velocities, torques; vector, number
    [1, 0, 0, 0, 1],
    [3, 0, 0, 0, 3],
    [7, 2, 2, 0, 7],
    [2, 1, 0, 1, 1],
    [2, 3, 0, 1, 3],
    [2, 0, 1, 2, 1],
    [2, 2, 3, 2, 3],
  ];
  for (const initial of [true, false]) {
    for (const [positions, velocities, torques, vector, count] of cases) {
      const t = initial ? await initialised() : await TestTemplate.open();
      const other = t.codec.newState({ joints: 10 });
      [other.positionCount, other.velocityCount, other.torqueCount] = [positions, velocities, torques];
      t.sendState(other);
      assert.deepEqual(t.update(), []);
      assert.deepEqual(t.events(), [["StateRefused", ROBOT, StateRefusal.WrongCount, vector, count]]);
      assert.equal(t.value(B.REFUSED), 1);
      assert.equal(t.proxy.isInitialized(), initial);
    }
  }
});

Deno.test("proxy: a value that is not finite refuses the whole State, in each vector and each sensor", async () => {
  for (const value of [NaN, Infinity, -Infinity]) {
    for (const place of ["position", "velocity", "torque"] as const) {
      const t = await initialised();
      [t.state.velocityCount, t.state.torqueCount] = [2, 2];
      t.state[place][1] = value;
      t.sendState();
      assert.deepEqual(t.update(), [], place);
      assert.deepEqual(t.events(), [["StateRefused", ROBOT, StateRefusal.NotFinite, 1, value]]);
    }
    for (const place of ["orientation", "angularVelocity", "linearAcceleration"] as const) {
      const t = await initialised();
      t.state.bodySensors[0].present = true;
      t.state.bodySensors[0].orientation.set([1, 0, 0, 0]);
      t.state.bodySensors[0][place][2] = value;
      t.sendState();
      assert.deepEqual(t.update(), [], place);
      assert.deepEqual(t.events(), [["StateRefused", ROBOT, StateRefusal.SensorNotFinite, 0, NaN]]);
    }
    for (const place of ["force", "torque"] as const) {
      const t = await initialised();
      t.state.forceSensors[0].present = true;
      t.state.forceSensors[0][place][0] = value;
      t.sendState();
      assert.deepEqual(t.update(), [], place);
      assert.deepEqual(t.events(), [["StateRefused", ROBOT, StateRefusal.SensorNotFinite, 1, NaN]]);
    }
  }
});

Deno.test("proxy: a Command, and bytes that are nothing, are refused as no State", async () => {
  const t = await initialised();
  t.sendCommand();
  assert.deepEqual(t.update(), []);
  assert.deepEqual(t.events(), [["StateRefused", ROBOT, StateRefusal.Malformed, CodecStatus.WrongType, 0]]);
  t.sendBytes(new Uint8Array(100).fill(0xff));
  t.update();
  assert.deepEqual(t.events(), [["StateRefused", ROBOT, StateRefusal.Malformed, CodecStatus.Malformed, 0]]);
  assert.equal(t.value(B.REFUSED), 2);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    const before = t.value(B.REFUSED) + t.value(B.STATES);
    t.sendBytes(bytes);
    const calls = t.update();
    assert.ok(t.value(B.REFUSED) + t.value(B.STATES) <= before + 1);
    for (const [, , values] of calls) assert.ok((values as number[]).every(Number.isFinite));
    t.events();
  }));
});

Deno.test("proxy: sensors that the module does not name are left out and told", async () => {
  const t = await initialised();
  const other = t.codec.newState({ joints: 2, bodySensors: ["imu", "imu2"], forceSensors: ["toe"] });
  other.positionCount = 2;
  for (const sensor of [...other.bodySensors, ...other.forceSensors]) sensor.present = true;
  other.bodySensors.forEach(({ orientation }) => orientation.set([1, 0, 0, 0]));
  t.sendState(other);
  assert.deepEqual(t.update().map(([what]) => what), ["q", "imu"]);
  assert.deepEqual(t.events(), [["UnknownSensor", ROBOT, 2, 0, 0]]);
  assert.equal(t.value(B.REFUSED), 0);
  for (let i = 0; i < 10; i++) {
    t.sendState(other);
    t.update();
  }
  assert.deepEqual(t.events(), [], "told once: at every State it would fill the ring");
});

Deno.test("proxy: a robot that the controller does not take is not initialised, and asked again with the next State", async () => {
  const t = await TestTemplate.open();
  t.controller.codes.initialize = -1;
  t.sendState();
  t.update();
  assert.equal(t.proxy.isInitialized(), false);
  assert.deepEqual(t.events(), [["StateRefused", ROBOT, StateRefusal.NotInitialized, -1, 0]]);
  assert.equal(t.value(B.STATES), 0);
  t.controller.codes.initialize = 0;
  t.sendState();
  t.update();
  assert.equal(t.proxy.isInitialized(), true);
});

Deno.test("proxy: the connection is lost after the timeout without a State, and not one nanosecond before", async () => {
  const t = await initialised();
  t.clock.timeNs += 100 * MS;
  assert.equal(t.loss, ConnectionLoss.None);
  t.clock.timeNs += 1;
  assert.equal(t.loss, ConnectionLoss.Watchdog);
});

Deno.test("proxy: bad messages do not keep the connection alive, good ones do", async () => {
  const t = await initialised();
  const bad: (() => void)[] = [
    () => t.sendCommand(),
    () => t.sendBytes(new Uint8Array(64)),
    () => {
      t.state.position[0] = NaN;
      t.sendState();
      t.state.position[0] = 0.5;
    },
    () => {
      t.state.positionCount = 1;
      t.sendState();
      t.state.positionCount = 2;
    },
    () => {
      t.state.positionCount = 0;
      t.sendState();
      t.state.positionCount = 2;
    },
  ];
  for (let ms = 0; ms < 100; ms++) {
    t.clock.timeNs += MS;
    bad[ms % bad.length]();
    t.update();
    assert.equal(t.loss, ConnectionLoss.None);
  }
  t.clock.timeNs += MS;
  bad[2]();
  t.update();
  assert.equal(t.loss, ConnectionLoss.Watchdog);

  const good = await initialised();
  for (let i = 0; i < 10; i++) {
    good.clock.timeNs += 90 * MS;
    good.sendState();
    good.update();
    assert.equal(good.loss, ConnectionLoss.None);
  }
});

Deno.test("proxy: what counts is when a State arrived, not when it is looked at", async () => {
  const t = await initialised();
  t.clock.timeNs += 30 * MS;
  t.sendState();
  t.clock.timeNs += 80 * MS; // the loop was stopped for a while
  t.update();
  assert.equal(t.loss, ConnectionLoss.None);
  assert.equal(t.block.histograms[B.H_AGE + ROBOT].max, 80 * MS);
  t.clock.timeNs += 20 * MS + 1;
  assert.equal(t.loss, ConnectionLoss.Watchdog);
});

Deno.test("proxy: without a first State for ten seconds from the first look on, the connection counts as lost", async () => {
  const t = await TestTemplate.open();
  t.clock.timeNs += 60e9; // the handshake took its time
  assert.equal(t.loss, ConnectionLoss.None);
  t.clock.timeNs += 10e9;
  assert.equal(t.loss, ConnectionLoss.None);
  t.clock.timeNs += 1;
  assert.equal(t.loss, ConnectionLoss.NoFirstState);
});

Deno.test("proxy: a lost token comes before all other reasons, and at once", async () => {
  const t = await initialised();
  Atomics.store(t.block.flags, B.PEERS + ROBOT - 1, 0); // another robot's
  assert.equal(t.loss, ConnectionLoss.None);
  Atomics.store(t.block.flags, B.PEERS + ROBOT, 0);
  assert.equal(t.loss, ConnectionLoss.Token);
  t.clock.timeNs += 1e9;
  assert.equal(t.loss, ConnectionLoss.Token);
});

for (const mode of CONTROL_MODES) {
  Deno.test(`proxy: in ${mode} mode the controller's command goes out in that vector alone`, async () => {
    const t = await initialised(mode);
    t.controller.target = [0.1 + 0.2, -7];
    const command = t.command()!;
    for (const each of CONTROL_MODES) assert.deepEqual(command[each], each === mode ? [0.1 + 0.2, -7] : []);
    assert.equal(t.value(B.COMMANDS), 1);
    assert.equal(t.block.values[B.FIRST_COMMAND], t.clock.now());
  });

  Deno.test(`proxy: in ${mode} mode a command that is none or not finite is not sent, and told`, async () => {
    const t = await initialised(mode);
    t.controller.codes.command = -1;
    assert.equal(t.command(), undefined);
    assert.deepEqual(t.events(), [["NoCommand", ROBOT, -1, 0, 0]]);
    t.controller.codes.command = 0;
    for (const value of [NaN, Infinity, -Infinity]) {
      t.controller.target = [0, value];
      assert.equal(t.command(), undefined);
      assert.deepEqual(t.events(), [["NoCommand", ROBOT, 1, value, 0]]);
    }
    assert.deepEqual([t.value(B.NO_COMMAND), t.value(B.COMMANDS)], [4, 0]);
    t.controller.target = [0, 0];
    assert.notEqual(t.command(), undefined);
  });

  Deno.test(`proxy: in ${mode} mode what the controller leaves unwritten never goes out, neither at first nor after a command`, async () => {
    const t = await initialised(mode);
    for (const sent of [0, 1]) {
      for (const [target, joint] of [[[], 0], [[0.5], 1]] as const) {
        t.controller.target = [...target];
        assert.equal(t.command(), undefined);
        assert.deepEqual(t.events(), [["NoCommand", ROBOT, joint, NaN, 0]]);
      }
      t.controller.target = [0.5, 0.25];
      assert.deepEqual(t.command()![mode], [0.5, 0.25]);
      assert.equal(t.value(B.COMMANDS), sent + 1);
    }
  });
}

Deno.test("proxy: a Command echoes the stamp of the State, with the time that it was held", async () => {
  const t = await initialised();
  const stampNs = t.clock.now();
  assert.deepEqual([t.command()!.stampNs, t.command()!.holdNs], [stampNs, 0]);
  t.clock.timeNs += 1_234_567;
  const command = t.command()!;
  assert.deepEqual([command.stampNs, command.holdNs], [stampNs, 1_234_567]);
  t.clock.timeNs += 7e9; // more than 32 bits
  assert.equal(t.command()!.holdNs, 7_001_234_567);
  t.sendState();
  t.clock.timeNs += 400;
  t.update();
  const next = t.command()!;
  assert.deepEqual([next.stampNs, next.holdNs], [t.clock.now() - 400, 400]);
});

Deno.test("proxy: a refused State changes nothing of the echo: stamp and hold are those of the last accepted one", async () => {
  const t = await initialised();
  const stampNs = t.clock.now();
  t.clock.timeNs += 10 * MS;
  t.state.position[0] = NaN;
  t.sendState();
  t.update();
  t.clock.timeNs += MS;
  const command = t.command()!;
  assert.deepEqual([command.stampNs, command.holdNs], [stampNs, 11 * MS]);
});

Deno.test("proxy: a State that is older than the one before it is refused, and tells nothing; the same stamp again is not", async () => {
  const t = await initialised();
  t.clock.timeNs += 10 * MS;
  t.sendState();
  t.update();
  const stampNs = t.clock.now();
  t.clock.timeNs -= 5 * MS;
  t.state.position[0] = 0.9;
  t.sendState();
  t.clock.timeNs += 6 * MS;
  t.update();
  assert.equal(t.command()!.stampNs, stampNs);
  assert.notEqual(t.live[0], 0.9);
  t.clock.timeNs = stampNs;
  t.sendState();
  t.update();
  assert.equal(t.live[0], 0.9);
});

Deno.test("proxy: the live values are the last measurements and commands; what a robot does not tell is NaN", async () => {
  const t = await initialised();
  assert.deepEqual([...t.live.subarray(0, 6)], [0.5, 0.25, NaN, NaN, NaN, NaN]);
  t.state.velocity.set([1, 2]);
  t.state.velocityCount = 2;
  t.sendState();
  t.update();
  t.controller.target = [0.6, 0.7];
  t.command();
  assert.deepEqual([...t.live], [0.5, 0.25, 1, 2, NaN, NaN, 0.6, 0.7]);
});
