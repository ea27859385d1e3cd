import { z } from "zod";
import type { ConfigProblems } from "../core/config_problems.ts";
import { didYouMean } from "../core/did_you_mean.ts";
import { type KeyPath, keyPath } from "../core/key_path.ts";
import { locateYaml } from "../core/locate_yaml.ts";
import { nearestWord } from "../core/nearest_word.ts";
import { orList } from "../core/or_list.ts";
import { quoted } from "../core/quoted.ts";
import type { SourceMark, YamlNode } from "../core/yaml_node.ts";
import { yamlToPlain } from "../core/yaml_to_plain.ts";
import type { ConfigFieldText } from "./config_field.ts";

/** What is left of `T` when fields with a problem are taken out. */
export type Checked<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Checked<T[K]> } : T;

/** How {@link checkSection} checks. */
export interface CheckSectionOptions {
  /** Place of the section's own key: problems of what is not written are reported there. */
  readonly at?: SourceMark;
  /** Leave keys alone that the schema does not know; without this they are problems. */
  readonly ignoreUnknownKeys?: boolean;
  /** Say nothing of what is missing, because a part of the section could not be read. */
  readonly ignoreMissing?: boolean;
}

/**
 * Checks a part of a configuration against a schema made of `configField`s and notes every problem with place, key path, value,
 * what was wanted and the nearest word. Returns the part as plain data without the fields that have a problem.
 */
export function checkSection<T extends z.ZodType>(
  schema: T,
  node: YamlNode,
  path: KeyPath,
  problems: ConfigProblems,
  options: CheckSectionOptions = {},
): Checked<z.infer<T>> {
  const plain = yamlToPlain(node);
  const issues = schema.safeParse(plain).error?.issues ?? [];
  for (const issue of issues) {
    const steps = issue.path as KeyPath;
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        if (!options.ignoreUnknownKeys) noteUnknownKey(schema, node, path, [...steps, key], problems, options.at);
      }
      continue;
    }
    noteValue(schema, node, path, steps, problems, options);
  }
  // After the messages, since they look at the whole.
  for (const issue of issues) {
    if (issue.code !== "unrecognized_keys") remove(plain, issue.path as KeyPath);
  }
  const isUsable = !issues.some(({ path, code }) => path.length === 0 && code !== "unrecognized_keys");
  return (isUsable ? plain : {}) as Checked<z.infer<T>>;
}

function noteValue(
  schema: z.ZodType,
  root: YamlNode,
  path: KeyPath,
  steps: KeyPath,
  problems: ConfigProblems,
  options: CheckSectionOptions,
): void {
  const { node, mark } = locateYaml(root, steps, options.at);
  const { what, wanted, words } = textOf(schemaAt(schema, steps));
  const full = keyPath([...path, ...steps]);
  if (node === undefined) {
    if (!options.ignoreMissing) problems.add(mark, full, `is missing; wanted ${wanted}`);
  } else if (node.kind !== "scalar") {
    problems.add(mark, full, `is ${isEmptyList(node) ? "an empty list" : `a ${node.kind}`}; wanted ${wanted}`);
  } else if (node.text === "") {
    problems.add(mark, full, `is empty; wanted ${wanted}`);
  } else {
    const hint = hintFor(node.text, node.quoted, words, schemaAt(schema, steps));
    problems.add(mark, full, `${quoted(node.text)} is not ${what}; wanted ${wanted}`, { value: node.text, hint });
  }
}

function isEmptyList(node: YamlNode): boolean {
  return node.kind === "list" && node.items.length === 0;
}

/** Truth values of YAML 1.1, which the C++ programs accept. */
const OLD_TRUTH: Readonly<Record<string, string>> = { yes: "true", on: "true", no: "false", off: "false" };

function hintFor(text: string, isQuoted: boolean, words: readonly string[] | undefined, schema: z.ZodType | undefined) {
  const type = schema?.def.type;
  if (type === "boolean" && OLD_TRUTH[text.toLowerCase()] !== undefined) {
    return `write ${OLD_TRUTH[text.toLowerCase()]}`;
  }
  if (isQuoted && (type === "number" || type === "boolean") && schema?.safeParse(parsed(text)).success) {
    return "write it without quotes";
  }
  // A union here is one of a text and a list of texts.
  if (!isQuoted && (type === "string" || type === "union")) return `write it in quotes: "${text}"`;
  return words === undefined ? undefined : didYouMean(text, words);
}

function parsed(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() === "" ? undefined : Number(text);
}

function noteUnknownKey(
  schema: z.ZodType,
  root: YamlNode,
  path: KeyPath,
  steps: KeyPath,
  problems: ConfigProblems,
  at: SourceMark | undefined,
): void {
  const key = String(steps.at(-1));
  const section = schemaAt(schema, steps.slice(0, -1));
  const known = keysOf(section);
  const { keyMark } = locateYaml(root, steps, at);
  const nearest = nearestWord(key, known);
  const home = homeOf(schema, key);
  const hint = nearest === undefined && home !== undefined
    ? `'${key}' belongs under '${home}'`
    : didYouMean(key, known);
  problems.add(keyMark, keyPath([...path, ...steps]), `${quoted(key)} is not known here; wanted ${orList(known)}`, {
    hint,
  });
}

/** The section of `schema` that knows `key`: people write keys one level too high or too low. */
function homeOf(schema: z.ZodType, key: string): string | undefined {
  return keysOf(schema).find((name) => keysOf(schemaAt(schema, [name])).includes(key));
}

function keysOf(schema: z.ZodType | undefined): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function schemaAt(schema: z.ZodType, steps: KeyPath): z.ZodType | undefined {
  let current: z.ZodType | undefined = unwrapped(schema);
  for (const step of steps) {
    if (current instanceof z.ZodObject) current = current.shape[step];
    else if (current instanceof z.ZodArray) current = current.element as z.ZodType;
    else if (current instanceof z.ZodRecord) current = current.valueType as z.ZodType;
    else return undefined;
    current = unwrapped(current);
  }
  return current;
}

function unwrapped(schema: z.ZodType | undefined): z.ZodType | undefined {
  return schema instanceof z.ZodOptional ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

function textOf(schema: z.ZodType | undefined): ConfigFieldText {
  const { what = "allowed", wanted = "something else", words } = (schema?.meta() ?? {}) as Partial<ConfigFieldText>;
  return { what, wanted, words };
}

function remove(plain: unknown, steps: KeyPath): void {
  const parent = steps.slice(0, -1).reduce<unknown>((value, step) => (value as Record<string, unknown>)?.[step], plain);
  const last = steps.at(-1);
  // An array keeps its length, so that the other indices stay true.
  if (Array.isArray(parent)) parent[Number(last)] = undefined;
  else if (typeof parent === "object" && parent !== null && last !== undefined) {
    delete (parent as Record<string, unknown>)[last];
  }
}
