import assert from "node:assert/strict";
import { ConfigError } from "../../core/config_error.ts";
import { ConfigProblems } from "../../core/config_problems.ts";
import { checkZenohConfig } from "../../schemas/zenoh/check_zenoh_config.ts";
import { managerConfigCase } from "../../tests/manager_config_case.ts";
import { loadRouterConfig } from "./load_router_config.ts";

const { GOOD, load } = managerConfigCase;

Deno.test("the router's file of the program has no fault", async () => {
  const { file, text } = await loadRouterConfig(undefined);
  assert.equal(file, undefined);
  const problems = new ConfigProblems();
  checkZenohConfig(text, "zenoh_router.json5", problems, ["router"]);
  assert.deepEqual(problems.all, []);
  for (const part of ["tcp/127.0.0.1:9562", "127.0.0.1:10000"]) assert.ok(text.includes(`"${part}"`), part);
});

Deno.test("the installed router's file is the default where it differs, and no other", async () => {
  const prefix = Deno.makeTempDirSync({ prefix: "uri router " });
  try {
    const own = (await loadRouterConfig(undefined, { reason: "not installed" })).text;
    const load = () => loadRouterConfig(undefined, { prefix, reason: "" });
    assert.deepEqual(await load(), { text: own });
    const folder = `${prefix}/share/unified_robot_interface`, file = `${folder}/zenoh_router.json5`;
    Deno.mkdirSync(folder, { recursive: true });
    Deno.writeTextFileSync(file, own);
    assert.deepEqual(await load(), { text: own });
    const changed = own.replace("9562", "9563");
    Deno.writeTextFileSync(file, changed);
    assert.deepEqual(await load(), { file, text: changed });
    Deno.writeTextFileSync(file, "{ mode: 'client' }");
    await assert.rejects(load(), { name: "ConfigError", message: /zenoh_router\.json5:1:9: mode: is 'client'/ });
    Deno.removeSync(file);
    Deno.mkdirSync(file);
    await assert.rejects(load(), { name: "ConfigError", message: /zenoh_router\.json5: .*(folder|directory)/ });
  } finally {
    Deno.removeSync(prefix, { recursive: true });
  }
});

Deno.test("a router's file with faults is refused by the manager, also when no robot uses Zenoh", async () => {
  for (
    const [text, ...expected] of [
      ["{ mode: 'client' }", "DIR/r.json5:1:9: mode: is 'client'; wanted router"],
      [
        "{\n  plugins: { remote_api: { websocket_prt: 1 } },\n  id: 'a', id: 'b',\n}",
        /^DIR\/r\.json5:2:28: .*'websocket_port'/,
        /:3:12: id: is written twice/,
      ],
      ["{", /^DIR\/r\.json5:1:1: is no valid JSON5: the file ends too early/],
      ["", "DIR/r.json5:1:1: the file is empty; wanted a Zenoh configuration"],
    ]
  ) {
    await assert.rejects(
      load("ZenohRouter: {configuration: r.json5}\n" + GOOD, {}, { "r.json5": text as string }),
      (error) => {
        assert.ok(error instanceof ConfigError, String(error));
        const folder = error.problems[0].file.replace("/r.json5", "");
        const lines = error.message.replaceAll(folder, "DIR").split("\n");
        assert.equal(lines.length, expected.length, error.message);
        expected.forEach((each, index) =>
          typeof each === "string" ? assert.equal(lines[index], each) : assert.match(lines[index], each)
        );
        return true;
      },
    );
  }
});
