import { dirname, isAbsolute, join } from "node:path";
import { isPrivateGroup } from "./is_private_group.ts";
import { quoted } from "./quoted.ts";
import { shellQuote } from "./shell_quote.ts";

const MOST_LINKS = 40;
const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;
/** In such a folder everybody may make files, but takes away only his own. */
const STICKY = 0o1000;

/** What {@link trustPath} found. */
export type TrustedPath =
  /** Nobody but root and the user changes what is there: the path without links. */
  | { readonly path: string }
  /** Somebody else can: who, where, and what to do. */
  | { readonly fault: string };

/**
 * Whether nobody but root and `user`, the one of this process, can change what the absolute `path` leads to: the file or folder itself, and every folder
 * and link on the way from `/`, belong to one of the two, and neither everybody can write there nor their group, unless that is the owner's alone; above the last folder everybody may where
 * the sticky bit keeps what is there from being replaced. So whoever passes here may use the path that is returned: nobody else can put anything in
 * its place meanwhile. Rejects as `Deno.lstat` does, when there is nothing.
 */
export async function trustPath(path: string, user: number = Deno.uid() ?? 0): Promise<TrustedPath> {
  let at = "/";
  let rest = partsOf(path);
  const way: Place[] = [{ path: at, info: await Deno.lstat(at) }];
  for (let links = 0; rest.length > 0;) {
    const [part, ...more] = rest;
    rest = more;
    if (part === "..") at = dirname(at); // which was looked at on the way down
    else {
      const next = join(at, part);
      const info = await Deno.lstat(next);
      way.push({ path: next, info });
      if (!info.isSymlink) at = next;
      else {
        if (++links > MOST_LINKS) return { fault: `${quoted(path)} leads through more than ${MOST_LINKS} links` };
        const target = await Deno.readLink(next);
        rest = [...partsOf(target), ...rest];
        if (isAbsolute(target)) at = "/";
      }
    }
  }
  const isFolder = way.find((place) => place.path === at)!.info.isDirectory;
  const isLast = (place: Place) => place.path === (isFolder ? at : dirname(at));
  const advice = isFolder ? "name a folder of your own instead" : "move it to a folder of its own";
  const fault = way.map((place) => faultOf(place, isLast(place), user, advice)).find((text) => text !== "");
  return fault === undefined ? { path: at } : { fault };
}

interface Place {
  readonly path: string;
  readonly info: Deno.FileInfo;
}

/** `advice`: what to do about a folder that is meant for the files of many. */
function faultOf({ path, info }: Place, isLast: boolean, user: number, advice: string): string {
  const { uid, gid, mode } = info;
  const mend = (command: string) => `do ${command} ${shellQuote([path])}`;
  if (uid !== null && uid !== 0 && uid !== user) {
    const wanted = user === 0 ? "root" : `root, or the user ${user} of this process`;
    return `${quoted(path)} belongs to the user ${uid}, wanted ${wanted}; ${mend("chown root")}`;
  }
  if (info.isSymlink || mode === null || ((mode & STICKY) !== 0 && info.isDirectory && !isLast)) return "";
  // What is `/tmp`, or like it, must stay so.
  const close = (command: string) => (mode & STICKY) !== 0 && info.isDirectory ? advice : mend(command);
  if ((mode & OTHERS_WRITE) !== 0) return `${quoted(path)} can be written by everybody; ${close("chmod o-w")}`;
  if ((mode & GROUP_WRITES) === 0 || (gid !== null && isPrivateGroup(gid, uid ?? 0))) return "";
  return `${quoted(path)} can be written by its group; ${close("chmod g-w")}`;
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}
