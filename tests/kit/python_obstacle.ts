import { nativeLibraryState } from "../../comm/zenoh/native_library_state.ts";
import { skipUnless } from "../skip_unless.ts";
import { PythonPeer } from "./python_peer.ts";

/** For `ignore` of tests with Python peers: true, and the reason is printed, where there can be none. In CI that is an error. */
export async function pythonObstacle(): Promise<boolean> {
  const native = nativeLibraryState();
  const obstacle = native.available ? await PythonPeer.obstacle("1.10.2", "1.9.0") : native.reason;
  if (obstacle !== "" && Deno.env.get("CI")) {
    throw new Error(`Testing against peers by other people's code: ${obstacle}`);
  }
  return skipUnless(obstacle === "", `peers by other people's code, over Zenoh: ${obstacle}`);
}
