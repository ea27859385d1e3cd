import { nativeLibraryState } from "../../comm/zenoh/native_library_state.ts";
import { NetworkNamespace } from "./network_namespace.ts";

/** Why processes cannot meet by Zenoh in network namespaces here; empty when they can. */
export function zenohObstacle(): string {
  const state = nativeLibraryState();
  return state.available ? NetworkNamespace.obstacle() : state.reason;
}
