import assert from "node:assert/strict";
import { dirname } from "node:path";
import { PROJECT_LANGUAGES, type ProjectLanguage } from "../scaffold/project_language.ts";
import { CellReader } from "../comm/cell/cell_reader.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import { ShmTransport } from "../comm/shm/shm_transport.ts";
import { SystemClock } from "../core/system_clock.ts";
import { npmPeer } from "../wasm/testing/npm_peer.ts";
import { hasProgram } from "./kit/has_program.ts";
import { installFromSource } from "./kit/install_from_source.ts";
import { together, type TogetherCase } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";

const missing = ["cmake", "g++", "gcc", "pkg-config"].filter((name) => !hasProgram(name));
const noTools = skipUnless(missing.length === 0, `a driver project cannot be built: ${missing.join(", ")} missing`);
const noClang = skipUnless(hasProgram("clang++") && hasProgram("clang"), "clang is not installed");

/** A project, made by the command in an installation of its own, with names that no other test has. */
class Project {
  readonly folder: string;
  readonly className: string;
  readonly snake: string;

  private constructor(readonly bench: Workbench, readonly prefix: string, name: string) {
    this.snake = name.toLowerCase();
    this.className = `RobotDriver${name}`;
    this.folder = `${bench.folder}/${this.snake}_driver`;
    bench.onClose(() => {
      try {
        Deno.removeSync(`/tmp/robot_manager_${this.snake}_interface.yaml`);
      } catch {
        // It was not made.
      }
      return Promise.resolve();
    });
  }

  static async create(bench: Workbench, language: ProjectLanguage): Promise<Project> {
    const name = `T${crypto.randomUUID().slice(0, 8)}`;
    const project = new Project(bench, `${bench.folder}/prefix`, name);
    const uri = installFromSource(project.prefix);
    await bench.start([uri, "create_new_driver", name, "--language", language], { cwd: bench.folder }).exits(0);
    return project;
  }

  /** Runs a script in the project's folder. */
  async sh(script: string): Promise<UriProcess> {
    const process = this.bench.start(["bash", "-euc", script], {
      cwd: this.folder,
      // `deno task build` of a module.
      env: { PATH: `${Deno.env.get("PATH")}:${dirname(Deno.execPath())}` },
    });
    await process.exits(0);
    return process;
  }

  /** The commands of the README, in their order, without those that a block marks as none. */
  get readmeCommands(): string {
    const readme = Deno.readTextFileSync(`${this.folder}/README.md`);
    return [...readme.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block).join("");
  }

  change(file: string, from: string | RegExp, to: string): void {
    const text = Deno.readTextFileSync(`${this.folder}/${file}`);
    const changed = text.replace(from, to);
    assert.notEqual(changed, text, `${file} has no ${from}`);
    Deno.writeTextFileSync(`${this.folder}/${file}`, changed);
  }

  /** Where the driver is installed. */
  get library(): string {
    return `${this.prefix}/lib/robot_interface/lib${this.className}.so`;
  }

  /** Starts `uri` of the installation in the project's folder. */
  uri(...args: string[]): UriProcess {
    return this.bench.start([`${this.prefix}/bin/uri`, ...args], { cwd: this.folder });
  }

  /** Configures, builds and installs. */
  build(...more: string[]): Promise<UriProcess> {
    return this.sh(
      `cmake -B build -DCMAKE_PREFIX_PATH="${this.prefix}" ${
        more.join(" ")
      } && cmake --build build && cmake --install build`,
    );
  }
}

/** The states of a robot, for somebody who looks on. */
async function positionsOf(bench: Workbench, robot: string): Promise<() => readonly number[] | undefined> {
  const transport = new ShmTransport(`test of '${robot}'`);
  bench.onClose(() => transport.close());
  const states = new CellReader((await transport.subscribe(robotKeys(robot).state)).descriptor, new SystemClock());
  const buffer = new Uint32Array(8192);
  return () => {
    const length = states.takeLatest(buffer);
    return length < 0 ? undefined : npmPeer.decodeState(new Uint8Array(buffer.buffer, 0, length).slice()).position;
  };
}

async function followsReadme(bench: Workbench, language: ProjectLanguage): Promise<void> {
  const project = await Project.create(bench, language);
  const { lines } = await project.sh(project.readmeCommands);
  assert.ok(lines.some((line) => /^joint_2 +│ +-0\.5000 /.test(line)), lines.join("\n"));
  assert.equal(lines.some((line) => line.includes("warning:")), false, lines.join("\n"));
  const driver = language === "ts" ? `${project.folder}/dist/${project.className}.js` : project.className;
  assert.ok(lines.some((line) => line.includes(`driver '${driver}' loaded`)), lines.join("\n"));
  const { postures } = JSON.parse(Deno.readTextFileSync(`${project.folder}/run.json`)).robots[project.snake];
  assert.ok(postures.length > 0);
  assert.deepEqual(postures[0].target, [0.4, -0.3, 0.8, 0, 0.5, 0]);
  for (const { tracking_error } of postures) assert.ok(Math.abs(tracking_error) < 1e-3);
}

/** An interface that was started by itself, in the modes that the README does not go through. */
async function movesInMode(bench: Workbench, language: ProjectLanguage, mode: string): Promise<void> {
  const project = await Project.create(bench, language);
  if (language !== "ts") await project.build();
  project.change("etc/mc_rtc.yaml", "autostart: true", "autostart: false");
  project.change("etc/mc_rtc.yaml", "mode: position", `mode: ${mode}`);
  const positions = await positionsOf(bench, project.snake);
  const own = project.uri("interface", "-c", `etc/${project.snake}_robot.yaml`);
  const manager = project.uri("manager", "-c", "etc/mc_rtc.yaml");
  const near = (wanted: number) => () => Math.abs((positions()?.[0] ?? Infinity) - wanted) < 0.02 || undefined;
  await until("the first target", near(0.4));
  await until("the second target", near(-0.4));
  manager.signal("SIGINT");
  await manager.exits(0);
  own.signal("SIGTERM");
  await own.exits(0);
}

async function refusesOtherModule(bench: Workbench, language: ProjectLanguage): Promise<void> {
  const project = await Project.create(bench, language);
  if (language !== "ts") await project.build();
  project.change(`etc/${project.snake}.yaml`, /^ .*joint_6.*\n/m, "");
  project.change(`etc/${project.snake}.yaml`, /^posture.*$/m, "");
  const manager = project.uri("manager", "-c", "etc/mc_rtc.yaml");
  await manager.exits(1);
  assert.ok(manager.lines.some((line) => /\b5\b.*\b6\b|\b6\b.*\b5\b/.test(line)), manager.lines.join("\n"));
}

/** A robot that is silent: nothing of it is shown, and the driver tells within its deadline. */
async function tellsSilence(bench: Workbench, language: ProjectLanguage): Promise<void> {
  const project = await Project.create(bench, language);
  if (language === "cpp") project.change("src/StandIn.h", "PERIOD{2}", "PERIOD{60000}");
  if (language === "c") project.change("src/stand_in.h", "PERIOD_NS 2000000", "PERIOD_NS 60000000000");
  if (language === "ts") project.change(`dist/${project.className}.js`, "PERIOD_NS = 2e6", "PERIOD_NS = 6e10");
  else await project.build();
  const viewer = project.uri("viewer", "-c", "etc/robot_interface.yaml", "--json");
  await viewer.exits(1);
  assert.ok(
    viewer.lines.some((line) => line.includes("no state from 192.168.1.100 for 500 ms, ")),
    viewer.lines.join("\n"),
  );
  assert.equal(viewer.lines.some((line) => /"position":(?!null)/.test(line)), false, viewer.lines.join("\n"));
  const manager = project.uri("manager", "-c", "etc/mc_rtc.yaml");
  await manager.exits(1);
  assert.ok(manager.lines.some((line) => line.includes("no state from 192.168.1.100")), manager.lines.join("\n"));
}

/** With more warnings than a project has of its own, and without optimisation. */
async function compilesClean(bench: Workbench, language: "c" | "cpp", compiler: string): Promise<void> {
  const project = await Project.create(bench, language);
  const kind = language === "c" ? "C" : "CXX";
  const warnings = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror";
  await project.build(
    `-DCMAKE_${kind}_COMPILER=${compiler}`,
    `-DCMAKE_${kind}_FLAGS="${warnings} -isystem '${project.prefix}/include'"`,
    "-DCMAKE_BUILD_TYPE=Debug",
  );
  assert.ok(Deno.statSync(project.library).isFile);
}

async function findsPrefix(bench: Workbench): Promise<void> {
  const project = await Project.create(bench, "cpp");
  const failed = bench.start(["cmake", "-B", "build"], { cwd: project.folder });
  assert.notEqual((await failed.end()).code, 0);
  await failed.allEnd();
  const text = failed.lines.join(" ").replaceAll(/\s+/g, " ");
  assert.match(text, /Cannot find uri: no CMake package unified_robot_interface/);
  assert.match(text, /cmake -B build -DCMAKE_PREFIX_PATH=DIR/);
  await project.build();
  assert.ok(Deno.statSync(project.library).isFile);
  // Where somebody says another prefix, that one is taken.
  await project.sh(`cmake --install build --prefix "${bench.folder}/elsewhere"`);
  assert.ok(Deno.statSync(project.library.replace(project.prefix, `${bench.folder}/elsewhere`)).isFile);
}

async function refusals(bench: Workbench): Promise<void> {
  const cases: [string[], RegExp][] = [
    [[], /the name is missing, .*; write uri create_new_driver MyRobot$/],
    [["my-robot"], /'my-robot' must be a valid PascalCase identifier .* MyRobot$/],
    [["MyRobot", "nowhere"], /nowhere'?: it does not exist, .*mkdir -p/],
    [["MyRobot", "there"], /my_robot_driver already exists, refusing to overwrite/],
    [["MyRobot", ""], /the folder is empty/],
    [["MyRobot", ".", "more"], /'more' is one too many/],
    [["MyRobot", "--no-gti"], /the nearest is '--no-git'/],
    [["MyRobot", "--language", "cp"], /one of cpp, c, ts was wanted; did you mean 'c(pp)?'/],
  ];
  Deno.mkdirSync(`${bench.folder}/there/my_robot_driver`, { recursive: true });
  for (const [args, wanted] of cases) {
    const process = bench.start([...bench.argv, "create_new_driver", ...args], { cwd: bench.folder });
    await process.exits(2);
    assert.equal(process.lines.length, 1, process.lines.join("\n"));
    assert.match(process.lines[0], wanted);
  }
  assert.deepEqual([...Deno.readDirSync(bench.folder)].map(({ name }) => name), ["there"]);
  assert.deepEqual([...Deno.readDirSync(`${bench.folder}/there/my_robot_driver`)], []);
}

const cases: TogetherCase[] = [
  { name: "what cannot be made: exit code 2, one line, and nothing is written", fn: refusals },
  {
    name:
      "without the CMake package the message says CMAKE_PREFIX_PATH, and the next try installs to the prefix of uri",
    ignore: noTools,
    fn: findsPrefix,
  },
];
for (const language of PROJECT_LANGUAGES) {
  const ignore = language !== "ts" && noTools;
  cases.push(
    {
      name: `${language}: the commands of the project's README lead to a robot that moves`,
      ignore,
      fn: (bench) => followsReadme(bench, language),
    },
    {
      name: `${language}: a module with another number of joints is refused with what to correct`,
      ignore,
      fn: (bench) => refusesOtherModule(bench, language),
    },
    {
      name: `${language}: a silent robot is told within the deadline`,
      ignore,
      fn: (bench) => tellsSilence(bench, language),
    },
  );
  for (const mode of ["velocity", "torque"]) {
    cases.push({
      name: `${language}: an interface that was started by itself, in ${mode} mode`,
      ignore,
      fn: (bench) => movesInMode(bench, language, mode),
    });
  }
}
for (const [language, compiler] of [["cpp", "g++"], ["cpp", "clang++"], ["c", "gcc"], ["c", "clang"]] as const) {
  cases.push({
    name: `${language}: the driver compiles without a warning: ${compiler}`,
    ignore: noTools || (compiler.startsWith("clang") && noClang),
    fn: (bench) => compilesClean(bench, language, compiler),
  });
}
together(2, cases);
