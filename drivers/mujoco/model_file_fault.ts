import { dirname, isAbsolute, resolve } from "node:path";
import { quoted } from "../../core/quoted.ts";

/** MuJoCo's stack in the WebAssembly build ends at some twenty models within each other. */
const DEEPEST = 12;
/** A model's text is no longer [bytes]; a larger one lists no models that would have to be looked at. */
const MOST_BYTES = 50e6;

/**
 * What is wrong with a model file that MuJoCo would not say, or "": another encoding; a xacro file; and a model that lists itself, directly or through others
 * (`<model file>`, `<include file>`), which MuJoCo would follow until its stack is full, and could not be used any more. Files that cannot be
 * read are left to MuJoCo.
 */
export function modelFileFault(path: string): string {
  const [first, second] = headOf(path);
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0) {
    return "it is UTF-16 text or no text, MJCF or URDF in UTF-8 was wanted; save it as UTF-8";
  }
  if (/<xacro:|\$\{/.test(textOf(path)) && /xmlns:xacro\s*=/.test(textOf(path))) {
    return "it is a xacro file, MJCF or URDF was wanted; make a URDF of it (xacro FILE.xacro > FILE.urdf), and name that";
  }
  const chain = endless(path);
  if (chain === undefined) return "";
  const isLoop = chain[0] === chain.at(-1);
  return `${chain.map(quoted).join(" lists ")}, models ${
    isLoop ? "without themselves" : `at most ${DEEPEST} deep`
  } within each other ` +
    "were wanted; correct <model file> or <include file>";
}

function endless(path: string): readonly string[] | undefined {
  const seen = new Set<string>();
  const walk = (file: string, above: readonly string[]): readonly string[] | undefined => {
    const chain = [...above, file];
    if (above.includes(file) || chain.length > DEEPEST) return chain.slice(Math.max(0, above.indexOf(file)));
    if (seen.has(file)) return undefined;
    for (const listed of filesIn(file)) {
      const folders = [dirname(file), dirname(path)];
      const next = isAbsolute(listed) ? listed : folders.map((folder) => resolve(folder, listed)).find(isFile);
      const loop = next === undefined ? undefined : walk(next, chain);
      if (loop !== undefined) return loop;
    }
    // Only what has no loop below it: the depth of a file that is met again may be another, but not by much.
    seen.add(file);
    return undefined;
  };
  return walk(path, []);
}

/** The first bytes of a file. */
function headOf(file: string): Uint8Array {
  const bytes = new Uint8Array(2);
  try {
    if (!Deno.statSync(file).isFile) return bytes.subarray(0, 0);
    using opened = Deno.openSync(file);
    return bytes.subarray(0, opened.readSync(bytes) ?? 0);
  } catch {
    return bytes.subarray(0, 0);
  }
}

function textOf(file: string): string {
  try {
    const { isFile, size } = Deno.statSync(file);
    return isFile && size <= MOST_BYTES ? Deno.readTextFileSync(file) : "";
  } catch {
    return "";
  }
}

function filesIn(file: string): string[] {
  const elements = textOf(file).replace(/<!--[^]*?-->/g, "").matchAll(
    /<(?:model|include)\s[^>]*?\bfile\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  );
  return Array.from(elements, ([, double, single]) => double ?? single).filter((name) => name !== "");
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
