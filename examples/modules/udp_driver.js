// @ts-check
// A driver for a robot that is reached over UDP. Every 2 ms the robot sends a datagram to whoever has greeted it: for each joint position and
// velocity, as doubles; and it takes datagrams with one target position a joint. simulated_robot_worker.js is such a robot.
import { UdpSocket } from "./udp_socket.js";

const PATIENCE_MS = 500;

/** The default export makes the driver; it may be async, and take its time. @type {import("../../types/uri.d.mts").RobotDriverModuleFactory} */
export default async function createUdpDriver(context) {
  const { ip, module, log, robot } = context;
  let { port } = context;
  if (module.joints.length === 0) { // uri viewer, where its file names none
    throw new DriverFailure("the robot has no joints: no robot module is named; wanted 'module: two_joints.yaml'");
  }
  /** @type {Worker | undefined} */
  let simulation;
  if (port === 0) {
    simulation = new Worker(new URL("./simulated_robot_worker.js", import.meta.url), { type: "module" });
    port = await firstMessage(simulation, module.joints.length);
    log("info", `[udp_driver] '${robot}' is simulated, at 127.0.0.1:${port}`);
  }
  const socket = new UdpSocket();
  socket.connect(simulation === undefined ? ip : "127.0.0.1", port);
  socket.setTimeout(PATIENCE_MS);
  const driver = new UdpDriver(socket, module.joints.length, simulation);
  socket.send(new Uint8Array(0)); // the greeting
  if (driver.sync() === 0) return driver;
  driver.close();
  throw new DriverFailure(`the robot at ${ip}:${port} is silent: no answer within ${PATIENCE_MS} ms; switch it on`);
}

/** What the robot sends is in `#state`; nothing else happens, and nothing is allocated, in a cycle. */
class UdpDriver {
  #socket;
  #joints;
  #simulation;
  #state;
  #stateBytes;
  #command;
  #commandBytes;
  #error = "";

  /**
   * @param {UdpSocket} socket
   * @param {number} joints
   * @param {Worker | undefined} simulation
   */
  constructor(socket, joints, simulation) {
    this.#socket = socket;
    this.#joints = joints;
    this.#simulation = simulation;
    this.#state = new Float64Array(2 * joints);
    this.#stateBytes = new Uint8Array(this.#state.buffer);
    this.#command = new Float64Array(joints);
    this.#commandBytes = new Uint8Array(this.#command.buffer);
  }

  /** Blocks until the robot has sent its next state: the robot paces the loop. */
  sync() {
    let length = this.#socket.receive(this.#stateBytes);
    // Of what has piled up while the loop did something else the newest counts.
    for (let next = length; next >= 0; next = this.#socket.poll(this.#stateBytes)) length = next;
    if (length === this.#stateBytes.length) return 0;
    this.#error = length < 0
      ? "the robot has sent nothing for 0.5 s; check the cable and its power"
      : "the robot has sent a datagram of another length; check its number of joints";
    return -1;
  }

  /** @param {import("../../types/uri.d.mts").RobotState} into */
  readState(into) {
    const n = this.#joints;
    for (let i = 0; i < n; i++) {
      into.position[i] = this.#state[i];
      into.velocity[i] = this.#state[n + i];
    }
    into.positionCount = n;
    into.velocityCount = n;
    into.torqueCount = 0; // this robot measures none
    return 0;
  }

  /** @param {Float64Array} q */
  servoJ(q) {
    for (let i = 0; i < this.#joints; i++) this.#command[i] = q[i];
    // A datagram that does not go out is not a fault: the next one follows.
    this.#socket.send(this.#commandBytes);
    return 0;
  }

  lastError() {
    return this.#error;
  }

  close() {
    this.#simulation?.terminate();
    this.#socket.close();
  }
}

/** A driver cannot be made. */
class DriverFailure extends Error {}

/**
 * Tells a worker its number of joints, and waits for its first word.
 * @param {Worker} worker
 * @param {number} joints
 * @returns {Promise<number>}
 */
function firstMessage(worker, joints) {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new DriverFailure(`the simulated robot cannot be started: ${event.message}`));
    };
    worker.postMessage(joints);
  });
}
