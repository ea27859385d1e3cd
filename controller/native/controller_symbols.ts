/** The functions of `controller/include/uri_controller.h` that a controller is run by. */
export const CONTROLLER_SYMBOLS = {
  uri_controller_create: { parameters: ["buffer", "buffer", "buffer", "u32"], result: "i32" },
  uri_controller_destroy: { parameters: ["pointer"], result: "void" },
  uri_controller_time_step: { parameters: ["pointer"], result: "f64" },
  uri_controller_start: { parameters: ["pointer"], result: "i32" },
  uri_controller_stop: { parameters: ["pointer"], result: "i32" },
  uri_controller_is_running: { parameters: ["pointer"], result: "i32" },
  uri_controller_initialize_robots: { parameters: ["pointer"], result: "i32" },
  uri_controller_initialize_robot: { parameters: ["pointer", "u32", "buffer", "u32"], result: "i32" },
  uri_controller_set_state: { parameters: ["pointer", "u32", "buffer"], result: "i32" },
  uri_controller_run: { parameters: ["pointer"], result: "i32" },
  uri_controller_command: { parameters: ["pointer", "u32", "u32", "buffer", "u32"], result: "i32" },
  uri_controller_last_error: { parameters: ["pointer", "buffer", "u32"], result: "u32" },
} as const;
