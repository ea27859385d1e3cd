import { testTransport } from "../test_transport.ts";
import { LocalZenohConfig } from "../testing/local_zenoh_config.ts";
import { NativeSession } from "./native_session.ts";
import { nativeLibraryState } from "./native_library_state.ts";
import { ZenohTransport } from "./zenoh_transport.ts";

const state = nativeLibraryState();
if (state.available) {
  const folder = Deno.makeTempDirSync({ prefix: "uri-zenoh-" });
  addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  const configs = new LocalZenohConfig(folder);
  let mark = 0;
  testTransport({
    name: "zenoh, native",
    separateEnds: true,
    open: async (description) => {
      if (description === "process a") configs.forget();
      const self = { pid: Deno.pid, description, host: "here", mark: ++mark };
      const session = await NativeSession.open(configs.next(), "a test's configuration", { mark, notice() {} });
      return new ZenohTransport({ protocol: "zenoh", session, self });
    },
    uniqueName: () => `t-${crypto.randomUUID()}`,
  });
} else {
  Deno.test({ name: `transport zenoh, native: ${state.reason}`, ignore: true, fn() {} });
}
