import assert from "node:assert/strict";
import { brokenPlugin } from "../../tests/kit/broken_plugin.ts";
import { buildPlugin } from "../../tests/kit/build_plugin.ts";
import { hasProgram } from "../../tests/kit/has_program.ts";
import { skipUnless } from "../../tests/skip_unless.ts";
import { scanApart } from "./scan_apart.ts";
import { TestPlace } from "./test_place.ts";

const ignore = skipUnless(hasProgram("g++"), "g++ is not installed");
const PROBE = new URL("../../tests/plugins/probe.cpp", import.meta.url).pathname;

Deno.test({
  name:
    "native drivers: a library that ends the process as soon as it is opened, or does not come back, harms no other",
  ignore,
  async fn() {
    using place = new TestPlace();
    const when = "when it was opened and asked for its drivers; it said: licence not found";
    const reasons = new Map([
      ["std::exit(7)", `it ended the process, with exit code 7, ${when}`],
      ["std::abort()", `it ended the process, with SIGABRT, ${when}`],
      ["*static_cast<volatile int *>(nullptr) = 1", `it ended the process, with SIGSEGV, ${when}`],
      ["std::this_thread::sleep_for(std::chrono::hours(1))", `it did not come back within 3 s, ${when}`],
    ]);
    const paths: string[] = [];
    for (const [index, action] of [...reasons.keys()].entries()) {
      paths.push(place.put(`bad${index}.so`, await brokenPlugin("constructor.cpp", `-DACTION=${action}`)));
    }
    const good = place.put("good.so", await buildPlugin(PROBE));
    const { libraries, bad } = await scanApart(place.folder, 3000);
    assert.deepEqual(libraries.map(({ path, refusal }) => [path, refusal]), [[good, ""]]);
    assert.deepEqual(bad, paths.map((path, index) => ({ path, reason: [...reasons.values()][index] })));
  },
});

Deno.test({
  name: "native drivers: what a library prints is no part of what is told of it",
  ignore,
  async fn() {
    using place = new TestPlace();
    const print = 'std::printf("\\n\\x1e{\\"done\\":true}\\n")';
    place.put("loud.so", await brokenPlugin("constructor.cpp", `-DACTION=${print}`));
    const { libraries, bad } = await scanApart(place.folder);
    assert.deepEqual(libraries.map(({ classes }) => classes), [["RobotDriverAtOnce"]]);
    assert.deepEqual(bad, []);
  },
});

Deno.test("native drivers: a folder that is empty, or is not there, has none", async () => {
  using place = new TestPlace();
  assert.deepEqual(await scanApart(place.folder), { libraries: [], bad: [] });
  assert.deepEqual(await scanApart(`${place.folder}/nowhere`), { libraries: [], bad: [] });
});
