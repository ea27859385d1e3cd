import assert from "node:assert/strict";
import { Libc } from "../core/posix/libc.ts";
import { CONTROL_MODES } from "../schemas/control_mode.ts";
import { HoldReason } from "./hold_reason.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { TestCycle } from "./test_cycle.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const MS = 1e6;
const HOME = [0.5, -0.25];
const VECTOR = { position: "servoJ", velocity: "speedJ", torque: "tauJ" };

/** A robot at home that obeys commands. */
const commanded = (options = {}) => TestCycle.commanded(HOME, options);

const names = (t: TestCycle) => t.events().map(({ name }) => name);

Deno.test("cycle: before the first state nothing is sent, published or taken", async () => {
  const t = await TestCycle.open();
  t.send([0, 0]);
  t.run(5);
  assert.deepEqual(t.driver.sent, []);
  assert.equal(t.state(), undefined);
  assert.equal(t.block.values[B.CYCLES], 5);
  assert.equal(t.block.values[B.COMMANDS], 0);
  assert.deepEqual(names(t), []);
});

for (const mode of CONTROL_MODES) {
  Deno.test(`cycle: from the first state on the robot is held by ${VECTOR[mode]}, in that very cycle`, async () => {
    const t = await TestCycle.open({ mode });
    t.run(3);
    t.driver.q = [0.1 + 0.2, -1.7];
    t.run();
    const held = mode === "position" ? [0.1 + 0.2, -1.7] : [0, 0];
    assert.deepEqual(t.driver.sent, [{ mode, values: held }]);
    t.driver.q = [0.3, -1.8]; // it sags
    t.run(4);
    assert.deepEqual(t.driver.sent, Array(5).fill({ mode, values: held }));
    assert.deepEqual(names(t), ["FirstState"]);
  });

  Deno.test(`cycle: in ${mode} mode a command goes to the driver, bit by bit, and is repeated until the next`, async () => {
    const t = await commanded({ mode });
    t.send([0.51, -0.26]);
    t.run(3);
    t.send([0.1 + 0.42, -0.27]);
    t.run(2);
    const sent = t.driver.sent.slice(-5);
    assert.ok(sent.every((each) => each.mode === mode));
    assert.deepEqual(sent.map(({ values }) => values), [
      ...Array(3).fill([0.51, -0.26]),
      ...Array(2).fill([0.1 + 0.42, -0.27]),
    ]);
    assert.equal(t.block.values[B.COMMANDS], 3);
  });

  Deno.test(`cycle: in ${mode} mode the manager's silence ends in a hold, latched once`, async () => {
    const t = await commanded({ mode });
    t.driver.q = [0.4, -0.2];
    t.run(99);
    assert.equal(t.holding, false);
    assert.deepEqual(t.target, HOME);
    t.run(2);
    assert.equal(t.holding, true);
    const held = mode === "position" ? [0.4, -0.2] : [0, 0];
    for (let i = 1; i <= 300; i++) {
      t.driver.q = [0.4 - i / 1000, -0.2];
      t.run();
      assert.deepEqual(t.target, held, "creeps");
    }
    const [event, ...others] = t.events();
    assert.deepEqual(others, []);
    assert.equal(event.name, "HoldBegin");
    assert.equal(event.numbers[0], HoldReason.Watchdog);
    assert.ok(event.numbers[1] > 100 * MS && event.numbers[1] <= 101 * MS, `${event.numbers[1]}`);
  });
}

Deno.test("cycle: the watchdog waits for the first command, however long that takes", async () => {
  const t = await TestCycle.open();
  t.driver.q = HOME;
  t.run(5000);
  assert.deepEqual(names(t), ["FirstState"]);
  t.send(HOME);
  t.run();
  assert.deepEqual(names(t), ["Commanded"]);
});

Deno.test("cycle: a lost token is a hold at once, also when commands are fresh, and before the first command", async () => {
  const t = await commanded();
  t.driver.q = [0.45, -0.25];
  t.alive = false;
  t.send([0.46, -0.25]); // what the dead manager left
  t.run();
  assert.equal(t.holding, true);
  assert.deepEqual(t.target, [0.45, -0.25]);
  const [event] = t.events();
  assert.deepEqual([event.name, event.numbers[0]], ["HoldBegin", HoldReason.Token]);

  const early = await TestCycle.open();
  early.driver.q = HOME;
  early.run();
  early.driver.q = [0.45, -0.3];
  early.alive = false;
  early.run(5);
  assert.deepEqual(early.target, HOME, "the sag before the hold is not followed");
  assert.deepEqual(names(early), ["FirstState", "HoldBegin"]);
});

Deno.test("cycle: one loss, one line: a token that goes after the watchdog, and a watchdog after the token, are silent", async () => {
  const t = await commanded();
  t.run(150);
  t.alive = false;
  t.run(10);
  assert.deepEqual(t.events().map(({ numbers }) => numbers[0]), [HoldReason.Watchdog]);

  const other = await commanded();
  other.alive = false;
  other.run(300);
  assert.deepEqual(other.events().map(({ numbers }) => numbers[0]), [HoldReason.Token]);
});

Deno.test("cycle: what a dead manager left in the cell is not obeyed when the next manager comes", async () => {
  const t = await commanded();
  t.alive = false;
  t.send([0.51, -0.25]);
  t.run(3);
  t.alive = true;
  t.run(3);
  assert.equal(t.holding, true);
  assert.deepEqual(t.target, HOME);
  assert.equal(t.refused, 0);
});

Deno.test("cycle: the hold ends with a command that starts from the measured position, and with no other", async () => {
  const t = await commanded();
  t.run(150);
  const begun = t.events()[0].numbers[2];
  t.driver.q = [0.3, -0.25]; // it was moved by hand
  t.run();
  t.send([0.5, -0.25]); // where it was held
  t.run(2);
  assert.equal(t.holding, true);
  assert.deepEqual(t.target, HOME);
  const [refusal] = t.events();
  assert.deepEqual([refusal.name, ...refusal.numbers], ["Refused", 10, 0, 0.5, 0.3]);
  // After a refused jump it may take a while until a command near the robot is trusted.
  for (let i = 0; i < 500 && t.holding; i++) {
    assert.deepEqual(t.target, HOME);
    t.send([0.31, -0.25]);
    t.run();
  }
  assert.equal(t.holding, false);
  assert.deepEqual(t.target, [0.31, -0.25]);
  const events = t.events().filter(({ name }) => name !== "Refused");
  assert.deepEqual(events.map(({ name }) => name), ["Commanded", "HoldEnd"]);
  assert.equal(events[1].numbers[0], t.clock.now() - begun);
});

Deno.test("cycle: the first command of all must start from the measured position too", async () => {
  const t = await TestCycle.open();
  t.driver.q = HOME;
  t.run();
  t.send([0, 0]);
  t.run();
  assert.deepEqual(t.target, HOME);
  assert.deepEqual(t.events().map(({ name, numbers }) => [name, numbers[0]]), [["FirstState", 0], ["Refused", 10]]);
});

Deno.test("cycle: after the first one, commands may be far from where the robot is, within its limits", async () => {
  const t = await commanded();
  t.send([2.9, -2.9]);
  t.run();
  assert.deepEqual(t.target, [2.9, -2.9]);
});

Deno.test("cycle: a refused command changes nothing: the last good one stays, and the watchdog runs on", async () => {
  const t = await commanded();
  const bad: (() => void)[] = [
    () => t.send([NaN, 0]),
    () => t.send([0.5, Infinity]),
    () => t.send(HOME, { kp: NaN }),
    () => t.send([0.5]),
    () => t.send([0.5, -0.25, 0]),
    () => t.send(HOME, { mode: "velocity" }),
    () => t.send(HOME, { mode: "torque" }),
    () => t.send([3.5, 0]),
    () => t.sendBytes(new Uint8Array(0)),
    () => t.sendBytes(new Uint8Array(200).fill(255)),
    () => t.sendBytes(t.stateBytes(HOME)),
  ];
  for (let i = 0; i < 99; i++) {
    bad[i % bad.length]();
    t.run();
    assert.deepEqual(t.target, HOME);
    assert.equal(t.refused, i + 1);
  }
  assert.equal(t.holding, false);
  bad[0]();
  t.run();
  bad[0]();
  t.run();
  assert.equal(t.holding, true);
  assert.equal(t.block.values[B.COMMANDS], 1);
  const reasons = new Set(t.events().filter(({ name }) => name === "Refused").map(({ numbers }) => numbers[0]));
  // malformed, wrong_type, wrong_mode, wrong_length, not_finite, out_of_limits
  assert.deepEqual([...reasons].sort((a, b) => a - b), [1, 2, 6, 7, 8, 9]);
});

Deno.test("cycle: in a hold a bad command is refused and counted, and the hold goes on", async () => {
  const t = await commanded();
  t.run(150);
  t.send([NaN, 0]);
  t.run(2);
  assert.equal(t.refused, 1);
  assert.equal(t.holding, true);
  assert.deepEqual(t.target, HOME);
});

Deno.test("cycle: after a stop of the process, an old command is refused and a fresh one from the measured position obeyed", async () => {
  const old = await commanded();
  old.send([0.51, -0.25]);
  old.driver.syncNs = 500 * MS; // the time that the process was stopped
  old.run();
  assert.equal(old.holding, true);
  assert.deepEqual(old.target, HOME);
  assert.deepEqual(old.events().map(({ name, numbers }) => [name, numbers[0]]), [
    ["HoldBegin", HoldReason.Watchdog],
    ["Refused", 4],
  ]);

  const fresh = await commanded();
  fresh.clock.timeNs += 500 * MS;
  fresh.send([0.51, -0.25]);
  fresh.run();
  assert.deepEqual(fresh.target, [0.51, -0.25]);
  assert.equal(fresh.holding, false);

  const jump = await commanded();
  jump.clock.timeNs += 500 * MS;
  jump.send([1.5, -0.25]);
  jump.run();
  assert.equal(jump.holding, true);
  assert.deepEqual(jump.target, HOME);
});

Deno.test("cycle: each State carries the driver's vectors and the time of sending", async () => {
  const t = await TestCycle.open();
  t.driver.q = [1, 2];
  t.driver.qd = [0.1, 0.2];
  t.run();
  assert.deepEqual(t.state(), { q: [1, 2], qd: [0.1, 0.2], tau: [], stampNs: t.clock.now() });
  t.driver.tau = [-5, 6];
  t.run();
  assert.deepEqual(t.state()?.tau, [-5, 6]);
  assert.equal(t.block.values[B.STATES], 2);
});

Deno.test("cycle: a State with a value that is not finite is kept back and told; the robot is commanded on", async () => {
  for (const [vector, index] of [["q", 0], ["qd", 1], ["tau", 2]] as const) {
    for (const value of [NaN, Infinity, -Infinity]) {
      const t = await commanded();
      t.driver.qd = [0, 0];
      t.driver.tau = [0, 0];
      t.run();
      t.state();
      const good = [...t.driver[vector]];
      t.driver[vector] = [good[0], value];
      t.send([0.51, -0.25]);
      t.run();
      assert.equal(t.state(), undefined);
      assert.deepEqual(t.target, [0.51, -0.25]);
      assert.equal(t.block.values[B.STATES_NOT_FINITE], 1);
      assert.deepEqual(t.events().map(({ name, numbers }) => [name, ...numbers.slice(0, 3)]), [
        ["NotFinite", index, 1, value],
      ]);
      t.driver[vector] = good;
      t.run();
      assert.notEqual(t.state(), undefined);
    }
  }
});

Deno.test("cycle: a position that is not finite is never a hold target", async () => {
  const t = await commanded();
  t.driver.q = [0.45, -0.25];
  t.run();
  t.driver.q = [NaN, -0.3];
  t.alive = false;
  t.run(5);
  assert.deepEqual(t.target, [0.45, -0.25]);

  const first = await TestCycle.open();
  first.driver.q = [NaN, 0];
  first.run(3);
  assert.deepEqual(first.driver.sent, []);
  first.driver.q = HOME;
  first.run();
  assert.deepEqual(first.driver.sent, [{ mode: "position", values: HOME }]);
});

Deno.test("cycle: when the driver has no state for a while, nothing is published, and the last target stays", async () => {
  const t = await commanded();
  t.state();
  t.driver.q = [];
  t.run(5);
  assert.equal(t.state(), undefined);
  assert.deepEqual(t.target, HOME);
});
