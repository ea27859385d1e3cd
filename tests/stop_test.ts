import assert from "node:assert/strict";
import { catchesTerm } from "./kit/catches_term.ts";
import { processesNaming } from "./kit/processes_naming.ts";
import { run } from "./kit/run.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { Workbench } from "./kit/workbench.ts";

const SIGNALS: [Deno.Signal, number][] = [["SIGINT", 2], ["SIGTERM", 15], ["SIGHUP", 1]];

/** Checks that nothing of `name` is left: no process, nothing in shared memory. */
async function isGone(bench: Workbench, name: string): Promise<void> {
  await until("the processes to be gone", () => processesNaming(name).length === 0);
  assert.deepEqual(bench.leftovers(), []);
}

/** True while a process has a file open. */
function hasOpen(pid: number, path: string): boolean {
  try {
    return [...Deno.readDirSync(`/proc/${pid}/fd`)].some(({ name }) => readLink(`/proc/${pid}/fd/${name}`) === path);
  } catch {
    return false; // it has ended meanwhile
  }
}

function readLink(path: string): string {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return ""; // closed meanwhile
  }
}

together(3, [
  {
    name: "a configuration that is a pipe which says nothing holds up no signal; one that a shell passes is read",
    async fn(bench) {
      const pipe = `${bench.folder}/pipe`;
      await run(["mkfifo", pipe]);
      for (const command of ["manager", "interface", "viewer", "simulate"]) {
        const named = bench.uri([command, "-c", pipe]);
        await until("the wait for the configuration", () => hasOpen(named.pid, pipe) || undefined);
        named.signal("SIGTERM");
        await named.exits(0);
        const script = 'exec "$0" "$@" -c <(exec sleep 20)';
        const process = bench.start(["bash", "-c", script, ...bench.argv, command]);
        await until("the wait for the configuration", () => catchesTerm(process.pid) || undefined);
        process.signal("SIGTERM");
        await process.exits(0);
        const given = bench.start(["bash", "-c", 'exec "$0" "$@" -c <(echo "Robots: 5")', ...bench.argv, command]);
        await given.exits(2);
        assert.match(given.text, /Robots/);
      }
    },
  },
  {
    name: "a signal while the manager waits for an absent robot: exit code 0, no error, nothing left",
    both: true,
    async fn(bench) {
      for (const [signal, number] of SIGNALS) {
        const name = bench.name("absent");
        const manager = bench.uri(["manager", "-c", bench.config({ [name]: {} })]);
        await manager.line(/Querying robot_interface/);
        manager.signal(signal);
        await manager.exits(0);
        assert.equal(manager.count(new RegExp(`Caught signal ${number}$`)), 1);
        assert.equal(manager.count(/\[error\]|timed out|^\s+at /), 0, manager.text);
        assert.equal(manager.lines.at(-1), "[info] RobotManager shutdown complete.");
        await isGone(bench, name);
      }
    },
  },
  {
    name: "a signal while the interface waits for the init query: exit code 0, nothing left",
    simulated: true,
    both: true,
    async fn(bench) {
      for (const [signal] of SIGNALS) {
        const name = bench.name("idle");
        const robot = bench.interface(name);
        await robot.line(/waiting for init query/);
        robot.signal(signal);
        await robot.exits(0);
        assert.equal(robot.count(/interrupted before init/), 1);
        assert.equal(robot.count(/\[error\]|^\s+at /), 0, robot.text);
        await isGone(bench, name);
      }
    },
  },
  {
    name:
      "a signal while a driver is being created, also one that blocks its thread: interface and manager end, nothing left",
    async fn(bench) {
      for (const create_blocks of [false, true]) {
        const name = bench.name("create");
        const config = bench.config({ [name]: { mock: { faults: { create_delay_s: 3600, create_blocks } } } });
        const robot = bench.interface(name);
        const manager = bench.uri(["manager", "-c", config]);
        await robot.line(/loading driver/);
        robot.signal("SIGINT");
        await robot.exits(0);
        assert.equal(robot.count(/\[error\]|^\s+at /), 0, robot.text);
        manager.signal("SIGINT");
        await manager.exits(0);
        await isGone(bench, name);
      }
    },
  },
  {
    name: "a signal to a manager whose own interface creates its driver ends both, nothing left",
    both: true,
    async fn(bench) {
      for (const create_blocks of [false, true]) {
        const name = bench.name("child");
        const robot = { autostart: true, mock: { faults: { create_delay_s: 3600, create_blocks } } };
        const manager = bench.uri(["manager", "-c", bench.config({ [name]: robot })]);
        await manager.line(/loading driver/);
        manager.signal("SIGTERM");
        await manager.exits(0);
        await manager.allEnd();
        assert.equal(manager.count(/Stopping robot_interface/), 1);
        assert.equal(manager.count(/\[error\]|^\s+at /), 0, manager.text);
        await isGone(bench, name);
      }
    },
  },
  {
    name: "a driver that never returns from sync(): the interface holds nobody up when it is told to stop",
    async fn(bench) {
      const name = bench.name("stuck");
      const robot = bench.interface(name);
      const mock = { faults: { sync_hang_at_cycle: 200 } };
      const manager = bench.uri([
        "manager",
        "-c",
        bench.config({ [name]: { mock, timeoutMs: 60_000, more: { sync_timeout_ms: 600_000 } } }),
      ]);
      await until("the hang", () => bench.record(name).at(-1)?.cycle === 199);
      robot.signal("SIGTERM");
      await robot.exits(1);
      assert.match(robot.text, /did not return from sync\(\) within 4 s of the stop/);
      manager.signal("SIGTERM");
      await manager.end();
      await isGone(bench, name);
    },
  },
  {
    name: "the second signal ends a manager at once, although its child does not end",
    async fn(bench) {
      const name = bench.name("second");
      const manager = bench.uri(["manager", "-c", bench.config({ [name]: { autostart: true } })]);
      await manager.line(/robot initialized/);
      const [child] = processesNaming(name).filter((pid) => pid !== manager.pid);
      Deno.kill(child, "SIGSTOP");
      manager.signal("SIGINT");
      await manager.line(/Stopping robot_interface/);
      manager.signal("SIGTERM");
      assert.equal((await manager.end()).code, 128 + 15);
    },
  },
  {
    name: "a child that does not end after SIGTERM is killed after five seconds",
    async fn(bench) {
      const name = bench.name("kill");
      const manager = bench.uri(["manager", "-c", bench.config({ [name]: { autostart: true, timeoutMs: 60_000 } })]);
      await manager.line(/robot initialized/);
      const [child] = processesNaming(name).filter((pid) => pid !== manager.pid);
      Deno.kill(child, "SIGSTOP");
      const toldAt = performance.now();
      manager.signal("SIGTERM");
      await manager.exits(0);
      assert.ok(performance.now() - toldAt >= 4999);
      assert.match(manager.text, new RegExp(`\\(pid ${child}\\) did not exit after SIGTERM, sending SIGKILL`));
      await until("the processes to be gone", () => processesNaming(name).length === 0);
    },
  },
  {
    name: "every signal stops a running pair cleanly: both exit codes 0, nothing left in shared memory",
    simulated: true,
    both: true,
    async fn(bench) {
      for (const [signal, number] of SIGNALS) {
        const name = bench.name("run");
        const robot = bench.interface(name);
        const manager = bench.manager(bench.config({ [name]: {} }));
        await manager.line(/robot initialized/);
        manager.signal(signal);
        await manager.exits(0);
        robot.signal(signal);
        await robot.exits(0);
        for (const process of [manager, robot]) {
          assert.equal(process.count(new RegExp(`Caught signal ${number}$`)), 1);
          assert.equal(process.count(/\[error\]|^\s+at /), 0, process.text);
        }
        assert.equal(bench.report(name).error, "");
        await isGone(bench, name);
      }
    },
  },
]);
