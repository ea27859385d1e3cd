import assert from "node:assert/strict";
import fc from "fast-check";
import { UsageError } from "../core/usage_error.ts";
import { robotNameFault } from "../schemas/robot_name_fault.ts";
import { driverNames } from "./driver_names.ts";

const refusal = (name: string): string => {
  try {
    driverNames(name);
  } catch (error) {
    assert.ok(error instanceof UsageError);
    return error.message;
  }
  return "";
};

const letters = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const wellFormed = fc.tuple(
  fc.constantFrom(...letters),
  fc.string({ unit: fc.constantFrom(...letters, ..."0123456789"), maxLength: 39 }),
).map(([first, rest]) => first + rest).filter((name) => !/^RobotDriver/i.test(name) && !/^(mock|mujoco)$/i.test(name));

Deno.test("names follow from the one that is given", () => {
  assert.deepEqual(driverNames("MyRobot"), {
    name: "MyRobot",
    className: "RobotDriverMyRobot",
    snake: "my_robot",
    project: "my_robot_driver",
  });
  assert.equal(driverNames("iCub").className, "RobotDriverICub");
  assert.equal(driverNames("x").project, "x_driver");
});

Deno.test("every well-formed name gives names that C++, CMake, files and robots can have", () => {
  fc.assert(fc.property(wellFormed, (given) => {
    if (/^(mcrtc|mcrtcmock|robotinterface)$/i.test(given)) return;
    const { name, className, snake, project } = driverNames(given);
    assert.equal(name.slice(1), given.slice(1));
    assert.match(className, /^RobotDriver[A-Z][A-Za-z0-9]*$/);
    assert.match(snake, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    assert.equal(snake.replaceAll("_", ""), given.toLowerCase());
    // A word of C++ would have to end like this.
    assert.equal(project, `${snake}_driver`);
    assert.equal(robotNameFault(snake), undefined);
  }));
});

Deno.test("whatever is no identifier is refused in one line that can be printed", () => {
  const anything = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: "binary", maxLength: 200 }));
  fc.assert(fc.property(anything.filter((text) => !/^[A-Za-z][A-Za-z0-9]*$/.test(text)), (given) => {
    const message = refusal(given);
    assert.match(message, /must be a valid PascalCase identifier \(letters\/digits, starting with a letter\)/);
    assert.doesNotMatch(message, /[\p{Cc}\p{Zl}\p{Zp}]/u);
    assert.ok(message.length < 400);
  }));
});

Deno.test("the name that is suggested is accepted", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 60 }), (given) => {
    const suggested = /write for example (\S+)$/.exec(refusal(given))?.[1];
    if (suggested !== undefined) assert.match(suggested, /^[A-Z][A-Za-z0-9]*$/);
  }));
  assert.match(refusal("my-robot"), /'my-robot' .* write for example MyRobot$/);
  assert.match(refusal("my robot 2"), /write for example MyRobot2$/);
  assert.match(refusal("my_robot"), /write for example MyRobot$/);
  assert.match(refusal("Müller"), /write for example Muller$/);
  assert.match(refusal("7Dof"), /write for example Dof$/);
  assert.match(refusal("../../etc"), /write for example Etc$/);
  assert.match(refusal("机器人"), /write for example MyRobot$/);
  assert.match(refusal(""), /write for example MyRobot$/);
});

Deno.test("names that would not work are refused with the reason", () => {
  assert.match(refusal("RobotDriverArm"), /class of 'RobotDriverArm' would be RobotDriverRobotDriverArm.*write Arm$/);
  assert.match(refusal("RobotDriver"), /the name of the robot alone was wanted; write for example MyRobot$/);
  assert.match(refusal("RobotDriver2"), /write for example MyRobot$/);
  assert.match(refusal("Mock"), /RobotDriverMock is a driver of uri itself/);
  assert.match(refusal("MuJoCo"), /RobotDriverMuJoCo is a driver of uri itself/);
  for (const taken of ["McRtc", "RobotInterface", "McRtcMock"]) assert.match(refusal(taken), /another file/);
  assert.match(refusal("A".repeat(41)), /has 41 characters, at most 40 were wanted/);
  assert.equal(refusal("A".repeat(40)), "");
  // Words of C++ are none in the names made of them.
  for (const word of ["class", "Namespace", "int", "true", "null"]) assert.equal(refusal(word), "");
});
