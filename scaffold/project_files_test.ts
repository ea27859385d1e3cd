import assert from "node:assert/strict";
import { parse } from "yaml";
import { loadInterfaceConfig } from "../schemas/load_interface_config.ts";
import { scaffoldJavaScript } from "../tools/scaffold_javascript.ts";
import { type DriverNames, driverNames } from "./driver_names.ts";
import { makeFolder } from "./make_folder.ts";
import { projectFiles } from "./project_files.ts";
import { PROJECT_LANGUAGES } from "./project_language.ts";

const NAMES = driverNames("MyRobot");
const filesOf = (names: DriverNames, language: (typeof PROJECT_LANGUAGES)[number], prefix = "/opt/uri") =>
  new Map(projectFiles(names, language, prefix).map(({ path, text }) => [path, text]));

Deno.test("a C++ project has the files that such projects have, and what makes a robot move", () => {
  assert.deepEqual([...filesOf(NAMES, "cpp").keys()], [
    ".gitignore",
    "CMakeLists.txt",
    "README.md",
    "etc/mc_rtc.yaml",
    "etc/mc_rtc_mock.yaml",
    "etc/my_robot.yaml",
    "etc/my_robot_robot.yaml",
    "etc/robot_interface.yaml",
    "include/my_robot_driver/RobotDriverMyRobot.h",
    "src/CMakeLists.txt",
    "src/RobotDriverMyRobot.cpp",
    "src/StandIn.h",
  ]);
});

for (const language of PROJECT_LANGUAGES) {
  Deno.test(`${language}: every placeholder is filled, and every file is tidy`, () => {
    for (const [path, text] of filesOf(NAMES, language)) {
      assert.doesNotMatch(text, /@[A-Z_]+@|undefined|\[object/, path);
      assert.match(text, /[^\n]\n$/, path);
      assert.doesNotMatch(text, /[ \t]$/m, path);
      const width = path.endsWith(".md") ? 170 : 120;
      if (!/^(types|dist)\//.test(path)) assert.ok(text.split("\n").every((line) => line.length <= width), path);
    }
  });

  Deno.test(`${language}: the driver has all the places that the README counts, in each of its steps`, () => {
    const files = filesOf(NAMES, language);
    const source = files.get(`src/RobotDriverMyRobot.${language}`)!;
    const last = Number(/`SDK 1` to `SDK (\d)`/.exec(files.get("README.md")!)![1]);
    const places = [...source.matchAll(/\/\/ SDK (\d):/g)].map(([, number]) => Number(number)).sort();
    assert.deepEqual(places, Array.from({ length: last }, (_, index) => index + 1));
  });

  Deno.test(`${language}: the README names the files that there are`, () => {
    const files = filesOf(NAMES, language);
    const named = [...files.get("README.md")!.matchAll(/`((?:src|include|etc|dist|types)\/[^`\s]+)`/g)]
      .map(([, path]) => path);
    assert.ok(named.length > 6);
    for (const path of named) assert.ok(files.has(path), path);
    for (const path of files.keys()) {
      if (/^(src|include|etc|dist|types)\/(?!CMake)/.test(path)) assert.ok(named.includes(path), path);
    }
  });

  Deno.test(`${language}: module, driver and configurations agree`, async () => {
    const files = filesOf(NAMES, language);
    const yaml = (name: string) => parse(files.get(`etc/${name}.yaml`)!);
    const driver = language === "ts" ? "../dist/RobotDriverMyRobot.js" : "RobotDriverMyRobot";
    assert.deepEqual(yaml("mc_rtc").Robots.my_robot.robot_interface, {
      driver,
      ip: "192.168.1.100",
      port: 0,
      autostart: true,
    });
    assert.deepEqual(yaml("mc_rtc_mock").Robots.my_robot.robot_interface, {
      driver: "RobotDriverMock",
      autostart: true,
    });
    const { joints, posture } = yaml("my_robot");
    const start = /(?:\{|\[)(0(?:\.0)?, -0\.5, [^\]}]*)[\]}]/.exec(
      files.get(language === "cpp" ? "src/StandIn.h" : `src/stand_in.${language === "c" ? "h" : "ts"}`)!,
    )![1];
    assert.deepEqual(start.split(",").map(Number), posture);
    assert.equal(joints.length, posture.length);
    const folder = Deno.makeTempDirSync();
    try {
      makeFolder(`${folder}/p`, projectFiles(NAMES, language, "/opt/uri"));
      const config = await loadInterfaceConfig({ file: `${folder}/p/etc/my_robot_robot.yaml` });
      assert.equal(config.name, "my_robot");
      assert.deepEqual(config.modulePath, language === "ts" ? [`${folder}/p/dist`] : undefined);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  });
}

Deno.test("words that YAML takes for something else are quoted as a robot's name", () => {
  for (const name of ["True", "No", "Null", "y"]) {
    const names = driverNames(name);
    const text = filesOf(names, "cpp").get("etc/mc_rtc.yaml")!;
    assert.deepEqual(Object.keys(parse(text, { version: "1.1" }).Robots), [names.snake]);
    assert.equal(parse(filesOf(names, "cpp").get("etc/robot_interface.yaml")!, { version: "1.1" }).name, names.snake);
  }
});

Deno.test("a prefix with blanks can be pasted", () => {
  const readme = filesOf(NAMES, "c", "/opt/my uri").get("README.md")!;
  assert.ok(readme.includes("cmake -B build -DCMAKE_PREFIX_PATH='/opt/my uri'\n"));
  assert.ok(readme.includes("export PATH='/opt/my uri'/bin:\"$PATH\"\n"));
});

Deno.test("the driver in JavaScript is what the one in TypeScript gives: tools/scaffold_javascript.ts makes it anew", async () => {
  const kept = Deno.readTextFileSync(new URL("./templates/ts/driver.js.in", import.meta.url));
  assert.equal(await scaffoldJavaScript(), kept);
});
