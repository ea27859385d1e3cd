import assert from "node:assert/strict";
import { Logger } from "../core/log/logger.ts";
import { Libc } from "../core/posix/libc.ts";
import type { RunOptions } from "../core/run_options.ts";
import { shellQuote } from "../core/shell_quote.ts";
import { uriCommand } from "../core/uri_command.ts";
import type { RobotConfig } from "../schemas/manager_config.ts";
import { InterfaceProcesses } from "./interface_processes.ts";
import { testRobots } from "./test_robots.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const OPTIONS: RunOptions = { realtime: "off", logLevel: "error", logFormat: "text" };

/** The interfaces of robots whose names nobody else uses; `extra`: further arguments. */
async function withProcesses(
  run: (made: { processes: InterfaceProcesses; robot: RobotConfig; file: string; lines: string[] }) => Promise<void>,
  extra?: (robot: RobotConfig) => string[],
): Promise<void> {
  const lines: string[] = [];
  const write = (bytes: Uint8Array) => void lines.push(new TextDecoder().decode(bytes).trimEnd());
  const log = new Logger({ level: "debug", format: "text", write });
  const processes = new InterfaceProcesses(OPTIONS, log, extra);
  const robot = testRobots.robot(`t_${crypto.randomUUID().slice(0, 8)}`);
  const file = `/tmp/robot_manager_${robot.name}_interface.yaml`;
  try {
    await run({ processes, robot, file, lines });
  } finally {
    await processes.stop();
    Deno.removeSync(file);
  }
}

Deno.test("interface processes: the command that is printed starts the same by hand", async () => {
  await withProcesses(async ({ processes, robot, file, lines }) => {
    processes.start(0, robot);
    const command = shellQuote([...uriCommand(), "interface", "-c", file, "-n", robot.name]);
    assert.deepEqual(lines, [
      `[info] [RobotManager] Spawning co-located robot_interface for '${robot.name}': ${command}`,
    ]);
    const child = processes.find(0)!;
    assert.equal(child.name, robot.name);
    assert.equal((await child.ended).code, 0);
    const { code, stdout } = await new Deno.Command("sh", { args: ["-c", `${command} --help`], cwd: "/" }).output();
    assert.equal(code, 0);
    assert.match(new TextDecoder().decode(stdout), /uri interface/);
  }, () => ["--log-level", "error", "--help"]);
});

Deno.test("interface processes: how one has ended is part of the reason of a loss, when it is ours and has just ended", async () => {
  await withProcesses(async ({ processes, robot }) => {
    assert.equal(await processes.howEnded(0), "");
    processes.start(0, robot);
    const { pid, ended } = processes.find(0)!;
    Deno.kill(pid, "SIGKILL");
    await ended;
    assert.equal(await processes.howEnded(0), `; its process ${pid} ended with SIGKILL`);
    assert.equal(await processes.howEnded(1), "");
  });
  await withProcesses(async ({ processes, robot }) => {
    processes.start(0, robot);
    const { pid, ended } = processes.find(0)!;
    await ended;
    assert.equal(await processes.howEnded(0), `; its process ${pid} ended with exit code 2`);
  }, () => ["--realtime", "sometimes"]);
});

Deno.test("interface processes: one that runs is told to stop, and the manager says so; what has ended is not mentioned", async () => {
  await withProcesses(async ({ processes, robot, lines }) => {
    processes.start(3, robot);
    const { pid, ended } = processes.find(3)!;
    assert.equal(await processes.howEnded(3), "", "it runs");
    await processes.stop(0);
    assert.equal(lines.length, 1, "no other robot is meant");
    await processes.stop(3);
    await ended;
    assert.deepEqual(lines.slice(1), [`[info] [RobotManager] Stopping robot_interface '${robot.name}' (pid ${pid})`]);
    await processes.stop();
    assert.equal(lines.length, 2);
  });
});
