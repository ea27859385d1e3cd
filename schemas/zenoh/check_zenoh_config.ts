import { type MemberNode, type ObjectNode, parse, type ValueNode } from "@humanwhocodes/momoa";
import type { ConfigProblems } from "../../core/config_problems.ts";
import { didYouMean } from "../../core/did_you_mean.ts";
import { type KeyPath, keyPath } from "../../core/key_path.ts";
import { nearestWord } from "../../core/nearest_word.ts";
import { orList } from "../../core/or_list.ts";
import { quoted } from "../../core/quoted.ts";
import type { SourceMark } from "../../core/yaml_node.ts";
import { endpointFault } from "./endpoint_fault.ts";
import { ZENOH_CONFIG_KEYS } from "./zenoh_config_keys.ts";
import type { ZenohKeys } from "./zenoh_keys.ts";

const MODES = ["router", "peer", "client"];
const TARGETS = MODES.map((mode) => `to_${mode}`);

/**
 * Checks the text of a Zenoh configuration, JSON5, which came from `file`: syntax, keys written twice, keys that Zenoh does not know,
 * endpoints that are none, and `mode`, which must be one of `modes` where it is given. Each is noted with line, column, key path and the nearest word. Whether a value is of the right type is left to Zenoh.
 */
export function checkZenohConfig(
  text: string,
  file: string,
  problems: ConfigProblems,
  modes: readonly string[] = MODES,
): void {
  const body = read(text, file, problems);
  if (body === undefined) return;
  const context = { file, problems };
  if (body.type === "Object") {
    checkNode(body, ZENOH_CONFIG_KEYS, [], context);
    return checkMode(body, modes, context);
  }
  problems.add(markOf(file, body.loc.start), "", `the file is ${describe(body)}; wanted a map, { mode: "peer", … }`);
}

interface Context {
  readonly file: string;
  readonly problems: ConfigProblems;
}

function read(text: string, file: string, problems: ConfigProblems): ValueNode | undefined {
  if (text.trim() === "") {
    problems.add({ file, line: 1, column: 1 }, "", "the file is empty; wanted a Zenoh configuration");
    return undefined;
  }
  try {
    // The parser never returns from a text that ends in the middle of an escape.
    return parse(text.endsWith("\\") ? text + "\n" : text, { mode: "json5" }).body;
  } catch (error) {
    const { line = 1, column = 1, offset = 0 } = error as Error & { line?: number; column?: number; offset?: number };
    const { what, hint } = explainSyntax(text, offset);
    problems.add({ file, line, column }, "", `is no valid JSON5: ${what}`, { hint });
    return undefined;
  }
}

/** What the parser stumbled over, in the words of the file; its own text names kinds of tokens. */
function explainSyntax(text: string, offset: number): { what: string; hint?: string } {
  const word = /^([\w$.+-]+|"[^"\n]*"?|'[^'\n]*'?|[^])/.exec(text.slice(offset))?.[0] ?? "";
  const isLast = text.slice(offset + word.length).trim() === "";
  // At the end the parser points at what it has read last, which may be a comment.
  if (word === "" || /^\/[/*]/.test(text.slice(offset)) || (isLast && /^[{[,:]$/.test(word))) {
    return {
      what: "the file ends too early; wanted the rest of a value",
      hint: "a brace, bracket or quote is not closed",
    };
  }
  const what = `${quoted(word)} is not expected here; wanted a comma, a colon or a value`;
  if (text.slice(0, offset).trim() === "") return { what, hint: "the whole file stands in braces: { … }" };
  return { what, hint: /^[A-Za-z_]/.test(word) ? "texts stand in quotes" : "something is missing before it" };
}

function checkNode(node: ValueNode, keys: ZenohKeys, path: KeyPath, context: Context): void {
  if (node.type === "String" && path.includes("endpoints") && typeof path.at(-1) === "number") {
    const fault = endpointFault(node.value);
    const mark = markOf(context.file, node.loc.start);
    if (fault !== undefined) context.problems.add(mark, keyPath(path), `${quoted(node.value)} ${fault}`);
  } else if (node.type === "Array") {
    const items = itemsOf(keys);
    node.elements.forEach(({ value }, index) => checkNode(value, items, [...path, index], context));
  } else if (node.type === "Object") {
    const known = mapOf(keys, node.members);
    const lines = new Map<string, number>();
    for (const member of node.members) checkMember(member, known, lines, path, context);
  }
}

function checkMember(
  member: MemberNode,
  known: Readonly<Record<string, ZenohKeys>> | undefined,
  lines: Map<string, number>,
  parent: KeyPath,
  { file, problems }: Context,
): void {
  const { name, value } = member;
  const key = keyOf(name);
  const mark = markOf(file, name.loc.start);
  const path = [...parent, key];
  const first = lines.get(key);
  if (first !== undefined) {
    const hint = "remove one of them";
    return problems.add(mark, keyPath(path), `is written twice, first in line ${first}; wanted once`, { hint });
  }
  lines.set(key, mark.line);
  // A map where Zenoh knows a value: that is for Zenoh to say.
  if (known === undefined) return checkNode(value, 0, path, { file, problems });
  const names = Object.keys(known).filter((each) => each !== "*");
  const isFree = Object.hasOwn(known, "*");
  if (Object.hasOwn(known, key) && key !== "*") checkNode(value, known[key], path, { file, problems });
  else if (isFree && nearestWord(key, names) === undefined) checkNode(value, known["*"], path, { file, problems });
  else {
    const hint = didYouMean(key, names) ?? homeOf(key);
    const wanted = isFree ? orList([...names, "another name"]) : orList(names);
    problems.add(mark, keyPath(path), `${quoted(key)} is no key of Zenoh's here; wanted ${wanted}`, { hint });
  }
}

function checkMode(root: ObjectNode, modes: readonly string[], { file, problems }: Context): void {
  const member = root.members.find(({ name }) => keyOf(name) === "mode");
  if (member === undefined) return;
  const { value } = member;
  if (value.type === "String" && modes.includes(value.value)) return;
  const isOther = value.type === "String" && MODES.includes(value.value);
  const found = value.type === "String" ? quoted(value.value) : describe(value);
  const hint = value.type === "String" && !isOther ? didYouMean(value.value, modes) : undefined;
  const what = isOther ? `is ${found}` : `${found} is no mode`;
  problems.add(markOf(file, value.loc.start), "mode", `${what}; wanted ${orList(modes)}`, { hint });
}

function keyOf(name: MemberNode["name"]): string {
  return name.type === "Identifier" ? name.name : name.value;
}

/** What the items of a list are. */
function itemsOf(keys: ZenohKeys): ZenohKeys {
  if (!isList(keys)) return 0;
  return keys.length === 1 ? keys[0] : itemsOf(keys[1]);
}

/** The keys of a map with these `members`; undefined where Zenoh knows no map. */
function mapOf(keys: ZenohKeys, members: readonly MemberNode[]): Readonly<Record<string, ZenohKeys>> | undefined {
  if (keys === 0) return undefined;
  if (!isList(keys)) return keys as Readonly<Record<string, ZenohKeys>>;
  if (keys.length === 1) return undefined;
  const [by, value] = keys;
  const inner = mapOf(value, members);
  const isInner = members.some(({ name }) => inner !== undefined && Object.hasOwn(inner, keyOf(name)));
  if (isInner) return inner;
  return Object.fromEntries((by === "mode" ? MODES : TARGETS).map((name) => [name, value]));
}

function isList(keys: ZenohKeys): keys is readonly [ZenohKeys] | readonly ["mode" | "target", ZenohKeys] {
  return Array.isArray(keys);
}

/** Where a key is at home that is known at one other place: people write keys one level too high or too low. */
function homeOf(key: string): string | undefined {
  const homes = [...placesOf(key, ZENOH_CONFIG_KEYS, [])];
  if (homes.length !== 1) return undefined;
  const home = keyPath(homes[0]);
  return home === "" ? `'${key}' belongs to the top level` : `'${key}' belongs under '${home}'`;
}

function* placesOf(key: string, keys: ZenohKeys, path: KeyPath): Generator<KeyPath> {
  if (keys === 0 || isList(keys)) return;
  for (const [name, value] of Object.entries(keys)) {
    if (name === key) yield path;
    yield* placesOf(key, value, [...path, name]);
  }
}

function describe(node: ValueNode): string {
  const names: Partial<Record<ValueNode["type"], string>> = {
    Array: "a list",
    Object: "a map",
    Null: "null",
    Boolean: "a truth value",
    String: "a text",
  };
  return names[node.type] ?? "a number";
}

function markOf(file: string, { line, column }: { line: number; column: number }): SourceMark {
  return { file, line, column };
}
