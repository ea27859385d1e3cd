/**
 * Whether the group `gid` is that of the user `uid` alone, as many systems give one to each user: it has his number, no members, and is nobody else's
 * first group. Looked up in `/etc/group` and `/etc/passwd`, or the texts given; a group that is not there is nobody's alone.
 */
export function isPrivateGroup(gid: number, uid: number, files: Partial<GroupFiles> = {}): boolean {
  if (gid !== uid) return false;
  const { group = textOf("/etc/group"), passwd = textOf("/etc/passwd") } = files;
  // name:password:gid:members
  const own = group.split("\n").map((line) => line.split(":")).filter((fields) => fields[2] === String(gid));
  if (own.length === 0 || own.some(([, , , members = ""]) => members.trim() !== "")) return false;
  // name:password:uid:gid:…
  return passwd.split("\n").map((line) => line.split(":"))
    .every(([, , user, first]) => first !== String(gid) || user === String(uid));
}

/** What {@link isPrivateGroup} looks into. */
export interface GroupFiles {
  /** Text of `/etc/group`. */
  readonly group: string;
  /** Text of `/etc/passwd`. */
  readonly passwd: string;
}

function textOf(file: string): string {
  try {
    return Deno.readTextFileSync(file);
  } catch {
    return ""; // then nothing is known of anybody
  }
}
