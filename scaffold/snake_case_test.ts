import assert from "node:assert/strict";
import { snakeCase } from "./snake_case.ts";

Deno.test("words are parted before upper letters, acronyms stay together", () => {
  const cases = {
    MyRobot: "my_robot",
    URRobot: "ur_robot",
    UR5e: "ur5e",
    UR5: "ur5",
    Arm6DOF: "arm6_dof",
    ABCDef: "abc_def",
    KinovaGen3: "kinova_gen3",
    HRP5P: "hrp5_p",
    A: "a",
    AB: "ab",
    Ab: "ab",
    ICub: "i_cub",
    Panda: "panda",
  };
  for (const [name, wanted] of Object.entries(cases)) assert.equal(snakeCase(name), wanted);
});
