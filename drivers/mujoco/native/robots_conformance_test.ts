import { skipUnless } from "../../../tests/skip_unless.ts";
import { testEngine } from "../test_engine.ts";
import { testNativeLibrary } from "./test_native_library.ts";

/** The tests of robots alone, once more, with the native library. */
const TESTS = [
  "check_joint_ranges",
  "create_robot_driver_mujoco",
  "example_models",
  "fatal_step",
  "imported_biped",
  "imported_models",
  "joints_and_commands",
  "map_actuators",
  "model_files",
  "real_time",
  "robot_driver_contract",
  "sensor_map",
];

const library = await testNativeLibrary();
if (library.available) {
  await testEngine.use(library.library);
  for (const name of TESTS) await import(`../${name}_test.ts`);
} else {
  Deno.test({ name: "robots with native MuJoCo", ignore: skipUnless(false, library.reason), fn: () => {} });
}
