/** True for the protocols that need a Zenoh session: `zenoh` and `zenoh/shm`. */
export function usesZenoh(protocol: string): boolean {
  return protocol === "zenoh" || protocol === "zenoh/shm";
}
