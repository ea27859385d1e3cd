import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const LONGEST = 400;
/** Frames of a stack that name a file, with line and column. */
const FRAME = /(file:\/\/[^\s()]+):(\d+):(\d+)/g;

/**
 * One line for what the module at `path` has thrown: its text, and the place, e.g. `no answer (my_driver.js:12:3)`. The place is the innermost
 * one in the module's folder; without one there is none. Whatever was thrown, this never throws.
 */
export function describeThrown(thrown: unknown, path: string): string {
  try {
    const place = placeOf(thrown, path);
    return oneLine(textOf(thrown)) + (place === "" ? "" : ` (${place})`);
  } catch {
    return "an object that cannot be shown";
  }
}

function textOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown === "string" ? thrown : String(thrown);
  const name = String(thrown.name);
  const message = String(thrown.message);
  if (message === "") return name;
  return name === "Error" ? message : `${name}: ${message}`;
}

/** Texts of others are shown as one line without colours and control characters, and not for ever. */
function oneLine(text: string): string {
  // deno-lint-ignore no-control-regex -- colours of a terminal are what is looked for
  const plain = text.replace(/\x1b\[[0-9;]*m/g, "").replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}

function placeOf(thrown: unknown, path: string): string {
  if (!(thrown instanceof Error) || typeof thrown.stack !== "string") return "";
  const folder = `${dirname(path)}/`;
  for (const [, url, line, column] of thrown.stack.matchAll(FRAME)) {
    const file = pathOf(url);
    if (file.startsWith(folder)) return `${file.slice(folder.length)}:${line}:${column}`;
  }
  return "";
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return "";
  }
}
