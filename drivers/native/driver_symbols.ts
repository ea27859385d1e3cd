/** The functions of `drivers/include/uri_driver.h`. */
export const DRIVER_SYMBOLS = {
  uri_driver_create: { parameters: ["buffer", "buffer", "buffer", "u32"], result: "i32" },
  uri_driver_destroy: { parameters: ["pointer"], result: "void" },
  uri_driver_sync: { parameters: ["pointer"], result: "i32" },
  uri_driver_read_state: { parameters: ["pointer", "buffer"], result: "i32" },
  uri_driver_servo_j: { parameters: ["pointer", "buffer", "u32"], result: "i32" },
  uri_driver_speed_j: { parameters: ["pointer", "buffer", "u32"], result: "i32" },
  uri_driver_tau_j: { parameters: ["pointer", "buffer", "u32"], result: "i32" },
  uri_driver_imu_name: { parameters: ["pointer", "u32"], result: "pointer", optional: true },
  uri_driver_force_sensor_name: { parameters: ["pointer", "u32"], result: "pointer", optional: true },
  uri_driver_last_error: { parameters: ["pointer", "buffer", "u32"], result: "u32" },
} as const;
