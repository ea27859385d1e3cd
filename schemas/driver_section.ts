import type { z } from "zod";
import { configField as field } from "./config_field.ts";

/** The section `robot_interface`, of a robot and of an interface file. What belongs together is checked by `checkDriver`. */
export const DRIVER_SECTION: z.ZodObject<{
  driver: z.ZodString;
  ip: z.ZodOptional<z.ZodString>;
  port: z.ZodOptional<z.ZodInt>;
  config_path: z.ZodOptional<z.ZodString>;
  autostart: z.ZodOptional<z.ZodBoolean>;
  sync_timeout_ms: z.ZodOptional<z.ZodInt>;
}, z.core.$strict> = field.section({
  driver: field.text("a driver", "the class name of a driver, e.g. RobotDriverMock, or a module, e.g. ./my_driver.js"),
  ip: field.text("an address", "an address, e.g. 192.168.1.6").optional(),
  port: field.integer("a port", 0, 65535).optional(),
  config_path: field.anyText("a path", "the path of the driver's own file").optional(),
  autostart: field.flag().optional(),
  sync_timeout_ms: field.integer("a number of milliseconds", 1, 2 ** 31 - 1).optional(),
});
