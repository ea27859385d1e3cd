import { makeCommunication, MessageType } from "../../comm/mod.ts";

/** The pattern behind the init handshake: one side answers, the other asks and waits. Resolves to the answer. */
export async function queryAndReply(name = "demo"): Promise<string | undefined> {
  const network = { protocol: "shm" };
  await using robot = await makeCommunication(name, network);
  await using manager = await makeCommunication(name, network);

  // Robot side: answer queries on "demo/init".
  await robot.handleQuery(`${name}/init`, (payload) => {
    const yaml = robot.decode(MessageType.Config, payload);
    return new TextEncoder().encode(yaml === undefined ? "ERROR: bad payload" : "OK");
  });

  // Manager side: send the configuration and wait up to 5 s. The robot may also be started after that.
  const payload = manager.encode(MessageType.Config, "controller: {mode: position}");
  const reply = await manager.query(`${name}/init`, payload, 5000);
  if (reply === undefined) return undefined; // timed out: is the robot process running?
  return new TextDecoder().decode(reply);
}

if (import.meta.main) console.log(await queryAndReply());
