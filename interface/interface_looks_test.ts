import assert from "node:assert/strict";
import { SharedBlock } from "../core/shared_block.ts";
import { UR5E } from "../robots/ur5e.ts";
import { BUILT_IN_ROBOT_MODULES } from "../robots/built_in_robot_modules.ts";
import { parseInitConfig } from "../schemas/parse_init_config.ts";
import { INTERFACE_BLOCK_SHAPE } from "./interface_block.ts";
import { InterfaceLooks } from "./interface_looks.ts";

Deno.test("who looks on an interface is told when it knows its robot, and when another one begins that does not", () => {
  let told = 0;
  const looks = new InterfaceLooks();
  looks.onChange = () => told++;
  const block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
  assert.equal(looks.begin(block).block, block);
  assert.equal(told, 0);
  const text = "module: UR5e\nrobot_interface:\n  driver: RobotDriverMock\n";
  const init = parseInitConfig(text, { modules: BUILT_IN_ROBOT_MODULES });
  const memory = looks.know(init);
  assert.equal(told, 1);
  assert.equal(looks.init?.module, UR5E);
  assert.deepEqual([...looks.live], Array(30).fill(NaN), "six joints and a force sensor");
  new Float64Array(memory)[3] = 0.5;
  assert.equal(looks.live[3], 0.5, "it is the memory that the loop gets");
  looks.begin(new SharedBlock(INTERFACE_BLOCK_SHAPE));
  assert.equal(told, 2);
  assert.equal(looks.init, undefined);
  assert.equal(looks.live.length, 0);
});
