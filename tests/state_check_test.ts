import assert from "node:assert/strict";
import { pause } from "./kit/pause.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import { WireInterface } from "./kit/wire_interface.ts";
import { WireManager } from "./kit/wire_manager.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { Workbench } from "./kit/workbench.ts";

const POSE = [0.52, -0.3, 0.9, 0.1, 0.2, 0.3];
const ZEROS = [0, 0, 0, 0, 0, 0];
const withAt = (at: number, value: number) => POSE.map((each, i) => i === at ? value : each);
const { anyState } = WireInterface;
const GOOD = anyState({ position: POSE, velocity: ZEROS, torque: ZEROS });

/** States that must be refused: name, bytes, what the log says of them. */
const BAD: [name: string, bytes: Uint8Array, text: RegExp][] = [
  ["NaN", anyState({ position: withAt(3, NaN) }), /joint 3 'wrist_1_joint' is NaN, wanted a finite number/],
  ["Inf", anyState({ position: POSE, velocity: withAt(1, Infinity) }), /joint 1 'shoulder_lift_joint' is Infinity/],
  ["NaN torque", anyState({ position: POSE, torque: withAt(5, NaN) }), /joint 5 'wrist_3_joint' is NaN/],
  ["5 positions", anyState({ position: POSE.slice(1) }), /received 5 joint positions but expected 6 \(module 'UR5e'\)/],
  ["7 positions", anyState({ position: [...POSE, 1] }), /received 7 joint positions but expected 6/],
  ["300 positions", anyState({ position: new Array(300).fill(0.1) }), /received 300 joint positions but expected 6/],
  ["5 velocities", anyState({ position: POSE, velocity: POSE.slice(1) }), /received 5 joint velocities but expected 6/],
  ["7 torques", anyState({ position: POSE, torque: [...POSE, 1] }), /received 7 joint torques but expected 6/],
  ["Command", WireManager.anyCommand({ position: POSE }), /no valid State/],
  ["empty", new Uint8Array(0), /no valid State/],
  ["garbage", crypto.getRandomValues(new Uint8Array(300)), /no valid State/],
  ["cut off", GOOD.slice(0, 150), /no valid State/],
  [
    "NaN in a force sensor",
    anyState({ position: POSE, forceSensors: [{ name: "tool_force", force: [0, NaN, 0], torque: [0, 0, 0] }] }),
    /sensor 'tool_force' is not finite/,
  ],
];

/** A manager whose robot is played by the test, up to the start of its loop. */
async function served(
  bench: Workbench,
  hint: string,
): Promise<{ name: string; robot: WireInterface; manager: UriProcess }> {
  const name = bench.name(hint);
  const robot = await WireInterface.stand(bench, name);
  const manager = bench.manager(bench.config({ [name]: { timeoutMs: 1500 } }));
  await manager.line(/control loop: /); // from here on it listens
  return { name, robot, manager };
}

together(4, [
  {
    name: "each kind of bad state is refused with robot and joint named, and does not initialise the robot",
    both: true,
    async fn(bench) {
      const { name, robot, manager } = await served(bench, "bad");
      const refused = async ([what, bytes, text]: (typeof BAD)[0]) => {
        const from = manager.lines.length;
        robot.states.send(bytes);
        assert.match(await manager.line(new RegExp(`'${name}': refused a state`), from), text, what);
      };
      // One of each reason first: they are reported at once.
      const first = [BAD[0], BAD[3], BAD[8], BAD[12]];
      for (const bad of first) await refused(bad);
      assert.equal(manager.count(/robot initialized/), 0);
      assert.equal(robot.takeCommand(), undefined, "nothing is commanded before the robot is initialised");
      robot.states.send(GOOD);
      await manager.line(/robot initialized/);
      await until("a command", () => robot.takeCommand() !== undefined);
      for (const bad of BAD) {
        if (first.includes(bad)) continue;
        await pause(510); // each robot's refusals of one kind are reported at most twice a second
        await refused(bad);
        robot.states.send(GOOD);
      }
      manager.signal("SIGTERM");
      await manager.exits(0);
      assert.equal(bench.report("manager").robots[name].states_refused, BAD.length);
    },
  },
  {
    name:
      "bad states among good ones change nothing: the commands hold the pose, and the stamps of good states alone are echoed",
    async fn(bench) {
      const { name, robot, manager } = await served(bench, "mixed");
      let sent = 0;
      let stamp = 1n;
      robot.states.stream(() => {
        if (sent++ % 2 === 1) return BAD[sent % BAD.length][1];
        stamp += 1000n;
        return anyState({ position: POSE, velocity: ZEROS, torque: ZEROS, stamp });
      });
      await manager.line(/robot initialized/);
      for (let i = 0; i < 100; i++) {
        const command = await until("a command", () => robot.takeCommand());
        assert.deepEqual([command.position, command.velocity, command.torque], [POSE, [], []]);
        assert.equal(command.stateStamp % 1000n, 1n);
        await pause(5);
      }
      manager.signal("SIGTERM");
      await manager.exits(0);
      assert.ok(bench.report("manager").robots[name].states_refused > 20);
    },
  },
  ...[["NaN", BAD[0]], ["a wrong count", BAD[3]], ["garbage", BAD[10]]].map((each) => {
    const [what, [, bytes, text]] = each as [string, typeof BAD[0]];
    return {
      name:
        `nothing but ${what} for ten seconds: the robot is lost with the refusal named, exit code 1, nothing was commanded`,
      async fn(bench: Workbench) {
        const { name, robot, manager } = await served(bench, "never");
        robot.states.stream(() => bytes);
        const startedAt = performance.now();
        await manager.exits(1);
        assert.ok(performance.now() - startedAt > 9_000);
        const lost = await manager.line(/Lost connection to robot/);
        assert.match(lost, new RegExp(`'${name}': no first state within 10 s; \\d+ refused, the last: `));
        assert.match(lost, text);
        assert.equal(manager.count(/robot initialized/), 0);
        assert.equal(robot.takeCommand(), undefined);
        assert.equal(bench.report("manager").robots[name].commands_sent, 0);
        const warned = manager.count(/refused a state/);
        assert.ok(warned >= 10 && warned <= 25, `${warned} lines in ten seconds`);
      },
    };
  }),
  {
    name: "bad states do not refresh the watchdog: the robot is lost with the refusal named",
    async fn(bench) {
      const { name, robot, manager } = await served(bench, "dog");
      robot.states.stream(() => GOOD);
      await manager.line(/robot initialized/);
      robot.states.stream(() => BAD[0][1]);
      await manager.exits(1);
      assert.match(
        manager.text,
        new RegExp(
          `Lost connection to robot '${name}': no new state for 1500 ms; \\d+ refused, the last: joint 3 'wrist_1_joint' is NaN`,
        ),
      );
    },
  },
  {
    name: "a state without positions means nothing: it neither initialises nor counts as refused",
    async fn(bench) {
      const { name, robot, manager } = await served(bench, "none");
      robot.states.stream(() => anyState({ velocity: ZEROS, torque: ZEROS }));
      await pause(700);
      assert.equal(manager.count(/robot initialized|refused a state/), 0, manager.text);
      robot.states.stream(() => anyState({ position: POSE })); // velocity and torque may be empty
      await manager.line(/robot initialized/);
      await robot.leave();
      await manager.exits(1);
      assert.match(
        manager.text,
        new RegExp(`Lost connection to robot '${name}': the interface's liveliness token is lost`),
      );
      assert.equal(bench.report("manager").robots[name].states_refused, 0);
    },
  },
]);
