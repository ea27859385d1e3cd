import assert from "node:assert/strict";
import { PythonPeer } from "./python_peer.ts";

Deno.test("a peer in Python that cannot be had is a reason, not an error", async () => {
  assert.equal(await PythonPeer.start("no_such_script.py", "zenoh==0", []), "no_such_script.py is missing");
  const reason = await PythonPeer.start("sim_native.py", "no-such-package-of-uri==0.0.0", []);
  assert.equal(typeof reason, "string");
  assert.doesNotMatch(reason as string, /\n/);
});
