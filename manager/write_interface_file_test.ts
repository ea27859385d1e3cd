import assert from "node:assert/strict";
import { skipUnless } from "../tests/skip_unless.ts";
import { Libc } from "../core/posix/libc.ts";
import { RunFailure } from "../core/run_failure.ts";
import { TestScript } from "../core/test_script.ts";
import { loadInterfaceConfig } from "../schemas/load_interface_config.ts";
import { testRobots } from "./test_robots.ts";
import { writeInterfaceFile } from "./write_interface_file.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const ROBOT = testRobots.robot("ur5e");
const NAME = "robot_manager_ur5e_interface.yaml";

async function inFolder(run: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "uri interface file " });
  try {
    await run(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
const mode = (path: string) => Deno.lstatSync(path).mode! & 0o7777;

Deno.test("interface file: has the specified name, is readable by this user only, and is alone", async () => {
  await inFolder((folder) => {
    const old = Deno.umask(0);
    try {
      const path = writeInterfaceFile(ROBOT, folder);
      assert.equal(path, `${folder}/${NAME}`);
      assert.equal(mode(path), 0o600);
      assert.deepEqual(names(folder), [NAME]);
    } finally {
      Deno.umask(old);
    }
  });
});

Deno.test("interface file: an interface reads it as it was meant", async () => {
  await inFolder(async (folder) => {
    const config = await loadInterfaceConfig({ file: writeInterfaceFile(ROBOT, folder) });
    assert.equal(config.name, "ur5e");
    assert.equal(config.network.protocol, "shm");
    assert.deepEqual([config.mode, config.timeStepNs, config.driver?.driver], ["position", 1e6, "RobotDriverMock"]);
  });
});

Deno.test("interface file: a name that YAML would take for something else stays a name", async () => {
  for (const name of ["007", "on", "2e5", "null", "~", "true"]) {
    await inFolder(async (folder) => {
      const file = writeInterfaceFile({ ...ROBOT, name }, folder);
      assert.equal((await loadInterfaceConfig({ file })).name, name);
    });
  }
});

Deno.test("interface file: what stands there is replaced, and what a link leads to is not touched", async () => {
  await inFolder((folder) => {
    writeInterfaceFile(ROBOT, folder);
    Deno.chmodSync(`${folder}/${NAME}`, 0o666);
    writeInterfaceFile(ROBOT, folder);
    assert.equal(mode(`${folder}/${NAME}`), 0o600);

    Deno.removeSync(`${folder}/${NAME}`);
    Deno.writeTextFileSync(`${folder}/precious`, "mine");
    Deno.symlinkSync(`${folder}/precious`, `${folder}/${NAME}`);
    const path = writeInterfaceFile(ROBOT, folder);
    assert.ok(Deno.lstatSync(path).isFile);
    assert.equal(Deno.readTextFileSync(`${folder}/precious`), "mine");
    assert.deepEqual(names(folder), ["precious", NAME]);
  });
});

Deno.test("interface file: a failure names robot, path and remedy, and leaves nothing behind", async () => {
  await inFolder((folder) => {
    Deno.mkdirSync(`${folder}/${NAME}`);
    const failure = (path: string) => (error: unknown) =>
      error instanceof RunFailure && error.message.startsWith(`autostart of 'ur5e': writing ${path}: `) &&
      error.cause instanceof Error;
    assert.throws(() => writeInterfaceFile(ROBOT, folder), failure(`${folder}/${NAME}`));
    assert.deepEqual(names(folder), [NAME]);
    assert.throws(() => writeInterfaceFile(ROBOT, `${folder}/no`), failure(`${folder}/no/${NAME}`));
  });
});

Deno.test({
  name: "interface file: another user's file in a folder like /tmp is left alone, and ours has another name",
  ignore: skipUnless(Deno.uid() === 0, "root is needed, to be two users"),
  fn: async () => {
    await inFolder(async (folder) => {
      Deno.chmodSync(folder, 0o1777);
      Deno.writeTextFileSync(`${folder}/${NAME}`, "somebody else's", { mode: 0o644 });
      const url = new URL("./", import.meta.url).href;
      const { code, out, err } = await new TestScript(
        `import { writeInterfaceFile } from "${url}write_interface_file.ts";
         import { testRobots } from "${url}test_robots.ts";
         // Once everything is loaded, this process becomes the user nobody.
         const three = { parameters: ["u32", "u32", "u32"], result: "i32" };
         const { symbols } = Deno.dlopen("libc.so.6", { setresgid: three, setresuid: three });
         if (symbols.setresgid(65534, 65534, 65534) + symbols.setresuid(65534, 65534, 65534) !== 0) Deno.exit(9);
         console.log(writeInterfaceFile(testRobots.robot("ur5e"), ${JSON.stringify(folder)}));`,
      ).run();
      assert.equal(code, 0, err);
      const path = `${folder}/robot_manager_ur5e_interface.65534.yaml`;
      assert.equal(out, `${path}\n`);
      assert.deepEqual([mode(path), Deno.statSync(path).uid], [0o600, 65534]);
      assert.equal(Deno.readTextFileSync(`${folder}/${NAME}`), "somebody else's");
      assert.equal(names(folder).length, 2);
    });
  },
});
