import { makeCommunication, MessageType, type State } from "../../comm/mod.ts";

/** A type of one's own: it brings its encoding with it. */
interface Battery {
  volt: number;
  charging: boolean;
}

const BATTERY: MessageType<Battery> = {
  name: "Battery",
  encode: (battery) => new TextEncoder().encode(JSON.stringify(battery)),
  decode: (bytes) => {
    const { volt, charging } = JSON.parse(new TextDecoder().decode(bytes));
    return { volt: Number(volt), charging: Boolean(charging) };
  },
};

/** Typed messages on any topic. Resolves to what the subscriber was told. */
export async function publishAndSubscribe(name = "demo"): Promise<[State, Battery]> {
  const network = { protocol: "shm" };
  await using robot = await makeCommunication(name, network);
  await using manager = await makeCommunication(name, network);

  const states = Promise.withResolvers<State>();
  const batteries = Promise.withResolvers<Battery>();
  await manager.subscribe(`${name}/state`, MessageType.State, states.resolve); // called on the main thread
  await manager.subscribe(`${name}/battery`, BATTERY, batteries.resolve);

  await robot.publish(`${name}/state`, MessageType.State, { position: [0.0, -1.57, 1.57, 0.0, 0.0, 0.0] });
  await robot.publish(`${name}/battery`, BATTERY, { volt: 25.9, charging: false });

  return await Promise.all([states.promise, batteries.promise]);
}

if (import.meta.main) console.log(await publishAndSubscribe());
