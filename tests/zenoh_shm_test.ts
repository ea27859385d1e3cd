import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { holdChecks } from "./kit/hold_checks.ts";
import { together, type TogetherCase } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { Workbench } from "./kit/workbench.ts";
import { zenohObstacle } from "./kit/zenoh_obstacle.ts";
import { ZenohScene } from "./kit/zenoh_scene.ts";
import { refusedCommands } from "./kit/refused_commands.ts";
import { skipUnless } from "./skip_unless.ts";

/** The protocol zenoh/shm: who shares memory and who cannot, and what dead processes and strangers leave in it. */
const obstacle = zenohObstacle();
const ignore = skipUnless(obstacle === "", obstacle);
const POSE = [0.52, -0.3, 0.9, 0.1, 0.2, 0.3];
const SHARED = /State and Command go through shared memory/;
const OVER_ZENOH = /State and Command go over Zenoh \((.*)\)/;

const NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];

function readableByNobody(): boolean {
  if (ignore) return true;
  const [program, ...args] = [
    ...NOBODY,
    "sh",
    "-c",
    'test -r "$0" && test -x "$1"',
    `${projectRoot()}/main.ts`,
    Deno.execPath(),
  ];
  return new Deno.Command(program, { args, stdin: "null" }).outputSync().success;
}

/** Where the cells of processes of a scene are, as this process sees them. */
function cellsOf(scene: ZenohScene): string {
  return `/dev/shm/${scene.right.name}/uri-0`;
}

function files(scene: ZenohScene): string[] {
  try {
    return [...Deno.readDirSync(cellsOf(scene))].map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Both sides say once which way State and Command go; then both stop. */
async function goes(
  bench: Workbench,
  scene: ZenohScene,
  name: string,
  pair: { robot: UriProcess; manager: UriProcess },
  reason?: RegExp,
): Promise<void> {
  const { robot, manager } = pair;
  await scene.isMoved(name);
  for (const process of [robot, manager]) {
    if (reason === undefined) assert.equal(process.count(SHARED), 1, process.text);
    else assert.match(await process.line(OVER_ZENOH), reason);
    assert.equal(process.count(reason === undefined ? OVER_ZENOH : SHARED), 0, process.text);
    assert.doesNotMatch(process.text, /\[error\]|this is a defect|^\s+at |panicked/m);
  }
  manager.signal("SIGTERM");
  await manager.exits(0);
  assert.equal((await holdChecks.reasons(bench, name, robot)).length, 1);
  assert.deepEqual(refusedCommands(bench.report(name)), {});
}

/** What stands where a cell should be made. */
const STRANGERS: [what: string, make: (path: string) => void][] = [
  ["a text", (path) => Deno.writeTextFileSync(path, "something of somebody else".repeat(10))],
  ["a link", (path) => Deno.symlinkSync("/etc/hostname", path)],
  ["a folder", (path) => Deno.mkdirSync(path)],
];

together(3, [
  {
    name:
      "zenoh/shm: twenty times kill -9 of both sides: files stay bounded, each start takes its own first state, none are left at the end",
    ignore,
    async fn(bench) {
      const name = bench.name("crash");
      const scene = await ZenohScene.onOne(bench);
      let most = 0;
      for (let run = 0; run < 20; run++) {
        const pose = POSE.map((value) => value + 0.3 * run / 20);
        const robot = { protocol: "zenoh/shm", mock: { initial_positions: pose } };
        const right = scene.interface(name, robot);
        const left = scene.manager(bench.config({ [name]: robot }));
        await left.line(/robot initialized/);
        await until("commands", () => bench.commands(name).length > 20);
        if (run === 1) most = files(scene).length;
        // Sometimes the one dies first, sometimes the other.
        for (const process of run % 2 === 0 ? [left, right] : [right, left]) process.signal("SIGKILL");
        await Promise.all([left.end(), right.end()]);
        if (run > 0) assert.ok(files(scene).length <= most, `${run}: ${files(scene)}`);
        // What the dead run before has left in shared memory is neither a state nor a command of this one.
        for (const { values } of bench.commands(name)) assert.deepEqual(values, pose);
        Deno.removeSync(`${bench.folder}/${name}.rec`);
      }
      await goes(bench, scene, name, await scene.movingPair(name, { protocol: "zenoh/shm" }));
      assert.deepEqual(files(scene), []);
    },
  },
  ...STRANGERS.map(([what, make]): TogetherCase => ({
    name:
      `zenoh/shm: ${what} in the place of a cell: State and Command go over Zenoh, the reason is said, and it is left as it is`,
    simulated: true,
    ignore,
    async fn(bench) {
      const name = bench.name("strange");
      const scene = await ZenohScene.onOne(bench);
      Deno.mkdirSync(cellsOf(scene), { mode: 0o700 });
      const path = `${cellsOf(scene)}/${name}~command.cell`;
      make(path);
      const before = Deno.lstatSync(path);
      await goes(
        bench,
        scene,
        name,
        await scene.movingPair(name, { protocol: "zenoh/shm" }),
        /command\.cell|shares no memory/,
      );
      assert.deepEqual([Deno.lstatSync(path).ino, Deno.lstatSync(path).size], [before.ino, before.size]);
    },
  })),
  {
    name: "zenoh/shm on two hosts, or in containers with a /dev/shm each: over Zenoh, and both sides say why",
    simulated: true,
    ignore,
    async fn(bench) {
      const name = bench.name("hosts");
      const scene = await ZenohScene.onTwo(bench);
      const pair = await scene.movingPair(name, { protocol: "zenoh/shm" });
      await goes(bench, scene, name, pair, /\/dev\/shm\/uri-0 of the other side is another one/);
    },
  },
  {
    name: "zenoh/shm in containers with networks of their own and one /dev/shm: through shared memory",
    ignore,
    async fn(bench) {
      const name = bench.name("shared");
      const scene = await ZenohScene.onTwo(bench);
      const inside = (pc: string, ...args: string[]) =>
        bench.start(["ip", "netns", "exec", pc, ...bench.argv, ...args]);
      const config = bench.interfaceConfig(name, { protocol: "zenoh/shm" });
      const robot = inside(scene.right.name, "interface", "-c", config, "--report", `${bench.folder}/${name}.json`);
      const manager = inside(
        scene.left.name,
        "manager",
        "-c",
        scene.movingConfig({ [name]: { protocol: "zenoh/shm" } }),
      );
      await goes(bench, scene, name, { robot, manager });
    },
  },
  {
    name: "zenoh/shm between two users of one host: over Zenoh, and both sides say why",
    ignore: ignore || skipUnless(readableByNobody(), `${projectRoot()} is not readable by other users`),
    async fn(bench) {
      const name = bench.name("user");
      const scene = await ZenohScene.onOne(bench);
      Deno.chmodSync(bench.folder, 0o777);
      // As the shared memory of a computer is; and with a Deno of its own, as this one is that of the user who runs the test.
      Deno.chmodSync(`/dev/shm/${scene.right.name}`, 0o1777);
      const cache = `${bench.folder}/cache`;
      const { denoDir } = JSON.parse(await scene.right.host(Deno.execPath(), "info", "--json"));
      await scene.right.host("sh", "-c", `mkdir "$0" && cp -r "$1/npm" "$0" && chmod -R a+rwX "$0"`, cache, denoDir);
      const config = bench.interfaceConfig(name, { protocol: "zenoh/shm" });
      const argv = [...NOBODY, ...bench.argv, "interface", "-c", config, "--report", `${bench.folder}/${name}.json`];
      const robot = bench.start(scene.right.argv(argv), { env: { DENO_DIR: cache, HOME: cache } });
      await robot.line(/waiting for init query/);
      const manager = scene.manager(scene.movingConfig({ [name]: { protocol: "zenoh/shm" } }));
      await goes(
        bench,
        scene,
        name,
        { robot, manager },
        /has its cells in \/dev\/shm\/uri-\d+, this one in \/dev\/shm\/uri-\d+/,
      );
    },
  },
]);
