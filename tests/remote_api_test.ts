import assert from "node:assert/strict";
import { ScriptProcess } from "../comm/testing/script_process.ts";
import { nativeLibraryState } from "../comm/zenoh/native_library_state.ts";
import { routerConfig } from "../comm/zenoh/testing/router_config.ts";
import { NetworkNamespace } from "./kit/network_namespace.ts";
import { NetworkSwitch } from "./kit/network_switch.ts";
import { skipUnless } from "./skip_unless.ts";

const state = nativeLibraryState();
const obstacle = state.available ? NetworkNamespace.obstacle() : state.reason;

/** The next line that matches. */
async function hear(process: ScriptProcess, wanted: RegExp): Promise<string> {
  for (;;) {
    const line = await process.line();
    if (wanted.test(line)) return line;
  }
}

Deno.test({
  name: "remote API between two computers: a pulled cable is noticed on both sides, and all is back when it is",
  ignore: skipUnless(obstacle === "", obstacle),
  async fn() {
    await using network = await NetworkSwitch.make();
    await using control = await NetworkNamespace.make({ hint: "control" });
    await using robot = await NetworkNamespace.make({ hint: "robot" });
    await network.plug(control, "192.168.1.10/24");
    const cable = await network.plug(robot, "192.168.1.11/24");
    const script = (pc: NetworkNamespace, name: string, ...args: string[]) =>
      new ScriptProcess(`../zenoh/testing/${name}`, args, { prefix: pc.argv([]) });
    await using router = script(control, "router_process.ts", routerConfig({ address: "0.0.0.0", remoteApi: 9563 }));
    assert.match(await router.line(), /"reused":""/);
    const url = "ws://192.168.1.10:9563";
    await using near = script(control, "remote_agent_process.ts", url, "alive/near", "alive/far");
    await using far = script(robot, "remote_agent_process.ts", url, "alive/far", "alive/near");
    await hear(near, /^alive\/far true$/);
    await hear(far, /^alive\/near true$/);
    await cable.cut();
    // The router forgets a client that answers nothing, and the client a router that does not.
    assert.equal(await hear(near, /^alive/), "alive/far false");
    assert.match(await hear(far, /^warning/), /^warning the link .* is lost \(no answer for 1 s\): connecting again$/);
    await hear(far, /^alive\/near false$/);
    await cable.mend();
    await hear(near, /^alive\/far true$/);
    await hear(far, /^alive\/near true$/);
    await hear(far, /^info the link .* is back after/);
  },
});
