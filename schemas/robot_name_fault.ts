/**
 * A name is part of Zenoh keys, of a process title, and of the names of files, sockets and shared memory. The narrowest of these
 * is a socket's path of at most 107 bytes.
 */
const MOST_BYTES = 64;

/** Why `name` cannot name a robot, as in `'a/b' <reason>`, or `undefined` when it can. */
export function robotNameFault(name: string): string | undefined {
  if (name === "") return "is empty; wanted a name";
  const forbidden = /[/*$?#]/.exec(name)?.[0];
  if (forbidden !== undefined) return `contains '${forbidden}'; wanted a name without / * $ ? #`;
  if (name.startsWith("@")) return "starts with '@'; wanted a name that starts otherwise";
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) return "contains an invisible character; wanted a visible name";
  if (name.trim() !== name) return "starts or ends with a blank; wanted a name without";
  if (name === "." || name === "..") return "is the name of a folder; wanted another name";
  const length = new TextEncoder().encode(name).length;
  return length > MOST_BYTES ? `has ${length} bytes; wanted at most ${MOST_BYTES}` : undefined;
}
