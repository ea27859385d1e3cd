// @ts-check
// deno-lint-ignore-file uri/no-side-effects -- a worker begins when it is started
// A robot that speaks the protocol of udp_driver.js: joints that follow their targets like a spring with a damper.
import { UdpSocket } from "./udp_socket.js";

const PERIOD_MS = 2;
const STIFFNESS = 4000; // [1/s²]
const DAMPING = 120; // [1/s]
const START = 0.2; // where the joints are at the beginning [rad]

const scope = /** @type {any} */ (self);
scope.onmessage = (/** @type {{ data: number }} */ { data: joints }) => {
  const socket = new UdpSocket();
  scope.postMessage(socket.port);
  run(socket, joints);
};

/**
 * Runs for ever.
 * @param {UdpSocket} socket
 * @param {number} joints
 */
function run(socket, joints) {
  const state = new Float64Array(2 * joints).fill(START, 0, joints);
  const target = state.slice(0, joints);
  const stateBytes = new Uint8Array(state.buffer);
  const targetBytes = new Uint8Array(target.buffer);
  const clock = new Int32Array(new SharedArrayBuffer(4));
  while (socket.receive(targetBytes) !== 0); // the greeting
  socket.connectToSender();
  const dt = PERIOD_MS / 1000;
  for (let due = performance.now();; due += PERIOD_MS) {
    Atomics.wait(clock, 0, 0, Math.max(0, due - performance.now()));
    due = Math.max(due, performance.now() - PERIOD_MS); // what was missed is not made up for
    while (socket.poll(targetBytes) >= 0);
    for (let i = 0; i < joints; i++) {
      const velocity = state[joints + i];
      state[joints + i] += dt * (STIFFNESS * (target[i] - state[i]) - DAMPING * velocity);
      state[i] += dt * state[joints + i];
    }
    socket.send(stateBytes);
  }
}
