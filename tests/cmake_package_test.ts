import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { hasProgram } from "./kit/has_program.ts";
import { testInstallation } from "./kit/test_installation.ts";
import { run } from "./kit/run.ts";
import { skipUnless } from "./skip_unless.ts";

const ignore = skipUnless(
  hasProgram("g++") && hasProgram("gcc") && hasProgram("cmake"),
  "g++, gcc and cmake are needed to try the CMake package",
);

const DRIVER = `#include <robot_interface/RobotDriverTemplate.h>
#include <string>
namespace
{
struct Still : robot_interface::RobotDriver
{
  void sync() override {}
  void setDataRead() override {}
  std::vector<double> getActualQ() override { return {0.0}; }
  std::vector<double> getActualQd() override { return {0.0}; }
  std::vector<double> getJointTorques() override { return {0.0}; }
  void servoJ(const std::vector<double> &) override {}
  void speedJ(const std::vector<double> &) override {}
  void tauJ(const std::vector<double> &) override {}
};
}
static_assert(__cplusplus >= 201703L, "the target asks for C++17");
int answer();
int used() { return answer(); }
`;

/** Head of a project in `languages`. */
const project = (languages: string) =>
  `cmake_minimum_required(VERSION 3.16)\nproject(still LANGUAGES ${languages})\nset(CMAKE_CXX_STANDARD 11)\n`;

const FIND = "find_package(unified_robot_interface REQUIRED)\n";

/** A prefix with an installation, and projects beside it; the paths have a blank. */
class Place {
  readonly folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "uri cmake " }));
  readonly prefix = testInstallation(this.folder).folder;

  /** Writes a project whose CMakeLists.txt is `lists`. */
  project(lists: string, files: Record<string, string> = {}): string {
    const folder = `${this.folder}/project-${crypto.randomUUID().slice(0, 8)}`;
    Deno.mkdirSync(folder);
    for (const [name, text] of Object.entries({ "CMakeLists.txt": lists, ...files })) {
      Deno.writeTextFileSync(`${folder}/${name}`, text);
    }
    return folder;
  }

  /** Configures a project, installed to the prefix when nothing else is said, and returns what CMake says. */
  async configure(project: string, ...more: string[]): Promise<string> {
    const places = [`-DCMAKE_PREFIX_PATH=${this.prefix}`, `-DCMAKE_INSTALL_PREFIX=${this.prefix}`];
    const text = await run(["cmake", "-S", project, "-B", `${project}/build`, ...places, ...more]);
    return text.replaceAll(/\s+/g, " ");
  }

  /** What CMake says when it refuses a project. */
  async refused(lists: string, files: Record<string, string> = {}): Promise<string> {
    const project = this.project(lists, files);
    return await this.configure(project).then(() => assert.fail("it was accepted"), (error: Error) => {
      return error.message.replaceAll(/\s+/g, " ");
    });
  }

  async install(project: string): Promise<void> {
    await run(["cmake", "--build", `${project}/build`]);
    await run(["cmake", "--install", `${project}/build`]);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.folder, { recursive: true });
  }
}

Deno.test({
  name: "a driver is built with C++17, installed where uri looks, and finds the libraries that it was linked with",
  ignore,
  async fn() {
    using place = new Place();
    const sdk = `${place.folder}/sdk`;
    Deno.mkdirSync(sdk);
    Deno.writeTextFileSync(`${sdk}/answer.cpp`, "int answer() { return 42; }\n");
    await run(["g++", "-shared", "-fPIC", `${sdk}/answer.cpp`, "-o", `${sdk}/libanswer.so`]);
    const folder = place.project(
      `${project("CXX")}include(GNUInstallDirs)\n${FIND}add_library(Still SHARED still.cpp)
target_link_libraries(Still PUBLIC unified_robot_interface::robot_driver_api PRIVATE "${sdk}/libanswer.so")
add_robot_driver(Still)
install(TARGETS Still LIBRARY DESTINATION lib/robot_interface)\n`,
      { "still.cpp": DRIVER },
    );
    // The folder of its libraries is another one, and the project does not use it: nothing to warn of.
    const text = await place.configure(folder, "-DCMAKE_INSTALL_LIBDIR=lib64");
    assert.doesNotMatch(text, /Warning|uri looks/);
    await place.install(folder);
    const installed = `${place.prefix}/lib/robot_interface/libStill.so`;
    const bytes = new TextDecoder("latin1").decode(Deno.readFileSync(installed));
    assert.ok(bytes.includes(`\0${sdk}\0`), "the folder of the other library is not in the run path");
  },
});

Deno.test({
  name: "a driver that would land beside the folder where uri looks: a warning or a note with the mend",
  ignore,
  async fn() {
    using place = new Place();
    const lists = (destination: string, before: string, after: string) =>
      `${project("CXX")}${before}${FIND}add_library(Still SHARED still.cpp)
add_robot_driver(Still)\n${after}install(TARGETS Still LIBRARY DESTINATION ${destination})\n`;
    const files = { "still.cpp": "int x;\n" };
    const dirs = "include(GNUInstallDirs)\n", trap = "${CMAKE_INSTALL_LIBDIR}/robot_interface";
    const elsewhere = "-DCMAKE_INSTALL_LIBDIR=lib64";
    const warning =
      /CMAKE_INSTALL_LIBDIR is 'lib64': if Still is installed to \$\{CMAKE_INSTALL_LIBDIR\}\/robot_interface.*-DCMAKE_INSTALL_LIBDIR=lib,.*LIBRARY DESTINATION lib\/robot_interface/;
    assert.match(await place.configure(place.project(lists(trap, dirs, ""), files), elsewhere), warning);
    assert.doesNotMatch(await place.configure(place.project(lists(trap, dirs, ""), files)), /uri looks/);
    const known = place.project(lists("${unified_robot_interface_DRIVER_DIR}", dirs, ""), files);
    assert.doesNotMatch(await place.configure(known, elsewhere), /uri looks/);
    const other = place.project(lists("lib/robot_interface", "", ""), files);
    assert.match(
      await place.configure(other, "-DCMAKE_INSTALL_PREFIX=/opt/other"),
      new RegExp(`uri looks for plugins in ${place.prefix}, .*-DCMAKE_INSTALL_PREFIX=${place.prefix} `),
    );
  },
});

Deno.test({
  name: "the order of GNUInstallDirs and add_robot_driver does not matter to the warning",
  ignore: ignore || skipUnless(hasProgram("cmake") && await cmakeIsAtLeast(3, 19), "CMake is older than 3.19"),
  async fn() {
    using place = new Place();
    const text = await place.configure(
      place.project(
        `${project("CXX")}${FIND}add_library(Still SHARED still.cpp)\nadd_robot_driver(Still)
include(GNUInstallDirs)\ninstall(TARGETS Still LIBRARY DESTINATION \${CMAKE_INSTALL_LIBDIR}/robot_interface)\n`,
        { "still.cpp": "int x;\n" },
      ),
      "-DCMAKE_INSTALL_LIBDIR=lib64",
    );
    assert.match(text, /CMAKE_INSTALL_LIBDIR is 'lib64'/);
  },
});

Deno.test({
  name: "a project in C alone, and one in C and C++, use the C headers",
  ignore,
  async fn() {
    using place = new Place();
    for (const languages of ["C", "C CXX"]) {
      const folder = place.project(
        `${project(languages)}${FIND}add_library(plain SHARED plain.c)
target_link_libraries(plain PRIVATE unified_robot_interface::robot_driver_api unified_robot_interface::robot_controller_api)
add_robot_driver(plain)\ninstall(TARGETS plain LIBRARY DESTINATION lib/robot_interface)\n`,
        { "plain.c": "#include <uri_driver.h>\n#include <uri_controller.h>\nint plain(void) { return 0; }\n" },
      );
      await place.configure(folder);
      await place.install(folder);
      assert.ok(Deno.statSync(`${place.prefix}/lib/robot_interface/libplain.so`).isFile);
    }
  },
});

Deno.test({
  name: "a controller gets the name of the file that uri looks for",
  ignore,
  async fn() {
    using place = new Place();
    const files = { "mine.cpp": "#include <robot_controller/Controller.h>\nint x;\n" };
    const folder = place.project(
      `${project("CXX")}${FIND}add_library(anything MODULE mine.cpp)
target_link_libraries(anything PRIVATE unified_robot_interface::robot_controller_api)
add_robot_controller(anything my_controller)
install(TARGETS anything LIBRARY DESTINATION \${unified_robot_interface_CONTROLLER_DIR})\n`,
      files,
    );
    await place.configure(folder);
    await place.install(folder);
    assert.ok(Deno.statSync(`${place.prefix}/lib/robot_controller/librobot_controller_my_controller.so`).isFile);

    const start = `${project("CXX")}${FIND}`;
    assert.match(
      await place.refused(`${start}add_library(a SHARED mine.cpp)\nadd_robot_controller(a)\n`, files),
      /its name is ''/,
    );
    assert.match(
      await place.refused(`${start}add_library(a SHARED mine.cpp)\nadd_robot_controller(a ../x)\n`, files),
      /'\.\.\/x'/,
    );
    assert.match(
      await place.refused(`${start}add_library(a STATIC mine.cpp)\nadd_robot_driver(a)\n`, files),
      /STATIC_LIBRARY/,
    );
    assert.match(await place.refused(`${start}add_robot_driver(nothing)\n`), /'nothing' is no target/);
  },
});

Deno.test({
  name: "the version that is asked for counts, and what is missing is named",
  ignore,
  async fn() {
    using place = new Place();
    const find = (version: string) =>
      `${
        project("CXX")
      }find_package(unified_robot_interface ${version} REQUIRED)\nmessage(STATUS "is \${unified_robot_interface_VERSION}")\n`;
    for (const good of ["", "0", "0.1", "0.1.0", "0.1.0 EXACT"]) {
      assert.match(await place.configure(place.project(find(good))), /is 0\.1\.0/, good);
    }
    for (const bad of ["0.2", "1", "1.0.0", "0.1.1"]) {
      assert.match(await place.refused(find(bad)), /compatible with requested version/, bad);
    }
    Deno.removeSync(`${place.prefix}/include/uri_driver.h`);
    assert.match(await place.refused(find("")), /uri_driver\.h is missing: install uri again/);
  },
});

Deno.test({
  name: "an installation can be moved, and found through a link to its lib folder",
  ignore,
  async fn() {
    using place = new Place();
    const lists = `${project("CXX")}${FIND}message(STATUS "[\${unified_robot_interface_INCLUDE_DIR}]")\n`;
    const root = `${place.folder}/new root`;
    Deno.mkdirSync(root);
    Deno.renameSync(place.prefix, `${root}/usr`);
    Deno.symlinkSync("usr/lib", `${root}/lib`);
    for (const lib of ["usr/lib", "lib"]) {
      const folder = `-Dunified_robot_interface_DIR=${root}/${lib}/cmake/unified_robot_interface`;
      const text = await place.configure(place.project(lists), folder);
      assert.ok(text.includes(`[${root}/usr/include]`), text);
    }
  },
});

Deno.test({
  name: "pkg-config knows the headers and the folders, also after a move",
  ignore: ignore || skipUnless(hasProgram("pkg-config"), "pkg-config is not installed"),
  async fn() {
    using place = new Place();
    const moved = `${place.folder}/moved`;
    Deno.renameSync(place.prefix, moved);
    const ask = async (...what: string[]) => {
      const { stdout, success } = await new Deno.Command("pkg-config", {
        args: [...what, "unified_robot_interface"],
        env: { PKG_CONFIG_PATH: `${moved}/lib/pkgconfig` },
      }).output();
      assert.ok(success);
      return new TextDecoder().decode(stdout).trim();
    };
    assert.equal(await ask("--modversion"), "0.1.0");
    const real = (path: string) => Deno.realPathSync(path.replaceAll("\\ ", " "));
    assert.equal(real(await ask("--variable=driverdir")), `${moved}/lib/robot_interface`);
    assert.equal(real(await ask("--variable=controllerdir")), `${moved}/lib/robot_controller`);
    const source = `${place.folder}/plain.c`;
    Deno.writeTextFileSync(source, "#include <uri_driver.h>\nint plain(void) { return 0; }\n");
    // As a Makefile does it: the shell parts the words.
    const script = `eval "gcc -std=c11 -Wall -Werror -shared -fPIC $1 -o '$3' '$2'"`;
    await run(["sh", "-c", script, "sh", await ask("--cflags"), source, `${place.folder}/plain.so`]);
  },
});

Deno.test("what is installed comes from the sources as they are", async () => {
  using place = new Place();
  for (const header of ["uri_driver.h", "robot_interface/RobotDriverTemplate.h"]) {
    assert.equal(
      await Deno.readTextFile(`${place.prefix}/include/${header}`),
      await Deno.readTextFile(`${projectRoot()}/drivers/include/${header}`),
    );
  }
});

async function cmakeIsAtLeast(major: number, minor: number): Promise<boolean> {
  const [, first, second] = /version (\d+)\.(\d+)/.exec(await run(["cmake", "--version"]))!;
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
}

Deno.test({
  name: "projects of any age find it: with an old minimum version of CMake, and without one",
  ignore,
  async fn() {
    using place = new Place();
    const rest = `project(still LANGUAGES CXX)\n${FIND}add_library(Still SHARED still.cpp)
target_link_libraries(Still PUBLIC unified_robot_interface::robot_driver_api)
add_robot_driver(Still)\n`;
    for (const head of ["", "cmake_minimum_required(VERSION 3.1)\n", "cmake_minimum_required(VERSION 3.25)\n"]) {
      await place.configure(place.project(`${head}${rest}`, { "still.cpp": DRIVER }));
    }
  },
});
