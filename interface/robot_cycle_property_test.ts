import assert from "node:assert/strict";
import fc from "fast-check";
import { Libc } from "../core/posix/libc.ts";
import { CONTROL_MODES, type ControlMode } from "../schemas/control_mode.ts";
import { CommandGate } from "./command_gate.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { LoopEnd } from "./loop_end.ts";
import { TestCycle } from "./test_cycle.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const MS = 1e6;
const TIMEOUT_MS = 20;
const TOLERANCE = new CommandGate("position", TestCycle.JOINTS).firstTolerance;

type Action =
  | { kind: "near"; by: number[]; cycles: number }
  | { kind: "command"; values: number[] }
  | { kind: "bad"; which: number }
  | { kind: "silence"; cycles: number }
  | { kind: "token"; alive: boolean }
  | { kind: "move"; by: number[] }
  | { kind: "state"; q: "nan" | "none" | "back" }
  | { kind: "stopped"; ms: number };

const pair = (least: number, most: number) =>
  fc.tuple(fc.double({ min: least, max: most, noNaN: true }), fc.double({ min: least, max: most, noNaN: true }));
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(pair(-1.2, 1.2), fc.integer({ min: 1, max: 3 })).map(([by, cycles]) => ({
      kind: "near" as const,
      by,
      cycles,
    })),
  },
  // For so long that a gate that waits for a steady stream has seen one.
  {
    weight: 2,
    arbitrary: fc.tuple(pair(-0.9, 0.9), fc.integer({ min: 50, max: 150 })).map(([by, cycles]) => ({
      kind: "near" as const,
      by,
      cycles,
    })),
  },
  { weight: 4, arbitrary: pair(-3, 3).map((values) => ({ kind: "command" as const, values })) },
  { weight: 3, arbitrary: fc.nat({ max: 6 }).map((which) => ({ kind: "bad" as const, which })) },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 2 * TIMEOUT_MS }).map((cycles) => ({ kind: "silence" as const, cycles })),
  },
  { weight: 2, arbitrary: fc.boolean().map((alive) => ({ kind: "token" as const, alive })) },
  { weight: 3, arbitrary: pair(-0.3, 0.3).map((by) => ({ kind: "move" as const, by })) },
  { weight: 2, arbitrary: fc.constantFrom("nan", "none", "back").map((q) => ({ kind: "state" as const, q } as const)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3000 }).map((ms) => ({ kind: "stopped" as const, ms })) },
);

/** A run of the cycle beside what must hold for it, told in other words than the cycle's own. */
class Witness {
  readonly #t: TestCycle;
  readonly #mode: ControlMode;
  /** Where the robot stands, whether it tells or not. */
  #q = [0.5, -0.25];
  /** The last position that it told. */
  #measured: number[] | undefined;
  #measuredNs = 0;
  /** What was sent to the cycle last, if nothing has come of it yet. */
  #offered: number[] | undefined;
  /** The last command that the cycle took, in this stream. */
  #accepted: number[] | undefined;
  #latched: number[] = [];
  #before: number[] | undefined;

  constructor(t: TestCycle, mode: ControlMode) {
    this.#t = t;
    this.#mode = mode;
  }

  act(action: Action): void {
    const t = this.#t;
    const clamp = (value: number) => Math.min(2.9, Math.max(-2.9, value));
    switch (action.kind) {
      case "near":
        for (let i = 0; i < action.cycles; i++) {
          this.#offer(this.#q.map((q, joint) => clamp(q + action.by[joint] * TOLERANCE[joint])));
          this.step();
        }
        return;
      case "command":
        this.#offer(action.values);
        break;
      case "bad":
        this.#offered = undefined;
        this.#sendBad(action.which);
        break;
      case "silence":
        for (let i = 0; i < action.cycles; i++) this.step();
        return;
      case "token":
        t.alive = action.alive;
        break;
      case "move":
        this.#q = this.#q.map((q, i) => clamp(q + action.by[i]));
        if (t.driver.q.length === 2 && t.driver.q.every(Number.isFinite)) t.driver.q = this.#q;
        break;
      case "state":
        t.driver.q = action.q === "none" ? [] : action.q === "nan" ? [this.#q[0], NaN] : this.#q;
        break;
      case "stopped":
        t.clock.timeNs += action.ms * MS;
    }
    this.step();
  }

  /** One cycle, and what it may have done. */
  step(): void {
    const t = this.#t;
    const { q } = t.driver;
    const sentBefore = t.driver.sent.length;
    const commands = t.block.values[B.COMMANDS];
    const alive = Atomics.load(t.block.flags, B.PEER_ALIVE) === 1;
    const wasPrimed = this.#measured !== undefined;
    assert.equal(t.run(), LoopEnd.Running);
    const isMeasured = q.length === 2 && q.every(Number.isFinite);
    if (isMeasured) {
      this.#measured = [...q];
      this.#measuredNs = t.clock.now();
    }
    const events = t.events().map(({ name }) => name);
    const sent = t.driver.sent.slice(sentBefore);
    if (this.#measured === undefined) {
      assert.deepEqual(sent, [], "a command before the first state");
      assert.equal(t.block.values[B.COMMANDS], commands);
      return;
    }
    if (!wasPrimed) this.#latch();
    const holdBegan = events.includes("HoldBegin");
    if (holdBegan) {
      // A robot that was not commanded keeps the target that it has, and so does one that has measured nothing lately.
      const isRecent = t.clock.now() - this.#measuredNs <= 10 * MS;
      if (this.#accepted !== undefined && this.#mode === "position" && !isRecent) this.#latched = [...this.#accepted];
      else if (this.#accepted !== undefined) this.#latch();
      this.#accepted = undefined;
    }
    const streamBefore = this.#accepted;
    if (t.block.values[B.COMMANDS] > commands) {
      assert.ok(this.#offered !== undefined, "took what nobody offered, or a bad command");
      assert.ok(alive, "obeyed while the manager's token was gone");
      this.#accepted = this.#offered;
    }
    if (!alive) assert.ok(this.#accepted === undefined || !t.holding, "a stream without a manager");
    this.#offered = undefined; // taken, refused or dropped: a cell gives a message once
    this.#check(sent, streamBefore);
  }

  #check(sent: { mode: ControlMode; values: number[] }[], streamBefore: number[] | undefined): void {
    assert.equal(sent.length, 1, "one command a cycle");
    const [{ mode, values }] = sent;
    assert.equal(mode, this.#mode);
    // Each value is that of an accepted command, or of the hold: the position latched once, or zeros.
    assert.deepEqual(values, this.#accepted ?? this.#latched);
    assert.equal(this.#t.holding && this.#accepted !== undefined, false, "holds and obeys");
    const changed = this.#before !== undefined && values.some((value, i) => value !== this.#before![i]);
    if (changed && streamBefore === undefined && mode === "position") {
      // No stream goes on here: the new target is where the robot stands.
      values.forEach((value, i) =>
        assert.ok(Math.abs(value - this.#measured![i]) <= TOLERANCE[i], `joint ${i} jumps to ${value}`)
      );
    }
    this.#before = values;
  }

  #latch(): void {
    this.#latched = this.#mode === "position" ? [...this.#measured!] : [0, 0];
  }

  #offer(values: number[]): void {
    this.#t.send(values);
    this.#offered = values;
  }

  #sendBad(which: number): void {
    const t = this.#t;
    const other = CONTROL_MODES[(CONTROL_MODES.indexOf(this.#mode) + 1) % 3];
    [
      () => t.send([NaN, 0]),
      () => t.send([0]),
      () => t.send([0, 0, 0]),
      () => t.send([0, 0], { mode: other }),
      () => t.send(this.#q.map(() => 1e4)),
      () => t.sendBytes(t.stateBytes(this.#q)),
      () => t.sendBytes(new Uint8Array(48).fill(0xa5)),
    ][which]();
  }
}

for (const mode of CONTROL_MODES) {
  Deno.test(`cycle, ${mode} mode: whatever happens, the robot gets accepted commands, hold targets and nothing else`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 80 }), async (actions) => {
        const t = await TestCycle.open({ mode, timeoutNs: TIMEOUT_MS * MS });
        const witness = new Witness(t, mode);
        witness.step();
        for (const each of actions) witness.act(each);
      }),
      { numRuns: 100 },
    );
  });
}

Deno.test("cycle: those sequences reach what they are about: commands, refusals, holds and their ends", async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 80, maxLength: 80 }), async (actions) => {
      const t = await TestCycle.open({ timeoutNs: TIMEOUT_MS * MS });
      const witness = new Witness(t, "position");
      t.driver.q = [0.5, -0.25];
      const drain = t.events.bind(t);
      t.events = () => {
        const events = drain();
        for (const { name, numbers } of events) {
          const key = name === "HoldBegin" || name === "Refused" ? `${name} ${numbers[0]}` : name;
          seen.set(key, (seen.get(key) ?? 0) + 1);
        }
        return events;
      };
      for (const each of actions) witness.act(each);
    }),
    { numRuns: 25, seed: 7 },
  );
  for (const key of ["Commanded", "HoldBegin 1", "HoldBegin 2", "HoldEnd", "Refused 10", "NotFinite", "FirstState"]) {
    assert.ok((seen.get(key) ?? 0) >= 10, `${key}: ${seen.get(key)}`);
  }
});
