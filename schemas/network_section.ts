import type { z } from "zod";
import { configField as field } from "./config_field.ts";

/** The section `network_interface`, of a robot and of an interface file. Protocol, backend and address are checked by `checkNetwork`. */
export const NETWORK_SECTION: z.ZodObject<{
  protocol: z.ZodOptional<z.ZodString>;
  backend: z.ZodOptional<z.ZodString>;
  configuration: z.ZodOptional<z.ZodString>;
  remote_api: z.ZodOptional<z.ZodString>;
  latency_stats: z.ZodOptional<z.ZodBoolean>;
  connection_timeout_ms: z.ZodOptional<z.ZodInt>;
}, z.core.$strict> = field.section({
  protocol: field.text("a protocol", "the name of a protocol").optional(),
  backend: field.text("a backend", "the name of a backend").optional(),
  configuration: field.text("a file name", "the path of a file").optional(),
  remote_api: field.text("an address", "ws://host:port or wss://host:port").optional(),
  latency_stats: field.flag().optional(),
  connection_timeout_ms: field.integer("a number of milliseconds", 1, 2 ** 31 - 1).optional(),
});
