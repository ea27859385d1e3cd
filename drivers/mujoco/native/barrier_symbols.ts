const ADDRESS = "pointer" as const;

/** The functions of `mujoco_barrier.c`; the first parameter of most is the address of the function of MuJoCo that it calls. */
export const BARRIER_SYMBOLS = {
  uri_barrier_version: { parameters: [], result: "i32" },
  uri_barrier_listen: { parameters: [ADDRESS], result: "void" },
  uri_barrier_error: { parameters: [], result: ADDRESS },
  uri_barrier_take: { parameters: ["buffer", "u32"], result: "u32" },
  uri_barrier_call: { parameters: [ADDRESS, ADDRESS, ADDRESS], result: "i32" },
  uri_barrier_call_key: { parameters: [ADDRESS, ADDRESS, ADDRESS, "i32"], result: "i32" },
  uri_barrier_force: { parameters: [ADDRESS, ADDRESS, ADDRESS, "i32", "buffer"], result: "i32" },
  uri_barrier_state: { parameters: [ADDRESS, ADDRESS, ADDRESS, "buffer", "i32"], result: "i32" },
  uri_barrier_free: { parameters: [ADDRESS, ADDRESS], result: "i32" },
  uri_barrier_make: { parameters: [ADDRESS, ADDRESS], result: ADDRESS },
  uri_barrier_load: { parameters: [ADDRESS, "buffer", "i32"], result: ADDRESS },
  uri_barrier_read: { parameters: [ADDRESS, "buffer", "buffer", "i32"], result: ADDRESS },
} as const satisfies Deno.ForeignLibraryInterface;
