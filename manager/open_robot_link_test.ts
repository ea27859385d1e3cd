import assert from "node:assert/strict";
import { Libc } from "../core/posix/libc.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { LocalHub } from "../comm/local/local_hub.ts";
import { LocalTransport } from "../comm/local/local_transport.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import { TransportError } from "../comm/transport_error.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { openRobotLink } from "./open_robot_link.ts";
import { testRobots } from "./test_robots.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const ROBOT = testRobots.robot("ur5e");
const KEYS = robotKeys("ur5e");
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

function sides() {
  const hub = new LocalHub();
  const block = new SharedBlock(managerBlockShape(3));
  const alive = () => [1, 2, 3].map((i) => Atomics.load(block.flags, B.PEERS + i - 1));
  return { open: (what: string) => new LocalTransport(hub, what), block, alive };
}

Deno.test("robot link: a robot counts as alive until its token was seen and is gone, and again when it is back", async () => {
  const { open, block, alive } = sides();
  const link = await openRobotLink(ROBOT, 1, open("manager"), block);
  await turn();
  assert.deepEqual(alive(), [0, 1, 0], "the interface may come later");
  const robot = open("interface");
  const token = await robot.declareToken(KEYS.interfaceToken);
  await turn();
  assert.deepEqual(alive(), [0, 1, 0]);
  await token.release();
  await turn();
  assert.deepEqual(alive(), [0, 0, 0]);
  await robot.declareToken(KEYS.interfaceToken);
  await turn();
  assert.deepEqual(alive(), [0, 1, 0]);
  await robot.close();
  await turn();
  assert.deepEqual(alive(), [0, 0, 0]);
  await link.release();
});

Deno.test("robot link: a second manager is refused with the first one named, takes nothing, and may follow it", async () => {
  const { open, block } = sides();
  const first = await openRobotLink(ROBOT, 0, open("uri manager 'first.yaml'"), block);
  const second = open("uri manager 'second.yaml'");
  await assert.rejects(() => openRobotLink(ROBOT, 0, second, block), (error) => {
    assert.ok(error instanceof TransportError);
    assert.equal(error.kind, "in_use");
    assert.equal(error.owner?.description, "uri manager 'first.yaml'");
    return true;
  });
  await first.release();
  const link = await openRobotLink(ROBOT, 0, second, block);
  await link.release();
  await link.release();
});

Deno.test("robot link: when a part of it cannot be had, the rest is given back", async () => {
  const { open, block } = sides();
  const other = open("somebody");
  const taken = await other.publish(KEYS.command);
  const manager = open("manager");
  await assert.rejects(() => openRobotLink(ROBOT, 0, manager, block), TransportError);
  await (await other.declareToken(KEYS.managerToken)).release();
  await taken.release();
  const link = await openRobotLink(ROBOT, 0, manager, block);
  await link.release();
});
