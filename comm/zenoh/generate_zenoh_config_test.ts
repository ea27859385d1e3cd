import assert from "node:assert/strict";
import { ConfigProblems } from "../../core/config_problems.ts";
import { checkZenohConfig } from "../../schemas/zenoh/check_zenoh_config.ts";
import { generateZenohConfig } from "./generate_zenoh_config.ts";

Deno.test("what is generated has only keys that Zenoh knows", () => {
  for (const options of [{}, { localRouter: ["tcp/127.0.0.1:9562"] }, { addresses: [] }]) {
    const problems = new ConfigProblems();
    checkZenohConfig(generateZenohConfig(options), "generated", problems);
    assert.deepEqual(problems.all, []);
  }
});

Deno.test("multicast goes by the loopback first, then by every address once", () => {
  const interfaceOf = (addresses?: string[]) =>
    JSON.parse(generateZenohConfig({ addresses })).scouting.multicast.interface;
  assert.equal(interfaceOf([]), "127.0.0.1");
  assert.equal(interfaceOf(["10.0.0.2", "127.0.0.1", "192.168.1.9", "10.0.0.2"]), "127.0.0.1,10.0.0.2,192.168.1.9");
  assert.match(interfaceOf(), /^127\.0\.0\.1(,\d+\.\d+\.\d+\.\d+)*$/);
});

Deno.test("a router is connected to when it is asked for, and only then", () => {
  const connect = (localRouter?: string[]) => JSON.parse(generateZenohConfig({ localRouter })).connect;
  assert.deepEqual(connect().endpoints, []);
  const { endpoints, timeout_ms, exit_on_failure } = connect(["tcp/127.0.0.1:9562"]);
  assert.deepEqual([endpoints, timeout_ms, exit_on_failure], [["tcp/127.0.0.1:9562"], -1, false]);
});
