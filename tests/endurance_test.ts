import assert from "node:assert/strict";
import { until } from "./kit/until.ts";
import { together } from "./kit/together.ts";

const RESTARTS = 30;
/** Restarts after which the process is taken to have everything that it will ever need. */
const SETTLED = 6;
/** Growth of the resident memory that is forgiven between then and the end [kB]: V8 grows and trims its heap by such steps. */
const MEMORY_KB = 16_000;

function residentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`))![1]);
}

function descriptors(pid: number): number {
  return [...Deno.readDirSync(`/proc/${pid}/fd`)].length;
}

together(1, [
  {
    name:
      `${RESTARTS} managers, half of them killed, against one interface: memory and descriptors stay, one command in each cycle`,
    async fn(bench) {
      const name = bench.name("long");
      const pose = [0.52, -0.3, 0.9, 0.1, 0.2, 0.3];
      const robot = bench.interface(name);
      const config = bench.config({ [name]: { mock: { initial_positions: pose } } });
      let memory = 0;
      let open = 0;
      for (let run = 1; run <= RESTARTS; run++) {
        const manager = bench.manager(config);
        await manager.line(/robot initialized/);
        if (run > 1) await until("the end of the hold", () => robot.count(/commands are back/) === run - 1);
        manager.signal(run % 2 === 1 ? "SIGKILL" : "SIGTERM");
        await manager.end();
        await until("the hold", () => robot.count(/holding the robot/) === run);
        if (run === SETTLED) [memory, open] = [residentKb(robot.pid), descriptors(robot.pid)];
      }
      await until("as few descriptors as before", () => descriptors(robot.pid) <= open);
      const grown = residentKb(robot.pid) - memory;
      assert.ok(grown < MEMORY_KB, `${grown} kB more in ${RESTARTS - SETTLED} restarts`);
      robot.signal("SIGTERM");
      await robot.exits(0);
      assert.equal(robot.count(/loading driver/), 1);
      assert.equal(bench.report(name).holds.length, RESTARTS);
      assert.deepEqual(bench.report(name).commands_refused, {});
      // The last one is the hold that is sent when the interface leaves.
      bench.commands(name).slice(0, -1).forEach(({ cycle, kind, values }, i) => {
        assert.equal(cycle, i + 1);
        assert.equal(kind, "servoJ");
        assert.deepEqual(values, pose);
      });
      assert.deepEqual(bench.leftovers(), []);
    },
  },
]);
