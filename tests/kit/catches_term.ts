/** True once a process has a handler for SIGTERM. */
export function catchesTerm(pid: number): boolean {
  try {
    const [, caught] = /^SigCgt:\s*([0-9a-f]+)/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`)) ?? [];
    return (BigInt(`0x${caught}`) & (1n << 14n)) !== 0n;
  } catch {
    return false; // it has ended meanwhile
  }
}
