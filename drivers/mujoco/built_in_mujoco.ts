/** Version of the WebAssembly build that comes with the program: that of the package `@mujoco/mujoco`. */
export const BUILT_IN_MUJOCO = "3.14.0";
