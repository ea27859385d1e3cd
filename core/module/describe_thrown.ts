import { dirname } from "node:path";

const LONGEST = 400;
/** A frame of a stack that names a file, with line and column. */
const FRAME = /file:\/\/(\/.*):(\d+):(\d+)\)?$/;

/**
 * One line for what the module at `path` has thrown: its text, and the place, e.g. `no answer (my_driver.js:12:3)`. The place is the innermost
 * one in the module's folder; without one there is none. Where no module is named, the place is the innermost file, with its whole path. Whatever was thrown, this never throws.
 */
export function describeThrown(thrown: unknown, path?: string): string {
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

function placeOf(thrown: unknown, path: string | undefined): string {
  if (!(thrown instanceof Error) || typeof thrown.stack !== "string") return "";
  const folder = path === undefined ? "" : `${dirname(path)}/`;
  for (const line of thrown.stack.split("\n")) {
    const [, written = "", row, column] = FRAME.exec(line) ?? [];
    // An engine may show blanks and the like as they are, or as in an address.
    const file = [written, decoded(written)].find((each) => each !== "" && each.startsWith(folder));
    if (file !== undefined) return `${file.slice(folder.length)}:${row}:${column}`;
  }
  return "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
