import { dirname, resolve } from "node:path";
import { z } from "zod";
import { ConfigError } from "../../core/config_error.ts";
import { ConfigProblems } from "../../core/config_problems.ts";
import { DriverError } from "../../core/driver_error.ts";
import { locateYaml } from "../../core/locate_yaml.ts";
import { parseYaml } from "../../core/parse_yaml.ts";
import { readConfigFile } from "../../core/read_config_file.ts";
import { checkSection } from "../../schemas/check_section.ts";
import { configField as field } from "../../schemas/config_field.ts";
import { readJointVector } from "../../schemas/read_joint_vector.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import type { MockConfiguration } from "./mock_configuration.ts";
import type { MockFaults } from "./mock_faults.ts";

/** More joints than any robot has, so that wrong lengths can be tried beyond every buffer. */
const MOST_VALUES = 10_000;
const MOST_CYCLES = 1_000_000_000;

const FAULTS_SECTION = field.section({
  create_delay_s: seconds().optional(),
  create_blocks: field.flag().optional(),
  create_error: field.text("a text", "the text of the error").optional(),
  no_state_for_s: seconds().optional(),
  position_count: field.integer("a number of values", 0, MOST_VALUES).optional(),
  velocity_count: field.integer("a number of values", 0, MOST_VALUES).optional(),
  torque_count: field.integer("a number of values", 0, MOST_VALUES).optional(),
  from_cycle: cycle().optional(),
  nan_position_at_cycle: cycle().optional(),
  nan_cycles: field.integer("a number of cycles", 1, MOST_CYCLES).optional(),
  nan_joint: field.integer("a joint", 1, MOST_VALUES).optional(),
  sync_error_at_cycle: cycle().optional(),
  sync_hang_at_cycle: cycle().optional(),
  sync_stall_at_cycle: cycle().optional(),
  sync_stall_s: seconds().optional(),
  command_error_at_cycle: cycle().optional(),
  crash_at_cycle: cycle().optional(),
  sync_does_not_block: field.flag().optional(),
  measured_offset: field.number("an offset", "a finite number [rad or m]", () => true).optional(),
  lag_s: seconds().optional(),
});

const SECTION = field.section({
  initial_positions: z.unknown().optional(),
  inertia: field.number("an inertia", "a number above 0 [kg m² or kg]", (value) => value > 0).optional(),
  damping: field.number("a friction", "a number, 0 or more [Nms/rad or Ns/m]", (value) => value >= 0).optional(),
  record: field.text("a file", "the name of a file").optional(),
  faults: FAULTS_SECTION.optional(),
});

/**
 * Settings of the mock robot of `module` from the file `configPath`; "": the defaults. Rejects with a {@link DriverError} that tells
 * everything that is wrong in the file, with line and column.
 */
export async function readMockConfiguration(
  driver: string,
  configPath: string,
  module: RobotModule,
): Promise<MockConfiguration> {
  if (configPath === "") return complete({}, module, "");
  const problems = new ConfigProblems();
  try {
    const text = await readConfigFile(configPath, problems, { isRegular: true });
    const root = text === undefined ? undefined : parseYaml(text, configPath, problems);
    const data = root === undefined ? {} : checkSection(SECTION, root, [], problems) as z.infer<typeof SECTION>;
    const initial = root === undefined ? undefined : locateYaml(root, ["initial_positions"]).node;
    const initialPositions = initial === undefined
      ? undefined
      : readJointVector(initial, module.joints, module.posture, ["initial_positions"], problems);
    const { sync_stall_at_cycle, sync_stall_s, nan_joint } = data.faults ?? {};
    const note = (key: string, message: string) => {
      if (root === undefined) return;
      problems.add(locateYaml(root, ["faults", key]).mark, `faults.${key}`, message);
    };
    if (sync_stall_at_cycle !== undefined && sync_stall_s === undefined) {
      note("sync_stall_at_cycle", "stands alone; wanted sync_stall_s beside it, the time [s]");
    }
    if (nan_joint !== undefined && nan_joint > module.joints.length) {
      note("nan_joint", `'${nan_joint}' is not a joint; wanted 1 to ${module.joints.length}`);
    }
    problems.throwIfAny();
    return complete({ ...data, initial_positions: initialPositions }, module, configPath);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const quoting = error.problems.filter(({ line }) => line > 0).length;
    const places = `${quoting} ${quoting === 1 ? "place" : "places"}`;
    const publicText = quoting === 0
      ? undefined
      : `Cannot read the settings of the mock robot: ${configPath} is wrong in ${places}, ` +
        "which the log of the interface tells; correct it";
    throw new DriverError(driver, `Cannot read the settings of the mock robot: ${error.message}`, {
      cause: error,
      publicText,
    });
  }
}

function complete(data: z.infer<typeof SECTION>, module: RobotModule, configPath: string): MockConfiguration {
  return {
    initialPositions: data.initial_positions as number[] | undefined ?? module.posture,
    inertia: data.inertia ?? 1,
    damping: data.damping ?? 1,
    record: data.record === undefined ? "" : resolve(dirname(configPath), data.record),
    faults: faultsOf(data.faults ?? {}),
  };
}

function faultsOf(data: z.infer<typeof FAULTS_SECTION>): MockFaults {
  return {
    createDelayS: data.create_delay_s ?? 0,
    createBlocks: data.create_blocks ?? false,
    createError: data.create_error ?? "",
    noStateForS: data.no_state_for_s ?? 0,
    positionCount: data.position_count,
    velocityCount: data.velocity_count,
    torqueCount: data.torque_count,
    fromCycle: data.from_cycle ?? 1,
    nanPositionAtCycle: data.nan_position_at_cycle ?? Infinity,
    nanCycles: data.nan_cycles ?? Infinity,
    nanJoint: (data.nan_joint ?? 1) - 1,
    syncErrorAtCycle: data.sync_error_at_cycle ?? Infinity,
    syncHangAtCycle: data.sync_hang_at_cycle ?? Infinity,
    syncStallAtCycle: data.sync_stall_at_cycle ?? Infinity,
    syncStallS: data.sync_stall_s ?? 0,
    commandErrorAtCycle: data.command_error_at_cycle ?? Infinity,
    crashAtCycle: data.crash_at_cycle ?? Infinity,
    syncDoesNotBlock: data.sync_does_not_block ?? false,
    measuredOffset: data.measured_offset ?? 0,
    lagS: data.lag_s ?? 0,
  };
}

function cycle(): z.ZodInt {
  return field.integer("a cycle", 1, MOST_CYCLES);
}

function seconds(): z.ZodNumber {
  return field.number("a time", "seconds, from 0 to 86400", (value) => value >= 0 && value <= 86_400);
}
