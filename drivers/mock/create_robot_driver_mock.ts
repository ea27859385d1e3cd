import { setTimeout } from "node:timers/promises";
import { DriverError } from "../../core/driver_error.ts";
import type { RobotDriver, RobotDriverContext } from "../robot_driver.ts";
import { MockRecorder } from "./mock_recorder.ts";
import { readMockConfiguration } from "./read_mock_configuration.ts";
import { RobotDriverMock } from "./robot_driver_mock.ts";

const DRIVER = "RobotDriverMock";

/**
 * The `RobotDriverFactory` of `driver: RobotDriverMock`. Reads the settings from `config_path`, when there is one. Rejects with a
 * `DriverError` when they are wrong, when the record cannot be written, or when the settings ask for it.
 */
export async function createRobotDriverMock(context: RobotDriverContext): Promise<RobotDriver> {
  const { clock, module, log, robot } = context;
  const configuration = await readMockConfiguration(DRIVER, context.configPath, module);
  const { createDelayS, createBlocks, createError } = configuration.faults;
  if (createDelayS > 0) {
    if (createBlocks) clock.sleepUntil(clock.now() + createDelayS * 1e9);
    else await setTimeout(createDelayS * 1000);
  }
  if (createError !== "") {
    throw new DriverError(DRIVER, `Cannot create the mock robot '${robot}': ${createError}`);
  }
  if (configuration.record === "") return new RobotDriverMock(context, configuration);
  const recorder = openRecorder(configuration.record, context);
  log(
    "info",
    `[${DRIVER}] '${robot}' records cycles and commands in '${configuration.record}': this is not real-time safe`,
  );
  return new RobotDriverMock(context, configuration, recorder);
}

function openRecorder(file: string, { module, clock }: RobotDriverContext): MockRecorder {
  try {
    return new MockRecorder(file, module.joints.length, clock);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DriverError(DRIVER, `Cannot record in '${file}': ${why}; name another file by 'record'`, { cause });
  }
}
