import { z } from "zod";
import { configField as field } from "./config_field.ts";
import { CONTROL_MODES, type ControlMode } from "./control_mode.ts";

/** The section `controller` of a robot. `time_step` is read by `readPeriod`, from its text. */
export const CONTROLLER_SECTION: z.ZodObject<{
  mode: z.ZodOptional<z.ZodEnum<{ [K in ControlMode]: K }>>;
  time_step: z.ZodOptional<z.ZodUnknown>;
}, z.core.$strict> = field.section({
  mode: field.choice("a mode", CONTROL_MODES).optional(),
  time_step: z.unknown().optional(),
});
