/** True when `path` names the very file that is open as `fd` of this process: it may have been removed or replaced meanwhile. */
export function sameFile(path: string, fd: number): boolean {
  try {
    return Deno.statSync(path).ino === Deno.statSync(`/proc/self/fd/${fd}`).ino;
  } catch {
    return false;
  }
}
