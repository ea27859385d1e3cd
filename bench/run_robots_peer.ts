import { WorkerLink } from "../core/worker_link.ts";
import { openTransport } from "../comm/open_transport.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import type { FromRobotsWorker, RobotChannels, ToRobotsWorker } from "./robots_worker_messages.ts";

const PERIOD_NS = 1_000_000;

/**
 * The other process of `uri bench robots`: the interface of many robots at once, each with its token, its answer to the init query, and a State
 * every millisecond. Runs until it gets a signal. `ready` is called once all of them can be found. Errors: `TransportError`, `RunFailure`.
 */
export async function runRobotsPeer(names: readonly string[], ready: () => void): Promise<number> {
  const transport = await openTransport("shm", "uri bench");
  const robots: RobotChannels[] = [];
  for (const name of names) {
    const keys = robotKeys(name);
    const { descriptor: state } = await transport.publish(keys.state);
    const { descriptor: command } = await transport.subscribe(keys.command);
    robots.push({ state, command });
  }
  const url = new URL("./robots_worker.ts", import.meta.url);
  const link = new WorkerLink<ToRobotsWorker, FromRobotsWorker>(url, "uri bench robots", () => {});
  link.post({ type: "run", robots, periodNs: PERIOD_NS });
  await link.next(["started"]);
  for (const name of names) {
    const keys = robotKeys(name);
    await transport.declareToken(keys.interfaceToken);
    await transport.answer(keys.init, () => new TextEncoder().encode("OK"));
  }
  ready();
  await new Promise<void>((resolve) => {
    for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) Deno.addSignalListener(name, resolve);
  });
  await transport.close();
  return 0;
}
