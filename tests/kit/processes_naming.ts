/** Ids of the running processes that have `text`, which only a test can know, in their command line. */
export function processesNaming(text: string): number[] {
  if (text.length < 8) {
    throw new Error(`Looking for processes: '${text}' is too short to be of one test; use a unique name`);
  }
  const found: number[] = [];
  for (const { name } of Deno.readDirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === Deno.pid) continue;
    try {
      const words = Deno.readTextFileSync(`/proc/${pid}/cmdline`);
      // What has ended and is not yet collected has no command line.
      if (words.includes(text)) found.push(pid);
    } catch {
      // it has just ended
    }
  }
  return found;
}
