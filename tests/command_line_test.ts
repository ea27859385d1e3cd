import assert from "node:assert/strict";
import { VERSION } from "../core/version.ts";
import { skipUnless } from "./skip_unless.ts";
import { uriCommands } from "./uri_command.ts";

async function run(argv: string[], cwd: string, env?: Record<string, string>) {
  const { code, stdout, stderr } = await new Deno.Command(argv[0], {
    args: argv.slice(1),
    cwd,
    clearEnv: env !== undefined,
    env,
  })
    .output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

const commands = uriCommands();
for (const { label, argv } of commands) {
  Deno.test(`${label}: version, help and licences, exit code 0`, async () => {
    assert.deepEqual(await run([...argv, "--version"], "/"), { code: 0, out: `${VERSION}\n`, err: "" });
    for (const command of ["manager", "interface", "demo", "bench", "licenses"]) {
      const { code, out } = await run([...argv, command, "-h"], "/");
      assert.equal(code, 0);
      assert.match(out, new RegExp(`Usage: uri ${command}`));
    }
    const { code, out } = await run([...argv, "licenses"], "/");
    assert.equal(code, 0);
    for (
      const text of [
        /BSD 2-Clause/,
        /Deno authors/,
        /V8 project/,
        /MuJoCo/,
        /FlatBuffers/,
        /Apache License/,
        /commander/,
      ]
    ) {
      assert.ok(text.test(out), `${text}`);
    }
  });

  Deno.test(`${label}: a misspelt flag is named with the nearest one, exit code 2`, async () => {
    const { code, out, err } = await run([...argv, "manager", "--confg", "x"], "/");
    assert.equal(code, 2);
    assert.equal(out, "");
    assert.equal(
      err,
      "[error] Cannot run uri manager: it has no flag '--confg', the nearest is '--config'; 'uri manager -h' tells more\n",
    );
  });

  Deno.test(`${label}: a configuration that does not exist is named, without a stack trace, exit code 2`, async () => {
    const { code, err } = await run([...argv, "manager", "-c", "/nowhere/mc_rtc.yaml", "--log-level", "debug"], "/");
    assert.equal(code, 2);
    assert.match(err, /\/nowhere\/mc_rtc\.yaml/);
    assert.doesNotMatch(err, /^\s+at /m);
  });

  Deno.test(`${label}: a reader that goes away is no failure`, async () => {
    const { code, err } = await run(["sh", "-c", '"$@" licenses | head -n 1 >/dev/null', "sh", ...argv], "/");
    assert.equal(code, 0);
    assert.equal(err, "");
  });
}

const executable = commands.find(({ label }) => label === "executable")?.argv[0];
const noExecutable = skipUnless(executable !== undefined, "there is no current dist/uri (./dev build makes it)");

Deno.test({
  name: "executable: runs with an empty environment, by a symbolic link and from a path with blanks",
  ignore: noExecutable,
  async fn() {
    const folder = Deno.makeTempDirSync({ prefix: "uri exe " });
    try {
      Deno.symlinkSync(executable!, `${folder}/a link`);
      assert.deepEqual(await run([`${folder}/a link`, "--version"], "/", {}), {
        code: 0,
        out: `${VERSION}\n`,
        err: "",
      });
      assert.equal((await run([`${folder}/a link`, "licenses"], "/", {})).code, 0);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

const strace =
  (await new Deno.Command("sh", { args: ["-c", "strace -f -e trace=none true"], stderr: "null" }).output()).success;
Deno.test({
  name: "executable: starts no shell and no other program",
  ignore: noExecutable || skipUnless(strace, "strace is not installed, or may not trace here"),
  async fn() {
    const trace = Deno.makeTempFileSync();
    try {
      const tracer = ["strace", "-f", "-qq", "-e", "trace=execve", "-o", trace];
      assert.equal((await run([...tracer, executable!, "licenses"], "/")).code, 0);
      const starts = Deno.readTextFileSync(trace).split("\n").filter((line) => line.includes("execve("));
      assert.equal(starts.length, 1, starts.join("\n"));
    } finally {
      Deno.removeSync(trace);
    }
  },
});
