import assert from "node:assert/strict";
import { Logger } from "../core/log/logger.ts";
import type { RunOptions } from "../core/run_options.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { ConnectionLoss } from "./connection_loss.ts";
import { explainEnd } from "./explain_end.ts";
import { InterfaceProcesses } from "./interface_processes.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { ManagerEnd } from "./manager_end.ts";
import { ManagerEvent as E } from "./manager_event.ts";
import { ManagerLog } from "./manager_log.ts";
import { StateRefusal } from "./state_refusal.ts";
import { testRobots } from "./test_robots.ts";

const CONFIG = testRobots.config("a", "b");
const OPTIONS: RunOptions = { realtime: "off", logLevel: "info", logFormat: "text" };

function managerLog() {
  const lines: string[] = [];
  const write = (bytes: Uint8Array) => void lines.push(new TextDecoder().decode(bytes).trimEnd());
  const logger = new Logger({ level: "debug", format: "text", write });
  const block = new SharedBlock(managerBlockShape(2));
  return { log: new ManagerLog(logger, block, CONFIG.robots), logger, block, lines };
}

/** How the end of a loop is explained. */
async function explained(
  { log, logger }: ReturnType<typeof managerLog>,
  how: { end: number; robot?: number; loss?: number; error?: string; stopFault?: string; refusal?: string },
): Promise<{ text: string; lost: [number, string][] }> {
  const lost = new Map<number, string>();
  const heap = { watched: true, growth_bytes: 0, minor_gcs: 0, major_gcs: 0 };
  const nothing = { robot: -1, loss: 0, error: "", stopFault: "", refusal: "", postures: [] };
  const ended = { type: "ended", ...nothing, heap, ...how } as const;
  const children = new InterfaceProcesses(OPTIONS, logger);
  const text = await explainEnd(ended, CONFIG, log, children, lost);
  return { text, lost: [...lost] };
}

Deno.test("end of a run: a stop that was asked for, or that the controller wanted, is no failure", async () => {
  const made = managerLog();
  assert.deepEqual(await explained(made, { end: ManagerEnd.Stopped }), { text: "", lost: [] });
  assert.deepEqual(await explained(made, { end: ManagerEnd.ControllerStopped }), { text: "", lost: [] });
  assert.deepEqual(made.lines, ["[info] [RobotManager] the controller 'hold' has stopped by itself"]);
});

Deno.test("end of a run: a controller that cannot be stopped is a failure, and of a run that failed before a line of its own", async () => {
  const stopFault = "Cannot stop the controller 'hold': the disk is full";
  for (const end of [ManagerEnd.Stopped, ManagerEnd.ControllerStopped]) {
    assert.equal((await explained(managerLog(), { end, stopFault })).text, stopFault);
  }
  const made = managerLog();
  const { text } = await explained(made, { end: ManagerEnd.ControllerFault, error: "singular", stopFault });
  assert.equal(text, "the controller 'hold' failed: singular");
  assert.deepEqual(made.lines, [`[warning] [RobotManager] ${stopFault}`]);
});

Deno.test("end of a run: a controller that failed is named, with its own words", async () => {
  const { text } = await explained(managerLog(), { end: ManagerEnd.ControllerFault, error: "singular" });
  assert.equal(text, "the controller 'hold' failed: singular");
});

Deno.test("end of a run: a lost robot is named with the reason, which goes into the report too", async () => {
  for (
    const [loss, reason] of [
      [ConnectionLoss.Token, "the interface's liveliness token is lost"],
      [ConnectionLoss.Watchdog, "no new state for 100 ms"],
      [ConnectionLoss.NoFirstState, "no first state within 10 s"],
    ] as const
  ) {
    assert.deepEqual(await explained(managerLog(), { end: ManagerEnd.Lost, robot: 1, loss }), {
      text: `Lost connection to robot 'b': ${reason}`,
      lost: [[1, reason]],
    });
  }
});

Deno.test("end of a run: a proxy's own reason goes before the usual one; without one its number is told", async () => {
  for (
    const [loss, error, reason] of [
      [ConnectionLoss.Custom, "the arm is folded", "the arm is folded"],
      [ConnectionLoss.Watchdog, "nothing heard from the fieldbus", "nothing heard from the fieldbus"],
      [ConnectionLoss.Custom, "", "its proxy interface_template says so, by the number 4"],
      [-7, "", "its proxy interface_template says so, by the number -7"],
    ] as const
  ) {
    assert.deepEqual(await explained(managerLog(), { end: ManagerEnd.Lost, robot: 1, loss, error }), {
      text: `Lost connection to robot 'b': ${reason}`,
      lost: [[1, reason]],
    });
  }
});

Deno.test("end of a run: when States were refused before a loss, the last of them is told", async () => {
  for (const loss of [ConnectionLoss.Watchdog, ConnectionLoss.NoFirstState]) {
    const made = managerLog();
    made.block.events.push(E.StateRefused, 0, StateRefusal.WrongCount, 0, 7);
    made.block.values[B.VALUES + B.REFUSED] = 100;
    made.log.drain();
    const { text } = await explained(made, { end: ManagerEnd.Lost, robot: 0, loss });
    assert.match(text, /^Lost connection to robot 'a': no .*; 100 refused, the last: received 7 joint positions/);
  }
});
