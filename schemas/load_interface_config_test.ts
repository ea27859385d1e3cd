import assert from "node:assert/strict";
import { ConfigError } from "../core/config_error.ts";
import { loadInterfaceConfig, type LoadInterfaceConfigOptions } from "./load_interface_config.ts";

const NETWORK = { protocol: "shm", backend: "flatbuffer", latencyStats: false, connectionTimeoutMs: 100 };
const SHM = "network_interface: {protocol: shm}\n";

Deno.test("-c: the file tells name and network", async () => {
  const { config, folder } = await load({ "r.yaml": "name: 007\n" + SHM }, { file: "r.yaml" });
  assert.deepEqual(config, { file: `${folder}/r.yaml`, name: "007", network: NETWORK, autostart: false });
});

Deno.test("-n goes over the name of the file", async () => {
  assert.equal((await load({ "r.yaml": "name: a\n" + SHM }, { file: "r.yaml", name: "b" })).config.name, "b");
});

Deno.test("-n alone: its own file, the common one, the defaults", async () => {
  const both = { "arm.yaml": SHM + "name: other\n", "interface.yaml": SHM };
  const own = await load(both, { name: "arm" });
  assert.deepEqual([own.config.name, own.config.file], ["arm", `${own.folder}/arm.yaml`]);
  const common = await load(both, { name: "leg" });
  assert.deepEqual([common.config.name, common.config.file], ["leg", `${common.folder}/interface.yaml`]);
  const none = await load({}, { name: "leg" });
  assert.deepEqual(none.config, { name: "leg", network: { ...NETWORK, protocol: "zenoh/shm" }, autostart: false });
  const silent = await load({ "leg.yaml": "network_interface: {connection_timeout_ms: 100}" }, { name: "leg" });
  assert.deepEqual(silent.config.network, none.config.network);
});

Deno.test("the file that a manager writes for autostart is understood", async () => {
  const text = SHM + `name: arm
robot_interface: {driver: RobotDriverMock, ip: 10.0.0.1, port: 3, config_path: "", autostart: true, sync_timeout_ms: 9}
controller: {mode: torque, time_step: 5e-4}
`;
  const { config } = await load({ "r.yaml": text }, { file: "r.yaml" });
  assert.equal(config.autostart, true);
  assert.deepEqual(config.driver, {
    driver: "RobotDriverMock",
    ip: "10.0.0.1",
    port: 3,
    configPath: "",
    autostart: true,
    syncTimeoutMs: 9,
  });
  assert.deepEqual([config.mode, config.timeStepNs], ["torque", 500_000]);
  assert.deepEqual(structuredClone(config), config);
});

Deno.test("an interface that reaches a router's remote API needs no file of Zenoh's", async () => {
  const text = "name: arm\nnetwork_interface: {protocol: zenoh, remote_api: 'wss://[fe80::1]:443/'}\n";
  const { config } = await load({ "r.yaml": text }, { file: "r.yaml" });
  assert.deepEqual(config.network, { ...NETWORK, protocol: "zenoh", remoteApi: "wss://[fe80::1]:443/" });
});

Deno.test("a Zenoh configuration is checked with the file that names it", async () => {
  const text = "name: arm\nnetwork_interface:\n  protocol: zenoh\n  configuration: z.json5\n";
  const good = await load({ "r.yaml": text, "z.json5": "{ mode: 'client' }" }, { file: "r.yaml" });
  assert.equal(good.config.network.configuration, `${good.folder}/z.json5`);
  await refuses(
    { "r.yaml": text + "  remote_api: ws://a:1\n", "z.json5": "{\n  mode: 'clint',\n  conect: {},\n}" },
    { file: "r.yaml" },
    "DIR/r.yaml:5:15: network_interface.remote_api: is given beside configuration; wanted one of them (a file configures a session of this process's own)",
    "DIR/z.json5:2:9: mode: 'clint' is no mode; wanted router, peer or client (did you mean 'client'?)",
    "DIR/z.json5:3:3: conect: 'conect' is no key of Zenoh's here; wanted id, metadata, mode, region_name, gateway, connect, listen, open, scouting, timestamping, queries_default_timeout, routing, aggregation, qos, transport, adminspace, namespace, downsampling, access_control, low_pass_filter, stats, plugins_loading or plugins (did you mean 'connect'?)",
  );
  // With another protocol it would never be read.
  await refuses(
    { "r.yaml": text.replace("zenoh", "shm"), "z.json5": "whatever" },
    { file: "r.yaml" },
    "DIR/r.yaml:4:18: network_interface.configuration: has no meaning with protocol 'shm'; wanted zenoh or zenoh/shm (remove it, or change the protocol)",
  );
});

Deno.test("faults are shown at once, with their places", async () => {
  await refuses(
    { "r.yaml": "nam: arm\nnetwork_interface: {protocol: shn, backend: x}\ncontroller: {mode: fast, time_step: -1}\n" },
    { file: "r.yaml" },
    "DIR/r.yaml:1:1: nam: 'nam' is not known here; wanted name, network_interface, robot_interface, controller or module_path (did you mean 'name'?)",
    "DIR/r.yaml:1:1: 'name' must be provided via --name or in the config file",
    "DIR/r.yaml:2:31: network_interface.protocol: 'shn' is not a protocol; wanted shm, zenoh or zenoh/shm (did you mean 'shm'?)",
    "DIR/r.yaml:2:45: network_interface.backend: 'x' is not a backend; wanted flatbuffer or protobuf",
    "DIR/r.yaml:3:20: controller.mode: 'fast' is not a mode; wanted position, velocity or torque",
    "DIR/r.yaml:3:37: controller.time_step: '-1' is negative; wanted a period > 0",
  );
});

Deno.test("each fault of a name or a file", async () => {
  for (
    const [files, options, expected] of [
      [
        { "r.yaml": SHM },
        { file: "r.yaml" },
        "DIR/r.yaml:1:1: 'name' must be provided via --name or in the config file",
      ],
      [
        { "r.yaml": SHM + "name:\n" },
        { file: "r.yaml" },
        "DIR/r.yaml:2:6: 'name' must be provided via --name or in the config file",
      ],
      [
        { "r.yaml": SHM + "name: a/b\n" },
        { file: "r.yaml" },
        "DIR/r.yaml:2:7: name: the name 'a/b' contains '/'; wanted a name without / * $ ? #",
      ],
      [
        { "r.yaml": SHM + "name: [a]\n" },
        { file: "r.yaml" },
        "DIR/r.yaml:2:7: name: is a list; wanted the name of the robot",
      ],
      [
        { "r.yaml": "" },
        { file: "r.yaml" },
        "DIR/r.yaml:1:1: the file is empty; wanted a map with name and network_interface",
      ],
      [{}, { file: "r.yaml" }, "DIR/r.yaml: cannot be read: there is no such file"],
      [{}, { name: "../passwd" }, "--name: the name '../passwd' contains '/'; wanted a name without / * $ ? #"],
    ] as const
  ) await refuses(files as Record<string, string>, options, expected);
});

async function load(files: Record<string, string>, options: LoadInterfaceConfigOptions) {
  const folder = await Deno.makeTempDir();
  try {
    for (const [file, text] of Object.entries(files)) await Deno.writeTextFile(`${folder}/${file}`, text);
    const file = options.file === undefined ? {} : { file: `${folder}/${options.file}` };
    return { folder, config: await loadInterfaceConfig({ ...options, ...file, directory: folder }) };
  } catch (error) {
    if (error instanceof ConfigError) error.message = error.message.replaceAll(folder, "DIR");
    throw error;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function refuses(files: Record<string, string>, options: LoadInterfaceConfigOptions, ...expected: string[]) {
  await assert.rejects(load(files, options), (error) => {
    assert.ok(error instanceof ConfigError, String(error));
    assert.deepEqual(error.message.split("\n"), expected);
    return true;
  });
}
