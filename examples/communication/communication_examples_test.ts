import assert from "node:assert/strict";
import { makeCommunication, MessageType, openTransport } from "../../comm/mod.ts";
import { testSerializer } from "../../comm/test_serializer.ts";
import { testTransport } from "../../comm/test_transport.ts";
import { JsonSerializer, registerJsonSerializer } from "./json_serializer.ts";
import { PrefixedTransport, registerPrefixedTransport } from "./prefixed_transport.ts";
import { publishAndSubscribe } from "./publish_and_subscribe.ts";
import { queryAndReply } from "./query_and_reply.ts";
import { stateAndCommand } from "./state_and_command.ts";

// What code outside comm/ adds is held to the same contracts as what is inside.
testTransport({
  name: "prefixed (example)",
  open: async (description) => new PrefixedTransport(await openTransport("shm", description), "cell-7"),
  uniqueName: () => `test-${crypto.randomUUID()}`,
});
testSerializer("json (example)", () => new JsonSerializer());

const name = () => `test-${crypto.randomUUID()}`;

Deno.test("example: a State travels from robot to manager", async () => {
  assert.deepEqual((await stateAndCommand(name())).position, [0, -1.57, 1.57, 0, 0, 0]);
});

Deno.test("example: a query gets its reply", async () => {
  assert.equal(await queryAndReply(name()), "OK");
});

Deno.test("example: typed messages on any topic", async () => {
  const [state, battery] = await publishAndSubscribe(name());
  assert.deepEqual(state.position, [0, -1.57, 1.57, 0, 0, 0]);
  assert.deepEqual(battery, { volt: 25.9, charging: false });
});

Deno.test("example: a transport and a serializer from outside are found by their names, keys of their own included", async () => {
  const unregister = [registerPrefixedTransport(), registerJsonSerializer()];
  try {
    const robot = name();
    const network = { protocol: "prefixed", backend: "json", prefix: "cell-7" };
    await using inCell = await makeCommunication(robot, network);
    await using alsoInCell = await makeCommunication(robot, network);
    await using elsewhere = await makeCommunication(robot, { ...network, prefix: "cell-8" });
    await inCell.setupClient();
    await alsoInCell.setupServer();
    await elsewhere.setupClient(); // the same robot name, and yet no conflict
    const bytes = inCell.encode(MessageType.State, { position: [1, 2] });
    assert.ok(new TextDecoder().decode(bytes).startsWith('{"type":"State"'));
    inCell.send(bytes);
    assert.deepEqual(alsoInCell.decode(MessageType.State, alsoInCell.receive()!)?.position, [1, 2]);
  } finally {
    for (const undo of unregister) undo();
  }
  await assert.rejects(
    () => makeCommunication("r", { protocol: "prefixd" }),
    { name: "TransportError", kind: "unavailable", message: /'prefixd': this build does not have it; wanted shm/ },
  );
  await assert.rejects(
    () => makeCommunication("r", { protocol: "shm", backend: "flatbufer" }),
    { message: /Did you mean 'flatbuffer'\? Correct network_interface.backend/ },
  );
});

Deno.test("example: docs/communication.md shows the very files that are tested here", () => {
  const folder = new URL("./", import.meta.url);
  const manual = Deno.readTextFileSync(new URL("../../docs/communication.md", import.meta.url));
  const shown = [...manual.matchAll(/<!-- examples\/communication\/(\w+\.ts) -->\n+```ts\n([^]*?)```/g)];
  const files = [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((file) => !file.endsWith("_test.ts"));
  assert.deepEqual(shown.map(([, file]) => file).sort(), files.sort());
  for (const [, file, text] of shown) assert.equal(text, Deno.readTextFileSync(new URL(file, folder)), file);
});
