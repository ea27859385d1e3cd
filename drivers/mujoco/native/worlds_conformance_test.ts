import { skipUnless } from "../../../tests/skip_unless.ts";
import { testEngine } from "../test_engine.ts";
import { testNativeLibrary } from "./test_native_library.ts";

/** The tests of worlds, once more, with the native library. */
const TESTS = [
  "contacts",
  "open_world",
  "place_parts",
  "robot_driver_contract",
  "robots_as_alone",
  "robots_in_contact",
  "world_models",
  "world_objects",
  "world_report",
];

const library = await testNativeLibrary();
if (library.available) {
  await testEngine.use(library.library);
  for (const name of TESTS) await import(`../world/${name}_test.ts`);
} else {
  Deno.test({ name: "worlds with native MuJoCo", ignore: skipUnless(false, library.reason), fn: () => {} });
}
