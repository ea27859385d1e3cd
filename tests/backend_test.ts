import assert from "node:assert/strict";
import { together } from "./kit/together.ts";
import type { Workbench } from "./kit/workbench.ts";

const POSE = [0.52, -0.3, 0.9, 0.1, 0.2, 0.3];

/**
 * Shows that a manager whose robot has one backend and an interface that has the other do not start each other, that both say why, and that
 * the interface serves the next manager, which has its own.
 */
async function refusesTheOther(bench: Workbench, ofInterface: string, ofManager: string): Promise<void> {
  const name = bench.name("m");
  const robot = bench.interface(name, { backend: ofInterface });
  await robot.line(/waiting for init query/);
  const manager = bench.manager(bench.config({ [name]: { backend: ofManager } }));
  await manager.exits(1);
  const reason =
    `Cannot read the init query: it is encoded by the backend '${ofManager}', wanted '${ofInterface}', the ` +
    "interface's; set network_interface.backend to the same in the configuration of the manager and in that of the interface";
  const told =
    `[error] [RobotManager] Robot '${name}' init failed: ERROR: Failed to deserialize init config: ${reason} — skipping.`;
  assert.ok(manager.lines.includes(told), manager.text);
  await robot.line(/init query refused/);
  assert.ok(
    robot.lines.includes(
      `[warning] [RobotInterface] '${name}' init query refused: Failed to deserialize init config: ${reason}`,
    ),
    robot.text,
  );

  const next = bench.manager(bench.config({ [name]: { backend: ofInterface } }), "--for", "0.5");
  await next.exits(0);
  robot.signal("SIGTERM");
  await robot.exits(0);
}

together(2, [
  {
    name: "backend protobuf at both ends: every Command arrives as it was sent, and the round trip is measured",
    simulated: true,
    both: true,
    async fn(bench) {
      const name = bench.name("p");
      const robot = bench.interface(name, {
        backend: "protobuf",
        latencyStats: true,
        mock: { initial_positions: POSE },
      });
      const manager = bench.manager(
        bench.config({ [name]: { backend: "protobuf", mock: { initial_positions: POSE } } }),
        "--for",
        "2.5",
      );
      await manager.exits(0);
      await robot.line(/lost the manager/);
      await robot.line(/robot_comm round trip/);
      robot.signal("SIGTERM");
      await robot.exits(0);

      const commands = bench.commands(name);
      assert.ok(commands.length > 1000, String(commands.length));
      for (const { kind, values } of commands) assert.deepEqual([kind, values], ["servoJ", POSE]);
      const { robots, error } = bench.report("manager");
      assert.equal(error, "");
      assert.ok(robots[name].commands_sent > 1000);
      const figures = bench.report(name);
      assert.equal(figures.error, "");
      assert.ok(figures.round_trip_us.p50 > 0, JSON.stringify(figures.round_trip_us));
    },
  },
  {
    name: "robots of one manager have different backends; an autostarted interface takes the manager's",
    async fn(bench) {
      const [a, b] = [bench.name("a"), bench.name("b")];
      const config = bench.config({
        [a]: { autostart: true, backend: "protobuf", mock: { initial_positions: POSE } },
        [b]: { autostart: true, mode: "velocity" },
      });
      const manager = bench.manager(config, "--for", "1");
      await manager.line(/robot initialized/);
      assert.match(Deno.readTextFileSync(`/tmp/robot_manager_${a}_interface.yaml`), /backend: protobuf/);
      assert.match(Deno.readTextFileSync(`/tmp/robot_manager_${b}_interface.yaml`), /backend: flatbuffer/);
      await manager.exits(0);
      assert.equal(manager.initialized().size, 2);
      for (const { kind, values } of bench.commands(a)) assert.deepEqual([kind, values], ["servoJ", POSE]);
      assert.ok(bench.commands(a).length > 500 && bench.commands(b).length > 500);
    },
  },
  {
    name: "a manager with protobuf, an interface with flatbuffer: refused with both named, and the interface goes on",
    simulated: true,
    fn: (bench) => refusesTheOther(bench, "flatbuffer", "protobuf"),
  },
  {
    name: "a manager with flatbuffer, an interface with protobuf: refused with both named, and the interface goes on",
    simulated: true,
    fn: (bench) => refusesTheOther(bench, "protobuf", "flatbuffer"),
  },
]);
