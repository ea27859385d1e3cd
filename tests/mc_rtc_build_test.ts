// The controller mc_rtc, built as its users build it, against the double of mc_rtc in tests/doubles/mc_rtc/.
import assert from "node:assert/strict";
import { ControllerLibrary } from "../controller/native/controller_library.ts";
import { buildMcRtc } from "./kit/build_mc_rtc.ts";
import { cmakeProject } from "./kit/cmake_project.ts";
import { copySync } from "./kit/copy_sync.ts";
import { hasProgram } from "./kit/has_program.ts";
import { testInstallation } from "./kit/test_installation.ts";
import { run } from "./kit/run.ts";
import { projectRoot } from "../tools/project_root.ts";
import { skipUnless } from "./skip_unless.ts";

const root = projectRoot();
const ignore = buildMcRtc.isMissing();
const SOURCES = `${root}/controller/mc_rtc`;

Deno.test({
  name: "mc_rtc: the sources are clean for clang++ too",
  ignore: ignore || skipUnless(hasProgram("clang++"), "clang++ is not installed"),
  async fn() {
    const { double } = await buildMcRtc.build();
    const includes = [`${root}/controller/include`, `${double}/include`].map((folder) => `-I${folder}`);
    const flags = "-std=c++17 -fsyntax-only -Wall -Wextra -Wpedantic -Werror".split(" ");
    const files = [...Deno.readDirSync(`${SOURCES}/src`)].filter(({ name }) => name.endsWith(".cpp"));
    assert.ok(files.length > 3);
    for (const { name } of files) {
      await run(["clang++", ...flags, ...includes, "-isystem", "/usr/include/eigen3", `${SOURCES}/src/${name}`]);
    }
  },
});

Deno.test({
  name: "mc_rtc: outside of the repository, the controller builds with the headers of an installation",
  ignore,
  // A library that was opened stays open as long as the process.
  sanitizeResources: false,
  async fn() {
    const folder = Deno.makeTempDirSync({ prefix: "uri mc_rtc " });
    try {
      const { double } = await buildMcRtc.build();
      const prefix = testInstallation(folder);
      // The sources are part of it.
      copySync(`${prefix.folder}/share/unified_robot_interface/mc_rtc`, `${folder}/mc_rtc`);
      await cmakeProject(`${folder}/mc_rtc`, prefix.folder, `-Dmc_rtc_DIR=${double}/lib/cmake/mc_rtc`);
      const library = `${prefix.controllers}/librobot_controller_mc_rtc.so`;
      assert.ok(ControllerLibrary.describesModules(library));
      // mc_rtc's libraries are found where they are, without LD_LIBRARY_PATH.
      assert.deepEqual(Object.keys((await ControllerLibrary.open("mc_rtc", library).describe("DoubleArm"))!), ["text"]);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "mc_rtc: without mc_rtc CMake says what is missing",
  ignore,
  async fn() {
    const folder = Deno.makeTempDirSync({ prefix: "uri mc_rtc " });
    try {
      const argv = ["cmake", "-S", SOURCES, "-B", folder, "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF"];
      await assert.rejects(run([...argv, "-Dmc_rtc_DIR=/nowhere"]), /mc_rtcConfig\.cmake/);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});
