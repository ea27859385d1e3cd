import assert from "node:assert/strict";
import { describeProject, type MadeProject } from "./describe_project.ts";
import { driverNames } from "./driver_names.ts";

const project: MadeProject = {
  folder: "/home/me/my robots/my_robot_driver",
  paths: ["README.md", "src/RobotDriverMyRobot.cpp"],
  git: "skipped (--no-git)",
  names: driverNames("MyRobot"),
  language: "cpp",
  prefix: "/opt/my uri",
  isInstalled: true,
  path: "/usr/bin",
};

Deno.test("the project is told as one knows it: folder, tree, git, three next steps", () => {
  const lines = describeProject(project).split("\n");
  assert.equal(lines[0], "Created new driver project: /home/me/my robots/my_robot_driver");
  assert.deepEqual(lines.slice(2, 5), ["my_robot_driver/", "├── README.md", "└── src/"]);
  assert.ok(lines.includes("Git repository: skipped (--no-git)"));
  assert.equal(lines.filter((line) => /^ {2}\d\. /.test(line)).length, 3);
});

Deno.test("the commands of the next steps can be pasted", () => {
  const text = describeProject(project);
  assert.ok(text.includes("\n     cd '/home/me/my robots/my_robot_driver'\n"));
  assert.ok(text.includes("\n     cmake -B build -DCMAKE_PREFIX_PATH='/opt/my uri' && cmake --build build && "));
  assert.match(text, /^ {5}\S+\/dev uri viewer -c etc\/robot_interface\.yaml --once$/m);
  assert.match(describeProject({ ...project, givenPrefix: "/x" }), /^ {5}.* viewer .* --prefix \/x$/m);
});

Deno.test("where the headers are missing, the command that brings them comes first", () => {
  assert.match(describeProject(project), /\n {5}\S+\/dev install --prefix '\/opt\/my uri'\n {5}cmake -B/);
  const prefix = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${prefix}/lib/cmake/unified_robot_interface`, { recursive: true });
    assert.doesNotMatch(describeProject({ ...project, prefix }), /dev install/);
  } finally {
    Deno.removeSync(prefix, { recursive: true });
  }
});

Deno.test("a module needs no building", () => {
  const text = describeProject({ ...project, language: "ts" });
  assert.doesNotMatch(text, /cmake/);
  assert.match(text, /SDK calls in src\/RobotDriverMyRobot\.ts/);
});
