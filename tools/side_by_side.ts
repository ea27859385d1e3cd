/**
 * End-to-end tests that wait for most of their time, and prove what happens and not how fast: two of these files run at a time. All others have the
 * computer to themselves, because they measure, keep it busy (compilers, browsers), or use what there is only once (ports, the programs of an
 * installation). Beginnings of paths.
 */
export const SIDE_BY_SIDE: readonly string[] = [
  "autostart",
  "backend",
  "driver_fault",
  "gate",
  "handshake",
  "leftovers",
  "lockstep",
  "loss",
  "module_fault",
  "native_driver_",
  "rates",
  "simulate_",
  "state_check",
  "stop",
  "succession",
  "zenoh_loss",
  "zenoh_names",
  "zenoh_python_",
  "zenoh_router",
  "zenoh_shm",
  "zenoh_start",
].map((name) => `tests/${name}`);
