import assert from "node:assert/strict";
import { assertSmooth } from "./kit/assert_smooth.ts";
import { buildController } from "./kit/build_controller.ts";
import { ControllerScene } from "./kit/controller_scene.ts";
import { processesNaming } from "./kit/processes_naming.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { Workbench } from "./kit/workbench.ts";

const ignore = buildController.isMissing();
const POSE = [0.52, -0.3, 0.9, 0, 0, 0];
const ROBOT = { mock: { initial_positions: POSE }, timeoutMs: 500 };

/** Starts a pair, or a manager that starts its robot, with a controller that does what `script` says. */
async function start(
  bench: Workbench,
  script: Record<string, unknown>,
  how: { autostart?: boolean; macros?: readonly string[]; module?: string } = {},
) {
  const scene = await ControllerScene.open(bench, ...how.macros ?? []);
  const robot = { ...ROBOT, ...(how.module === undefined ? {} : { module: how.module, mock: {} }) };
  const top = { Scripted: script };
  if (!how.autostart) return { scene, name: scene.name, ...scene.pair(top, robot) };
  const manager = scene.manager(top, { ...robot, autostart: true });
  return { scene, name: scene.name, robot: manager, manager };
}

/** Nobody shows a stack, or ends by a defect. */
function noTrace(...processes: UriProcess[]): void {
  for (const { text } of processes) assert.doesNotMatch(text, /^\s+at |panicked|Uncaught|terminate called/m);
}

/** The robot holds where it was last sent, in its own process, until that is told to end. */
async function holds(bench: Workbench, name: string, robot: UriProcess): Promise<void> {
  await robot.line(/lost the manager \(.*\), holding the robot$/);
  const before = bench.commands(name).length;
  await until("commands of the hold", () => bench.commands(name).length > before + 100 || undefined);
  assertSmooth(bench.commands(name), 0.01);
  robot.signal("SIGTERM");
  await robot.exits(0);
}

const REFUSED = String.raw`\[error\] \[RobotManager\] starting the controller 'scripted': `;

together(3, [
  {
    name: "a controller in C++ moves the robot, with nothing missed by the robot, and ends with the manager",
    ignore,
    both: true,
    async fn(bench) {
      const { name, robot, manager } = await start(bench, { speed: 0.2 }, { autostart: true });
      await manager.line(/robot initialized/);
      await until("a motion", () => (bench.commands(name).at(-1)?.values[0] ?? 0) > POSE[0] + 0.3 || undefined);
      manager.signal("SIGINT");
      await manager.exits(0);
      await manager.allEnd();
      assertSmooth(bench.commands(name), 0.01);
      assert.equal(bench.report("manager").controller.name, "scripted");
      assert.equal(bench.report("manager").error, "");
      noTrace(robot, manager);
    },
  },
  {
    name: "a controller that is not there: refused with the path, before anything is started, exit code 2",
    both: true,
    async fn(bench) {
      const scene = new ControllerScene(bench);
      const manager = scene.manager({ Controller: "walking" });
      await manager.exits(2);
      const path = `${scene.prefix.controllers}/librobot_controller_walking.so`;
      assert.ok(
        manager.text.includes(
          `Controller: 'walking' is neither built in nor installed: there is no ${path}; wanted hold, posture, or a module, e.g. ./my_controller.js`,
        ),
        manager.text,
      );
      assert.equal(manager.lines.length, 1);
    },
  },
  {
    name: "a text file under the name of a controller: told with what it is, exit code 1",
    both: true,
    async fn(bench) {
      const scene = new ControllerScene(bench);
      scene.prefix.controller(bench.file("notes.txt", "walk slowly"), "walking");
      const manager = scene.manager({ Controller: "walking" }, { autostart: true });
      await manager.exits(1);
      assert.match(
        manager.text,
        /starting the controller 'walking': Failed to load controller backend 'walking' from '.*librobot_controller_walking\.so': it is no library: it begins with the text "walk slowly"; wanted an ELF file$/m,
      );
      await manager.allEnd();
      noTrace(manager);
    },
  },
  {
    name: "what stop() throws is told, and is a failure; after another one it is told beside that",
    ignore,
    both: true,
    async fn(bench) {
      const { name, robot, manager } = await start(bench, { where: "stop", speed: 0.2 });
      await until("a motion", () => (bench.commands(name).at(-1)?.values[0] ?? 0) > POSE[0] + 0.01 || undefined);
      manager.signal("SIGINT");
      await manager.exits(1);
      const text =
        /\[error\] \[RobotManager\] Cannot stop the controller 'scripted': stop\(\): scripted failure in stop$/m;
      assert.match(manager.text, text);
      assert.match(bench.report("manager").error, /scripted failure in stop$/);
      robot.signal("SIGTERM");
      await robot.exits(0);
      noTrace(robot, manager);
    },
  },
  ...([
    ["isRunning", String.raw`Cannot start the controller 'scripted': isRunning\(\): scripted failure in isRunning`],
    [
      "timeStep",
      String.raw`Cannot ask the controller 'scripted' for its period: timeStep\(\): scripted failure in timeStep`,
    ],
  ] as const).map(([where, text]) => ({
    name: `${where}() throws at the start: its text, exit code 1`,
    ignore,
    async fn(bench: Workbench) {
      const { manager } = await start(bench, { where }, { autostart: true });
      await manager.exits(1);
      assert.match(manager.text, new RegExp(`${REFUSED}${text}$`, "m"));
      noTrace(manager);
    },
  })),
  ...(["create", "initializeRobots", "start"] as const).map((where) => ({
    name: `${where} throws: its text, exit code 1, and the robot never moves`,
    ignore,
    both: where === "create",
    async fn(bench: Workbench) {
      const { name, robot, manager } = await start(bench, { where });
      await manager.exits(1);
      const wanted = where === "create"
        ? "Controller backend 'scripted' returned a null controller: scripted failure in create"
        : String.raw`Cannot .* the controller 'scripted': ${where}\(\): scripted failure in ${where}`;
      assert.match(manager.text, new RegExp(`${REFUSED}${wanted}$`, "m"));
      robot.signal("SIGTERM");
      await robot.exits(0);
      for (const { values } of bench.commands(name)) assert.deepEqual(values, POSE);
      noTrace(robot, manager);
    },
  })),
  {
    name: "create blocks: told every five seconds, and Ctrl-C ends the manager",
    ignore,
    async fn(bench) {
      const { manager } = await start(bench, { where: "create", how: "block" }, { autostart: true });
      await manager.line(/the controller 'scripted' is not ready after 5 s, still waiting/);
      manager.signal("SIGINT");
      await manager.exits(0);
      await manager.allEnd();
      noTrace(manager);
    },
  },
  ...([
    ["run throws", { where: "run", at: 300 }, String.raw`run\(\): scripted failure in run`],
    [
      "a setter throws",
      { where: "setEncoderVelocities", at: 200 },
      String.raw`setEncoderVelocities\('.*'\): scripted failure in .*`,
    ],
    ["command throws", { where: "command", at: 300 }, String.raw`command\('.*'\): scripted failure in command`],
    [
      "command returns a wrong number of values",
      { where: "command", how: "short", at: 300 },
      String.raw`command\('.*'\): it returned 5 values, wanted 6, one for each joint`,
    ],
  ] as const).map(([what, script, text], index) => ({
    name: `${what}: its text, exit code 1, and the robot is held where it was`,
    ignore,
    both: index === 0,
    async fn(bench: Workbench) {
      const { name, robot, manager } = await start(bench, { speed: 0.2, ...script });
      await manager.exits(1);
      assert.match(
        manager.text,
        new RegExp(String.raw`\[RobotManager\] the controller 'scripted' failed: ${text}$`, "m"),
      );
      assert.match(bench.report("manager").error, new RegExp(text));
      await holds(bench, name, robot);
      noTrace(robot, manager);
    },
  })),
  {
    name: "commands that are not finite are never sent, and told with the joint; the robot is held",
    ignore,
    async fn(bench) {
      const { name, robot, manager } = await start(bench, { where: "command", how: "nan", at: 300 });
      await manager.line(
        /nothing is sent: the controller's command of joint 1 '.*' is NaN, or was not written; wanted a finite number/,
      );
      await robot.line(/lost the manager/);
      await manager.line(
        /no command went out for \d+ ms, as the controller gave none that can be sent; the robot is held/,
      );
      manager.signal("SIGINT");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      assertSmooth(bench.commands(name), 0.01);
      noTrace(robot, manager);
    },
  },
  ...([["at first", 1, 0, 0], ["after good ones", 200, 1, 1]] as const).map(([when, from, written, joint]) => ({
    name: `a controller in C that writes less than a command, ${when}: nothing goes out, and the joint is told`,
    ignore,
    async fn(bench: Workbench) {
      const scene = new ControllerScene(bench, "less");
      const library = await buildController.build("plain.c", `WRITTEN=${written}`, `WRITES_LESS_FROM=${from}`);
      scene.prefix.controller(library, "plain");
      const { robot, manager } = scene.pair({ Controller: "plain" }, { ...ROBOT, mode: "velocity" });
      await manager.line(
        new RegExp(`nothing is sent: the controller's command of joint ${joint} '.*' is NaN, or was not written`),
      );
      if (from > 1) await robot.line(/lost the manager \(no new command .*\), holding the robot$/);
      manager.signal("SIGINT");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      const sent = bench.report("manager").robots[scene.name].commands_sent;
      assert.equal(sent > 0, from > 1, `${sent} commands went out`);
      noTrace(robot, manager);
    },
  })),
  {
    name: "it stops by itself: said, exit code 0",
    ignore,
    async fn(bench) {
      const { name, robot, manager } = await start(bench, { where: "run", how: "stop", at: 300, speed: 0.1 });
      await manager.exits(0);
      assert.match(manager.text, /\[RobotManager\] the controller 'scripted' has stopped by itself$/m);
      await holds(bench, name, robot);
      noTrace(robot, manager);
    },
  },
  {
    name: "run blocks for ever: the robot is held; Ctrl-C ends the manager with that, exit code 1",
    ignore,
    async fn(bench) {
      const { name, robot, manager } = await start(bench, { where: "run", how: "block", at: 300, speed: 0.1 });
      await robot.line(/lost the manager/);
      await manager.line(
        /\[error\] \[RobotManager\] the controller 'scripted' has not returned from run\(\) for 2\.\d s; the robots are held/,
      );
      manager.signal("SIGINT");
      await manager.exits(1);
      const end = /did not end within 4 s: the controller 'scripted' has not returned from run\(\) for \d\.\d s$/m;
      assert.match(manager.text, end);
      assert.match(bench.report("manager").error, end);
      await holds(bench, name, robot);
      noTrace(robot, manager);
    },
  },
  {
    name: "run blocks for three seconds: the robot is held, and starts over from where it stands",
    ignore,
    async fn(bench) {
      const { name, robot, manager } = await start(bench, { where: "run", how: "sleep", at: 300, speed: 0.1 });
      await robot.line(/lost the manager/);
      await manager.line(/the robot is held, and starts over from where it stands|Lost connection to robot/);
      manager.signal("SIGINT");
      await manager.end();
      await holds(bench, name, robot);
      noTrace(robot, manager);
    },
  },
  {
    name: "run crashes: the manager's process is gone, the robot is held",
    ignore,
    both: true,
    async fn(bench) {
      const { name, robot, manager } = await start(bench, { where: "run", how: "segfault", at: 300, speed: 0.1 });
      assert.equal((await manager.end()).signal, "SIGSEGV");
      await holds(bench, name, robot);
      noTrace(robot);
    },
  },
  {
    name: "run crashes: the interface that the manager has started ends, too",
    ignore,
    async fn(bench) {
      const { name, manager } = await start(bench, { where: "run", how: "segfault", at: 300 }, { autostart: true });
      assert.equal((await manager.end()).signal, "SIGSEGV");
      await manager.allEnd();
      assert.deepEqual(processesNaming(name), []);
      assertSmooth(bench.commands(name), 0.01);
    },
  },
  ...(["create", "start", "run", "command", "stop", "destroy"] as const).map((where) => ({
    name: `${where} ends the process by exit(0): told, exit code 1, and a robot that moved is held`,
    ignore,
    both: where === "run",
    async fn(bench: Workbench) {
      const { name, robot, manager } = await start(bench, {
        where,
        how: "exit",
        at: where === "run" ? 300 : 1,
        speed: 0.1,
      });
      if (where === "stop" || where === "destroy") {
        await until("a motion", () => (bench.commands(name).at(-1)?.values[0] ?? 0) > POSE[0] + 0.01 || undefined);
        manager.signal("SIGINT");
      }
      await manager.exits(1);
      await manager.line(
        /\[error\] \[RobotManager\] the controller 'scripted', or .*, has ended this process by exit\(0\)/,
      );
      if (where === "run") await holds(bench, name, robot);
      noTrace(robot, manager);
    },
  })),
  {
    name: "the description of a robot ends the process by exit(0): told, exit code 1",
    ignore,
    async fn(bench) {
      const { manager } = await start(bench, {}, { macros: ["WITH_MODULES"], module: "Exits", autostart: true });
      await manager.exits(1);
      await manager.line(/the controller, or a library that it uses, has ended this process by exit\(0\)/);
      noTrace(manager);
    },
  },
  {
    name: "the description of a robot never comes: told, and Ctrl-C ends the manager",
    ignore,
    both: true,
    async fn(bench) {
      const { manager } = await start(bench, {}, { macros: ["WITH_MODULES"], module: "Blocks", autostart: true });
      await manager.line(
        /the controller has not described the robot module 'Blocks' after 5 s, still waiting; Ctrl-C ends that$/,
      );
      manager.signal("SIGINT");
      await manager.exits(0);
      noTrace(manager);
    },
  },
  {
    name: "it takes the signals that stop the manager: said, given back, and Ctrl-C works",
    ignore,
    both: true,
    async fn(bench) {
      const { manager } = await start(bench, { where: "create", how: "take signals", speed: 0.1 }, { autostart: true });
      await manager.line(/the controller 'scripted' has taken the signal SIGINT for itself: given back/);
      await manager.line(/robot initialized/);
      manager.signal("SIGINT");
      await manager.exits(0);
      await manager.allEnd();
      noTrace(manager);
    },
  },
  {
    name: "a robot that it does not take as a start: the text, exit code 1, and the robot never moves",
    ignore,
    async fn(bench) {
      const { name, robot, manager } = await start(bench, { where: "initializeRobot" });
      await manager.line(
        /refused a state: the controller does not take its position as a start: initializeRobot\('.*'\): scripted failure in initializeRobot$/,
      );
      await manager.exits(1);
      assert.match(
        manager.text,
        /Lost connection to robot '.*': no first state within 10 s; \d+ refused, the last: .*: initializeRobot\('.*'\): scripted failure in initializeRobot$/m,
      );
      robot.signal("SIGTERM");
      await robot.exits(0);
      for (const { values } of bench.commands(name)) assert.deepEqual(values, POSE);
    },
  },
  {
    name: "a robot that only the controller knows is run by its description",
    ignore,
    both: true,
    async fn(bench) {
      const { name, robot, manager } = await start(bench, { speed: 0.05 }, {
        macros: ["WITH_MODULES"],
        module: "HRP2",
      });
      await manager.line(/robot initialized/);
      await until("a motion", () => (bench.commands(name).at(-1)?.values[0] ?? 0) > 0.05 || undefined);
      manager.signal("SIGINT");
      await manager.exits(0);
      assert.equal(bench.commands(name)[0].values.length, 2);
      robot.signal("SIGTERM");
      await robot.exits(0);
    },
  },
]);
