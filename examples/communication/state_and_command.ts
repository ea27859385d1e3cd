import { makeCommunication, MessageType, type State } from "../../comm/mod.ts";

/** Both sides of one robot: it sends a State, the manager answers with a Command. Resolves to the State that arrived. */
export async function stateAndCommand(name = "demo"): Promise<State> {
  const network = { protocol: "shm" };

  // Robot side: publishes on "demo/state", listens on "demo/command".
  await using robot = await makeCommunication(name, network);
  await robot.setupClient();

  // Manager side: publishes on "demo/command", listens on "demo/state".
  await using manager = await makeCommunication(name, network);
  await manager.setupServer();

  const position = [0.0, -1.57, 1.57, 0.0, 0.0, 0.0];
  robot.send(robot.encode(MessageType.State, { position, stamp: robot.stamp() }));

  // Later, in a cycle of the manager. Nothing here blocks.
  for (;;) {
    const rx = manager.receive();
    const state = rx && manager.decode(MessageType.State, rx);
    if (state !== undefined) {
      // state.position is [0, -1.57, ...]
      manager.send(manager.encode(MessageType.Command, { position: state.position, stateStamp: state.stamp }));
      return state;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

if (import.meta.main) console.log(await stateAndCommand());
