import assert from "node:assert/strict";
import { Logger } from "../core/log/logger.ts";
import { SharedBlock } from "../core/shared_block.ts";
import type { JointDescription } from "../schemas/robot_module.ts";
import { GateReason } from "./gate_reason.ts";
import { HoldReason } from "./hold_reason.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock as B } from "./interface_block.ts";
import { InterfaceEvent as E } from "./interface_event.ts";
import { InterfaceLog } from "./interface_log.ts";

const JOINTS = ["pan", "lift"].map((name) => ({ name } as JointDescription));
const START_NS = 1000e9;

function interfaceLog() {
  const lines: string[] = [];
  const decoder = new TextDecoder();
  const write = (bytes: Uint8Array) => void lines.push(decoder.decode(bytes).trimEnd());
  const block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
  const log = new InterfaceLog(
    new Logger({ level: "debug", format: "text", write }),
    "ur5e",
    block,
    JOINTS,
    100,
    START_NS,
  );
  const push = (code: number, a = 0, b = 0, c = 0, d = 0) => block.events.push(code, a, b, c, d);
  const taken = () => {
    log.drain();
    return lines.splice(0);
  };
  return { log, block, push, taken };
}

const say = (text: string) => `[RobotInterface] 'ur5e' ${text}`;

Deno.test("interface log: a loss of the manager and its end, with the reason, and as records of the report", () => {
  const { log, push, taken } = interfaceLog();
  push(E.HoldBegin, HoldReason.Watchdog, 100.6e6, START_NS + 2.5e9);
  assert.deepEqual(taken(), [
    `[warning] ${say("lost the manager (no new command for 101 ms, timeout 100 ms), holding the robot")}`,
  ]);
  push(E.HoldEnd, 1.25e9);
  assert.deepEqual(taken(), [`[success] ${say("commands are back after 1.250 s, the hold ends")}`]);
  push(E.HoldBegin, HoldReason.Token, 3e6, START_NS + 7e9);
  assert.deepEqual(taken(), [`[warning] ${say("lost the manager (its liveliness token is gone), holding the robot")}`]);
  log.finish(START_NS + 9.5e9);
  assert.deepEqual(log.holds, [
    { at_s: 2.5, reason: "no_command", duration_s: 1.25 },
    { at_s: 7, reason: "token_lost", duration_s: 2.5 },
  ]);
  log.finish(START_NS + 20e9);
  assert.equal(log.holds[1].duration_s, 2.5, "a hold ends once");
});

Deno.test("interface log: a hold that came back before the end is not made longer by it", () => {
  const { log, push } = interfaceLog();
  push(E.HoldBegin, HoldReason.Token, 0, START_NS + 1e9);
  push(E.HoldEnd, 2e9);
  log.finish(START_NS + 9e9);
  assert.deepEqual(log.holds, [{ at_s: 1, reason: "token_lost", duration_s: 2 }]);
});

Deno.test("interface log: the end of a hold whose begin was lost in a full ring is told, and makes no record", () => {
  const { log, push, taken } = interfaceLog();
  push(E.HoldEnd, 1e9);
  assert.equal(taken().length, 1);
  push(E.HoldBegin, HoldReason.Token, 0, START_NS + 5e9);
  push(E.HoldEnd, 1e9);
  push(E.HoldEnd, 7e9);
  log.finish(START_NS + 20e9);
  assert.deepEqual(log.holds, [{ at_s: 5, reason: "token_lost", duration_s: 1 }]);
});

Deno.test("interface log: refused commands are told with joint, numbers and count, each reason at most twice a second", () => {
  const { block, push, taken } = interfaceLog();
  block.values[B.REFUSED + GateReason.NotFinite] = 3;
  block.values[B.REFUSED + GateReason.WrongLength] = 1;
  for (let i = 0; i < 3; i++) push(E.Refused, GateReason.NotFinite, 1, NaN, 0);
  push(E.Refused, GateReason.WrongLength, -1, 7, 2);
  assert.deepEqual(taken(), [
    `[warning] ${
      say("refused a command, not_finite: joint 1 'lift' is NaN, wanted a finite number (3 so far for this reason)")
    }`,
    `[warning] ${say("refused a command, wrong_length: 7 values, wanted 2 (1 so far for this reason)")}`,
  ]);
});

Deno.test("interface log: a state that is kept back names vector, joint and value, at most twice a second", () => {
  const { push, taken } = interfaceLog();
  for (let i = 0; i < 50; i++) push(E.NotFinite, 1, 0, Infinity);
  assert.deepEqual(taken(), [
    `[warning] ${say("keeps back a state: velocity of joint 0 'pan' is Infinity, wanted a finite number")}`,
  ]);
});

Deno.test("interface log: the line of the latency statistics", () => {
  const { push, taken } = interfaceLog();
  push(E.Latency, 998, 61_000, 75_250, 1_203_440);
  assert.deepEqual(taken(), [
    `[info] ${
      say("robot_comm round trip (998 samples): min 61.0 us | avg 75.3 us | max 1203.4 us (one-way ~ 37.6 us)")
    }`,
  ]);
});

Deno.test("interface log: what else the loop tells", () => {
  const { push, taken } = interfaceLog();
  push(E.FirstState);
  push(E.Commanded);
  push(E.SyncDoesNotBlock, 1500);
  push(E.StateTooLarge, 40_000);
  push(E.StateTooLarge, -4);
  const lines = taken();
  assert.equal(lines[0], `[debug] ${say("has its first joint positions")}`);
  assert.equal(lines[1], `[debug] ${say("is commanded from its measured position")}`);
  assert.match(lines[2], /^\[warning\] .*the driver's sync\(\) returned after 1\.5 us: it does not wait/);
  assert.match(lines[3], /^\[error\] .*cannot send its state: it has 40000 bytes; wanted at most 32768 bytes$/);
  assert.match(lines[4], /^\[error\] .*cannot send its state: it does not fit the encoder/);
});

Deno.test("interface log: a driver that never says where its robot is, is told of after five seconds, and not each time", () => {
  const { block, taken } = interfaceLog();
  block.values[B.HEARTBEAT] = START_NS + 4.9e9;
  assert.deepEqual(taken(), []);
  block.values[B.HEARTBEAT] = START_NS + 5.1e9;
  assert.deepEqual(taken(), [
    `[warning] ${
      say(
        "the driver runs, and has reported no positions for 5 s (0 of 2 joints): nothing is published or commanded until it does",
      )
    }`,
  ]);
  assert.deepEqual(taken(), []);
  const told = interfaceLog();
  told.block.values[B.HEARTBEAT] = START_NS + 60e9;
  told.block.values[B.STATES] = 1;
  assert.deepEqual(told.taken(), []);
});
