const ADDRESS = "pointer" as const;

/** MuJoCo's functions that are called directly: they read, and have nothing to fail at. */
const CALLED = {
  mj_stateSize: { parameters: [ADDRESS, "i32"], result: "i32" },
  mj_id2name: { parameters: [ADDRESS, "i32", "i32"], result: ADDRESS },
  mj_name2id: { parameters: [ADDRESS, "i32", "buffer"], result: "i32" },
} as const satisfies Deno.ForeignLibraryInterface;

/** Functions that are called through the barrier, by their addresses. */
const GUARDED = [
  "mju_setLogHandler",
  "mj_loadModelBuffer",
  "mj_loadXML",
  "mj_makeData",
  "mj_deleteData",
  "mj_deleteModel",
  "mj_step",
  "mj_forward",
  "mj_kinematics",
  "mj_resetData",
  "mj_resetDataKeyframe",
  "mj_contactForce",
  "mj_getState",
  "mj_setState",
] as const;

/** What is taken from MuJoCo's library. */
export const MUJOCO_SYMBOLS = { called: CALLED, guarded: GUARDED };

/** Addresses of the functions that are called through the barrier. */
export type MujocoSymbols = Readonly<Record<(typeof MUJOCO_SYMBOLS)["guarded"][number], Deno.PointerObject>>;
