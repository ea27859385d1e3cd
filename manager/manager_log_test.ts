import assert from "node:assert/strict";
import { Logger } from "../core/log/logger.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { ManagerEvent as E } from "./manager_event.ts";
import { ManagerLog } from "./manager_log.ts";
import { RestartReason } from "./restart_reason.ts";
import { StateRefusal } from "./state_refusal.ts";
import { testRobots } from "./test_robots.ts";

const CONFIG = testRobots.config("a", "b");

function managerLog() {
  const lines: string[] = [];
  const write = (bytes: Uint8Array) => void lines.push(new TextDecoder().decode(bytes).trimEnd());
  const block = new SharedBlock(managerBlockShape(2));
  const log = new ManagerLog(new Logger({ level: "debug", format: "text", write }), block, CONFIG.robots);
  const push = (code: number, a = 0, b = 0, c = 0, d = 0) => block.events.push(code, a, b, c, d);
  const taken = () => {
    log.drain();
    return lines.splice(0);
  };
  const refusedSoFar = (robot: number, count: number) => {
    block.values[B.VALUES + robot * B.ROBOT_VALUES + B.REFUSED] = count;
  };
  return { log, block, push, taken, refusedSoFar };
}

Deno.test("manager log: each robot that is initialised is told", () => {
  const { push, taken } = managerLog();
  push(E.Initialized, 1);
  push(E.Initialized, 0);
  assert.deepEqual(taken(), [
    "[success] [FMInterfaceTemplate] 'b' robot initialized",
    "[success] [FMInterfaceTemplate] 'a' robot initialized",
  ]);
});

Deno.test("manager log: a refused State is told with robot, joint and what was wanted", () => {
  const cases: [number, number, number, string][] = [
    [StateRefusal.WrongCount, 0, 7, "received 7 joint positions but expected 2 (module 'Arm')"],
    [StateRefusal.WrongCount, 1, 1, "received 1 joint velocities but expected 2 (module 'Arm')"],
    [StateRefusal.WrongCount, 2, 3, "received 3 joint torques but expected 2 (module 'Arm')"],
    [StateRefusal.NotFinite, 1, NaN, "joint 1 'slide' is NaN, wanted a finite number"],
    [StateRefusal.NotFinite, 0, -Infinity, "joint 0 'pan' is -Infinity, wanted a finite number"],
    [StateRefusal.SensorNotFinite, 0, NaN, "sensor 'imu' is not finite"],
    [StateRefusal.SensorNotFinite, 1, NaN, "sensor 'wrist' is not finite"],
    [StateRefusal.Malformed, -1, 0, "the message is no valid State"],
  ];
  for (const [reason, at, value, text] of cases) {
    const { log, push, taken, refusedSoFar } = managerLog();
    assert.equal(log.refusals(1), "");
    push(E.StateRefused, 1, reason, at, value);
    assert.deepEqual(taken(), [`[warning] [RobotManager] 'b': refused a state: ${text}`]);
    refusedSoFar(1, 12);
    assert.equal(log.refusals(1), `; 12 refused, the last: ${text}`);
    assert.equal(log.refusals(0), "");
  }
});

Deno.test("manager log: the same refusal comes at most twice a second, each robot and reason for itself", () => {
  const { push, taken } = managerLog();
  for (let i = 0; i < 20; i++) {
    push(E.StateRefused, 0, StateRefusal.NotFinite, 0, NaN);
    push(E.StateRefused, 1, StateRefusal.NotFinite, 0, NaN);
    push(E.StateRefused, 1, StateRefusal.WrongCount, 0, 3);
  }
  assert.equal(taken().length, 3);
});

Deno.test("manager log: skipped periods are told once a second, with how many there were in all", () => {
  const { block, push, taken } = managerLog();
  block.values[B.MISSED] = 9;
  push(E.Missed, 4, 1e6);
  push(E.Missed, 5, 1e6);
  assert.deepEqual(taken(), [
    "[warning] [RobotManager] the loop was late and skipped 4 period(s); 9 in this run so far",
  ]);
});

Deno.test("manager log: what is not sent, what is left out and what does not fit is told", () => {
  const { push, taken } = managerLog();
  push(E.NoCommand, 0, -1);
  push(E.NoCommand, 1, 1, NaN);
  push(E.UnknownSensor, 0, 2);
  push(E.UnknownSensor, 0, 2);
  push(E.CommandTooLarge, 1, 40_000);
  assert.deepEqual(taken(), [
    "[warning] [RobotManager] 'a': nothing is sent: the controller gave no command",
    "[warning] [RobotManager] 'b': nothing is sent: the controller's command of joint 1 'slide' is NaN, or was not written; wanted a finite number",
    "[warning] [RobotManager] 'a': its state carries 2 sensor(s) that the module 'Arm' does not name; they are left out",
    "[error] [FMInterfaceTemplate] 'b' failed to send command: 40000 bytes, wanted at most 32768",
  ]);
});

Deno.test("manager log: that the controller refuses a robot is the loop's to tell, with the reason; it counts for a loss", () => {
  const { log, push, taken, refusedSoFar } = managerLog();
  push(E.StateRefused, 1, StateRefusal.NotInitialized, -1);
  assert.deepEqual(taken(), []);
  refusedSoFar(1, 12);
  assert.equal(log.refusals(1), "; 12 refused, the last: the controller does not take its position as a start");
});

Deno.test("manager log: a robot that starts over is told with what was the reason, twice a second at most", () => {
  const gap = (why: string) =>
    `no command went out for 104 ms, as ${why}; the robot is held, and starts over from where it stands`;
  const cases: [number, string][] = [
    [RestartReason.LoopStopped, gap("the loop was stopped")],
    [RestartReason.NoCommand, gap("the controller gave none that can be sent")],
    [RestartReason.OtherRobot, gap("another robot starts over")],
    [RestartReason.NotFollowing, "starts over from where it stands, as it does not follow"],
  ];
  for (const [reason, text] of cases) {
    const { push, taken } = managerLog();
    for (let i = 0; i < 5; i++) push(E.StartedOver, 1, 104e6, reason);
    assert.deepEqual(taken(), [`[warning] [RobotManager] 'b': ${text}`]);
  }
});
