import type { PythonPeerOptions } from "./python_peer.ts";
import { PythonScene } from "./python_scene.ts";
import type { BenchRobot, Workbench } from "./workbench.ts";

/** A way by which `uri` and a Python peer meet. */
export interface PythonWay {
  /** For the name of a test. */
  readonly what: string;
  /** True: also to a robot of a world. How a session finds others is of no matter there; what carries a message, and its schema, are. */
  readonly simulated?: boolean;
  /** True: a router must run on the computer of `uri`, which a manager starts itself. */
  readonly router?: boolean;
  /** Sets the scene. */
  readonly scene: (bench: Workbench) => Promise<PythonScene>;
  /** What the peer starts with. */
  readonly peer?: (bench: Workbench) => Omit<PythonPeerOptions, "computer">;
  /** What the configuration of `uri` says. */
  readonly robot?: (bench: Workbench) => BenchRobot;
}

const ROUTER = "tcp/127.0.0.1:9562";
const ENDPOINT = "tcp/127.0.0.1:7601";
const alone = (bench: Workbench) => PythonScene.onOne(bench, { loopbackMulticast: false });

/** All ways: C++ programs use each of them. The peer sets no quality of service, and attaches nothing. */
export const PYTHON_WAYS: readonly PythonWay[] = [
  { what: "found by multicast on one computer", simulated: true, scene: PythonScene.onOne },
  { what: "found by multicast on one cable", scene: PythonScene.onTwo },
  {
    what: "with protocol zenoh/shm",
    simulated: true,
    scene: PythonScene.onOne,
    peer: () => ({ session: "zenoh/shm" }),
    robot: () => ({ protocol: "zenoh/shm" }),
  },
  {
    what: "by an endpoint in configuration files",
    scene: alone,
    peer: (bench) => ({ session: peerFile(bench, "python.json5", "listen") }),
    robot: (bench) => ({ configuration: peerFile(bench, "uri.json5", "connect") }),
  },
  {
    what: "through the router, as a client",
    router: true,
    scene: alone,
    peer: (bench) => ({ session: clientFile(bench) }),
  },
  { what: "of Zenoh 1.9.0", scene: PythonScene.onOne, peer: () => ({ version: "1.9.0" }) },
  {
    what: "of Zenoh 1.9.0 through the router, with protocol zenoh/shm",
    router: true,
    scene: alone,
    peer: (bench) => ({ version: "1.9.0", session: clientFile(bench) }),
    robot: () => ({ protocol: "zenoh/shm" }),
  },
  {
    what: "with backend protobuf",
    simulated: true,
    scene: PythonScene.onOne,
    peer: () => ({ backend: "protobuf" }),
    robot: () => ({ backend: "protobuf" }),
  },
];

function peerFile(bench: Workbench, name: string, role: "listen" | "connect"): string {
  return bench.file(
    name,
    `{ mode: "peer", ${role}: { endpoints: ["${ENDPOINT}"] }, scouting: { multicast: { enabled: false } } }`,
  );
}

function clientFile(bench: Workbench): string {
  return bench.file(
    "client.json5",
    `{ mode: "client", connect: { endpoints: ["${ROUTER}"], timeout_ms: 30000 }, scouting: { multicast: { enabled: false } } }`,
  );
}
