import { builtInDriverNames } from "../drivers/built_in_driver_names.ts";
import { quoted } from "../core/quoted.ts";
import { UsageError } from "../core/usage_error.ts";
import { snakeCase } from "./snake_case.ts";

/** Names in a driver project. */
export interface DriverNames {
  /** The name that was given, with an upper first letter: `MyRobot`. */
  readonly name: string;
  /** Class of the driver, as `robot_interface.driver` has it: `RobotDriverMyRobot`. */
  readonly className: string;
  /** The robot's name and the start of file names: `my_robot`. */
  readonly snake: string;
  /** The project: its folder, CMake project and C++ namespace: `my_robot_driver`. */
  readonly project: string;
}

/** With a `_` before every second letter it is still a robot's name, which has at most 64 bytes. */
const LONGEST = 40;
const PREFIX = "RobotDriver";
/** Files of every project beside `etc/<snake>.yaml`, by the name that would collide. */
const TAKEN_FILES: readonly string[] = ["robot_interface", "mc_rtc", "mc_rtc_mock"];

/**
 * The names that follow from `given`, a name of letters and digits that starts with a letter. Errors: `UsageError`, with a name that is
 * accepted where one is near.
 */
export function driverNames(given: string): DriverNames {
  const fail = (what: string, todo: string) => new UsageError(`Cannot create a driver project: ${what}; ${todo}`);
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(given)) {
    const near = nearestName(given);
    throw fail(
      `${quoted(given)} must be a valid PascalCase identifier (letters/digits, starting with a letter)`,
      near === undefined ? "write for example MyRobot" : `write for example ${near}`,
    );
  }
  const name = given[0].toUpperCase() + given.slice(1);
  if (given.length > LONGEST) {
    throw fail(`the name has ${given.length} characters, at most ${LONGEST} were wanted`, "shorten it");
  }
  if (name.startsWith(PREFIX)) {
    const rest = name.slice(PREFIX.length);
    throw fail(
      `the class of ${quoted(given)} would be ${PREFIX}${name}, the name of the robot alone was wanted`,
      /^[A-Za-z]/.test(rest) ? `write ${rest}` : "write for example MyRobot",
    );
  }
  const className = PREFIX + name;
  if (builtInDriverNames.includes(className)) {
    throw fail(
      `${className} is a driver of uri itself, which goes before others, another name was wanted`,
      "change it",
    );
  }
  const snake = snakeCase(name);
  if (TAKEN_FILES.includes(snake)) {
    throw fail(
      `etc/${snake}.yaml would be the robot module and another file of the project, another name was wanted`,
      `write for example ${name}Arm`,
    );
  }
  return { name, className, snake, project: `${snake}_driver` };
}

/** What was probably meant: the words of the text without accents, blanks and signs. */
function nearestName(given: string): string | undefined {
  const plain = given.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const name = plain.split(/[^A-Za-z0-9]+/).filter((word) => word !== "")
    .map((word) => word[0].toUpperCase() + word.slice(1)).join("").replace(/^[0-9]+/, "");
  const isNear = name !== "" && name.length <= LONGEST && [...plain].every((each) => /[\x20-\x7e]/.test(each));
  return isNear ? name[0].toUpperCase() + name.slice(1) : undefined;
}
