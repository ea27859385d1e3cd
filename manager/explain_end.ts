import type { ManagerConfig } from "../schemas/manager_config.ts";
import { ConnectionLoss } from "./connection_loss.ts";
import type { InterfaceProcesses } from "./interface_processes.ts";
import { ManagerEnd } from "./manager_end.ts";
import type { ManagerLog } from "./manager_log.ts";
import type { FromManagerWorker } from "./manager_worker_messages.ts";

const KNOWN: readonly number[] = [ConnectionLoss.Token, ConnectionLoss.Watchdog, ConnectionLoss.NoFirstState];

/**
 * Why a manager's control loop ended, as one line; empty when it was asked to, or when the controller has stopped by itself, and could be stopped. The reason of a lost
 * connection is also noted in `lost`, by number of the robot.
 */
export async function explainEnd(
  ended: Extract<FromManagerWorker, { type: "ended" }>,
  config: ManagerConfig,
  events: ManagerLog,
  children: InterfaceProcesses,
  lost: Map<number, string>,
): Promise<string> {
  if (ended.end === ManagerEnd.ControllerStopped) events.controllerStopped(config.controller);
  // What it could not write away, or release, is missed later: no success.
  if (ended.end === ManagerEnd.Stopped || ended.end === ManagerEnd.ControllerStopped) return ended.stopFault;
  if (ended.stopFault !== "") events.stopFailed(ended.stopFault);
  if (ended.end !== ManagerEnd.Lost && ended.end !== ManagerEnd.OutOfStep) {
    return `the controller '${config.controller}' failed: ${ended.error}`;
  }
  const robot = config.robots[ended.robot];
  if (ended.end === ManagerEnd.OutOfStep) {
    return `robot '${robot.name}' is not in lock step: its State is of another time than the tick that waits for it, or of none; ` +
      "wanted one that uri simulate --lockstep serves, in one world with the other robots";
  }
  const refused = events.refusals(ended.robot);
  const refusal = refused === "" || ended.refusal === "" ? "" : `: ${ended.refusal}`;
  let reason = `no first state within 10 s${refused}${refusal}`;
  if (ended.loss === ConnectionLoss.Watchdog) {
    reason = `no new state for ${robot.network.connectionTimeoutMs} ms${refused}`;
  }
  if (ended.loss === ConnectionLoss.Token) {
    reason = `the interface's liveliness token is lost${await children.howEnded(ended.robot)}`;
  }
  if (ended.error !== "") reason = ended.error;
  else if (!KNOWN.includes(ended.loss)) reason = `its proxy ${robot.interface} says so, by the number ${ended.loss}`;
  lost.set(ended.robot, reason);
  return `Lost connection to robot '${robot.name}': ${reason}`;
}
