import assert from "node:assert/strict";
import type { MockRecord } from "../drivers/mock/mock_record.ts";
import { pause } from "./kit/pause.ts";
import { together, type TogetherCase } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { BenchRobot, Workbench } from "./kit/workbench.ts";
import { zenohObstacle } from "./kit/zenoh_obstacle.ts";
import { ZenohScene } from "./kit/zenoh_scene.ts";
import { refusedCommands } from "./kit/refused_commands.ts";
import { skipUnless } from "./skip_unless.ts";

/** Who comes first, who comes late, and who is told to stop while waiting: managers and interfaces over Zenoh until the robot is theirs. */
const obstacle = zenohObstacle();
const ignore = skipUnless(obstacle === "", obstacle);
const POSE = [0.52, -0.3, 0.9, 0, 0, 0.1];
const ZEROS = [0, 0, 0, 0, 0, 0];
/** Nobody listens there. */
const NOWHERE = "tcp/127.0.0.1:9";

/** The manager's configuration of one robot. */
function config(bench: Workbench, name: string, robot: BenchRobot = {}): string {
  return bench.config({ [name]: { protocol: "zenoh", ...robot } });
}

/** What was commanded before the robot told where it is, and the first command. */
function beginning(record: readonly MockRecord[]): { early: number; first: MockRecord; pose: readonly number[] } {
  const known = record.findIndex(({ kind, values }) => kind === "sync" && values.length > 0);
  const first = record.find(({ kind }) => kind !== "sync")!;
  const early = record.slice(0, known).filter(({ kind }) => kind !== "sync").length;
  return { early, first, pose: record[known].values };
}

const empty = (["zenoh", "zenoh/shm"] as const).flatMap((protocol) =>
  (["manager", "interface"] as const).map((first): TogetherCase => ({
    name:
      `${protocol}: a robot that tells its positions after 2 s is not commanded before, the ${first} is there first`,
    ignore,
    async fn(bench) {
      const name = bench.name("empty");
      const scene = await (protocol === "zenoh" ? ZenohScene.onTwo(bench) : ZenohScene.onOne(bench));
      const mode = first === "manager" ? "position" : "torque";
      const robot = { protocol, mode, mock: { initial_positions: POSE, faults: { no_state_for_s: 2 } } };
      const file = config(bench, name, robot);
      const starts: Record<string, () => UriProcess> = {
        interface: () => scene.interface(name, { protocol }),
        manager: () => scene.manager(file, "--for", "3"),
      };
      const one = starts[first]();
      await one.line(first === "manager" ? /Querying robot_interface/ : /waiting for init query/);
      const other = starts[first === "manager" ? "interface" : "manager"]();
      const manager = first === "manager" ? one : other;
      await manager.exits(0);
      const record = bench.record(name);
      const { early, first: command, pose } = beginning(record);
      assert.equal(early, 0);
      assert.ok(record.filter(({ kind, values }) => kind === "sync" && values.length === 0).length > 500);
      assert.deepEqual(pose, POSE);
      assert.deepEqual(command.values, mode === "position" ? POSE : ZEROS);
      for (const { kind, values } of bench.commands(name)) {
        assert.equal(kind, mode === "position" ? "servoJ" : "tauJ");
        assert.equal(values.every((value) => value === 0), mode === "torque");
      }
      assert.ok(bench.report("manager").robots[name].commands_sent > 100);
    },
  }))
);

const late = [3, 20].map((seconds): TogetherCase => ({
  name: `zenoh: manager first, the interface ${seconds} s later: one attempt is enough, and the wait is shown`,
  simulated: true,
  ignore,
  async fn(bench) {
    const name = bench.name("late");
    const scene = await ZenohScene.onTwo(bench);
    const manager = scene.manager(config(bench, name), "--for", "0.5");
    await manager.line(/Querying robot_interface/);
    await pause(1000 * seconds);
    const robot = scene.interface(name);
    await manager.exits(0);
    assert.equal(manager.count(/Querying robot_interface '.*' \(waiting up to 60 s\)…/), 1);
    assert.equal(manager.count(/Retrying init query/), 0);
    const told = manager.count(/waiting for '.*' to answer on '.*\/init', \d+ s so far .*uri interface -n /);
    assert.ok(told >= 1 && told <= 1 + seconds / 10, manager.text);
    robot.signal("SIGTERM");
    await robot.exits(0);
  },
}));

/** A process that waits for something, and how it comes to that. */
const waits: [what: string, wait: (bench: Workbench, scene: ZenohScene) => Promise<UriProcess>, ends: RegExp][] = [
  [
    "a manager that waits for its robot",
    async (bench, scene) => {
      const manager = scene.manager(config(bench, bench.name("absent")));
      await manager.line(/Querying robot_interface/);
      return manager;
    },
    /RobotManager shutdown complete/,
  ],
  [
    "an interface that waits for its manager",
    async (bench, scene) => {
      const robot = scene.interface(bench.name("alone"));
      await robot.line(/waiting for init query/);
      return robot;
    },
    /interrupted before init/,
  ],
  [
    "a manager whose robots' router cannot be reached",
    async (bench, scene) => {
      const file = bench.file(
        `${crypto.randomUUID()}.json5`,
        `{ mode: "client", connect: { endpoints: ["${NOWHERE}"] } }`,
      );
      const manager = scene.manager(config(bench, bench.name("router"), { configuration: file }));
      await manager.line(/Launching Zenoh router/);
      return manager;
    },
    /./,
  ],
  [
    "an interface whose router cannot be reached",
    async (bench, scene) => {
      const configuration = bench.file(
        `${crypto.randomUUID()}.json5`,
        `{ mode: "client", connect: { endpoints: ["${NOWHERE}"], timeout_ms: -1, exit_on_failure: false } }`,
      );
      const robot = scene.interface(bench.name("router"), { configuration });
      await robot.line(/Starting/);
      return robot;
    },
    /./,
  ],
  [
    "an interface whose remote API cannot be reached",
    async (bench, scene) => {
      const robot = scene.interface(bench.name("remote"), { remoteApi: "ws://127.0.0.1:9" });
      await robot.line(/Starting/);
      return robot;
    },
    /./,
  ],
];

const stops = (["SIGINT", "SIGTERM"] as const).map((signal): TogetherCase => ({
  name: `zenoh: ${signal} ends whoever waits, and leaves nobody behind`,
  ignore,
  both: true,
  async fn(bench) {
    const scene = await ZenohScene.onOne(bench);
    for (const [what, wait, ends] of waits) {
      const process = await wait(bench, scene);
      await pause(300);
      process.signal(signal);
      const { code } = await process.end();
      await process.allEnd();
      assert.ok([0, 1, signal === "SIGINT" ? 130 : 143].includes(code), `${what}: exit code ${code}\n${process.text}`);
      assert.match(process.text, ends, what);
      assert.doesNotMatch(process.text, /this is a defect|^\s+at |panicked/m, what);
    }
  },
}));

/** A session's file that cannot be used, and what is said of it. */
const FILES: [text: string, said: RegExp][] = [
  ["{ mode: 'peer', ", /\/session\.json5:1:15: is no valid JSON5: the file ends too early/],
  ["{\n  mode: 'pier',\n}", /\/session\.json5:2:9: mode: 'pier' is no mode.*did you mean 'peer'/],
  ["{\n  conect: { endpoints: [] },\n}", /\/session\.json5:2:3: conect: .*did you mean 'connect'/],
  ["{\n  mode: 'peer',\n  mode: 'client',\n}", /\/session\.json5:3:3: mode: is written twice/],
  ["{ connect: { endpoints: 'tcp/127.0.0.1:7447:x' } }", /\/session\.json5: .*expected list of endpoints/],
  [
    "{ mode: 'peer', listen: { endpoints: ['tpc/127.0.0.1:0'] } }",
    /\/session\.json5:1:\d+: listen\.endpoints\S*: 'tpc\/127\.0\.0\.1:0' has the protocol 'tpc'/,
  ],
  [
    "{ mode: 'peer', listen: { endpoints: ['tcp/192.0.2.9:7'] } }",
    /\/session\.json5: .*Cannot assign requested address/,
  ],
];

together(4, [
  ...empty,
  ...late,
  ...stops,
  {
    name:
      "zenoh: an interface that is restarted while the manager waits for its driver is asked again within the attempt",
    ignore,
    async fn(bench) {
      const name = bench.name("again");
      const scene = await ZenohScene.onTwo(bench);
      const file = config(bench, name, { mock: { faults: { create_delay_s: 600 } } });
      const manager = scene.manager(file, "--for", "0.3");
      const first = scene.interface(name);
      await first.line(/loading driver/);
      first.signal("SIGKILL");
      await first.end();
      bench.file(`${name}.mock.yaml`, `record: ${name}.rec\n`);
      const second = scene.interface(name);
      await manager.exits(0);
      assert.equal(manager.count(/Retrying init query/), 0);
      assert.equal(second.count(/initialized, starting control loop/), 1);
    },
  },
  {
    name:
      "zenoh: errors in a file of network_interface.configuration name file, line and key, exit code 2 or 1, for both sides",
    ignore,
    async fn(bench) {
      const scene = await ZenohScene.onOne(bench);
      for (const [text, said] of FILES) {
        const name = bench.name("file");
        const configuration = bench.file("session.json5", text);
        for (
          const process of [
            scene.interface(name, { configuration }),
            scene.manager(config(bench, name, { configuration })),
          ]
        ) {
          const { code } = await process.end();
          await process.allEnd();
          assert.ok(code === 2 || code === 1, `${text}: exit code ${code}`);
          assert.match(process.text, said, text);
          assert.doesNotMatch(process.text, /this is a defect|^\s+at |panicked|\.rs\b/m);
        }
      }
    },
  },
  ...([["zenoh", "zenoh/shm"], ["zenoh/shm", "zenoh"]] as const).map(([left, right]): TogetherCase => ({
    name:
      `a manager with protocol ${left} and an interface with ${right} on one computer meet over Zenoh, which is said`,
    simulated: true,
    ignore,
    async fn(bench) {
      const name = bench.name("mixed");
      const scene = await ZenohScene.onOne(bench);
      const sides = { manager: { protocol: left }, interface: { protocol: right } };
      const { robot, manager } = await scene.movingPair(name, {}, sides);
      const sharing = left === "zenoh/shm" ? manager : robot;
      await until(
        "the way",
        () => sharing.count(/State and Command go over Zenoh \(the other side shares no memory\)/) === 1,
      );
      manager.signal("SIGTERM");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      assert.deepEqual(refusedCommands(bench.report(name)), {});
    },
  })),
]);
