import { z } from "zod";
import { orList } from "../core/or_list.ts";
import { isPlainText } from "./is_plain_text.ts";

/** What a field says of itself in a message: `'70000' is not <what>; wanted <wanted>`. */
export interface ConfigFieldText {
  /** E.g. `a port`. */
  readonly what: string;
  /** E.g. `a whole number from 0 to 65535`. */
  readonly wanted: string;
  /** The words allowed, where there is a list. */
  readonly words?: readonly string[];
}

/** Builders of the fields of a configuration: what may be written there, and how a message says so. */
export const configField = {
  /** Text that is not empty: one line, see `isPlainText`. */
  text: (what: string, wanted: string): z.ZodString =>
    z.string().min(1).refine(isPlainText).meta(described({ what, wanted })),

  /** Text that may be empty: one line, see `isPlainText`. */
  anyText: (what: string, wanted: string): z.ZodString =>
    z.string().refine(isPlainText).meta(described({ what, wanted })),

  /** A whole number within bounds. */
  integer: (what: string, min: number, max: number): z.ZodInt =>
    z.int().min(min).max(max).meta(described({ what, wanted: `a whole number from ${min} to ${max}` })),

  /** A finite number that `isAllowed`. */
  number: (what: string, wanted: string, isAllowed: (value: number) => boolean): z.ZodNumber =>
    z.number().refine(isAllowed).meta(described({ what, wanted })),

  /** `true` or `false`. */
  flag: (): z.ZodBoolean =>
    z.boolean().meta(described({ what: "a truth value", wanted: "true or false", words: ["true", "false"] })),

  /** One of a list of words. */
  choice: <const T extends string>(what: string, words: readonly T[]): z.ZodEnum<{ [K in T]: K }> =>
    z.enum(words).meta(described({ what, wanted: orList(words), words })) as z.ZodEnum<{ [K in T]: K }>,

  /** A list with at least `least` items. */
  list: <T extends z.ZodType>(item: T, wanted: string, least = 0): z.ZodArray<T> =>
    z.array(item).min(least).meta(described({ what: "a list", wanted })),

  /** A map with the given keys and no other. */
  section: <T extends z.ZodRawShape>(shape: T): z.ZodObject<T, z.core.$strict> =>
    z.strictObject(shape).meta(described({ what: "a map", wanted: `a map with ${orList(Object.keys(shape))}` })),
};

function described(text: ConfigFieldText): Record<string, unknown> {
  return { ...text };
}
