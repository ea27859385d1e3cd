import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { buildController } from "./kit/build_controller.ts";
import { hasProgram } from "./kit/has_program.ts";
import { run } from "./kit/run.ts";
import { skipUnless } from "./skip_unless.ts";

const INCLUDE = `${projectRoot()}/controller/include`;
const PLUGINS = `${projectRoot()}/tests/plugins/controllers`;
const WARNINGS = "-O1 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror".split(" ");

/** Compiles to `output` in a folder that goes, with all warnings as errors. */
async function compile(argv: readonly string[], use: (output: string) => Promise<void> = async () => {}) {
  const folder = Deno.makeTempDirSync({ prefix: "uri headers " });
  try {
    const [compiler, ...rest] = argv;
    await run([compiler, ...WARNINGS, `-I${INCLUDE}`, ...rest, "-o", `${folder}/out`]);
    await use(`${folder}/out`);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

for (const compiler of ["g++", "clang++"]) {
  Deno.test({
    name: `controller headers: configuration and setup, by ${compiler}`,
    ignore: skipUnless(hasProgram(compiler), `${compiler} is not installed`),
    fn: () =>
      compile([compiler, "-std=c++17", `${PLUGINS}/headers_check.cpp`], async (program) => {
        assert.equal(await run([program]), "");
      }),
  });
}

Deno.test({
  name: "controller headers: without warnings by g++ and clang++, in C++17 and C++20",
  ignore: skipUnless(hasProgram("g++") && hasProgram("clang++"), "g++ and clang++ are not installed"),
  fn: async () => {
    for (const [compiler, standard] of [["g++", "c++20"], ["clang++", "c++17"]]) {
      const argv = [compiler, `-std=${standard}`, "-fPIC", "-shared", "-Wno-conversion", "-Wno-shadow"];
      await compile([...argv, "-DWITH_MODULES", `${PLUGINS}/scripted.cpp`]);
      await compile([...argv, `${PLUGINS}/own_symbols.cpp`]);
    }
  },
});

Deno.test({
  name: "controller headers: the C interface is C99, and C++",
  ignore: skipUnless(hasProgram("gcc") && hasProgram("g++"), "gcc and g++ are not installed"),
  fn: async () => {
    await compile(["gcc", "-std=c99", "-c", "-x", "c", `${INCLUDE}/uri_controller.h`, "-fsyntax-only"]);
    await compile(["g++", "-std=c++11", "-c", "-x", "c++", `${INCLUDE}/uri_controller.h`, "-fsyntax-only"]);
    await compile(["gcc", "-std=c11", "-fPIC", "-shared", `${PLUGINS}/plain.c`]);
  },
});

Deno.test({
  name: "controller headers: nothing of theirs is shared between two libraries",
  ignore: buildController.isMissing() || skipUnless(hasProgram("nm"), "nm is not installed"),
  fn: async () => {
    const symbols = await run(["nm", "-D", "-C", "--defined-only", await buildController.build("scripted.cpp")]);
    const ours = symbols.split("\n").filter((line) => line.includes("robot_controller::"));
    assert.deepEqual(ours.filter((line) => / u /.test(line)), [], "no unique variables");
    assert.deepEqual(ours.filter((line) => line.includes("robot_controller::detail")), [], "no helper is visible");
    assert.match(symbols, / T uri_controller_run$/m);
  },
});
