import { testTransport } from "../../test_transport.ts";
import { nativeLibraryState } from "../native_library_state.ts";
import { type RunningRouter, startRouter } from "../start_router.ts";
import { routerConfig } from "../testing/router_config.ts";
import { ZenohTransport } from "../zenoh_transport.ts";
import { FRAME_LIMIT } from "./frame_limit.ts";
import { openRemoteSession } from "./open_remote_session.ts";

const state = nativeLibraryState();
if (state.available) {
  let router: RunningRouter;
  let mark = 0;
  Deno.test.beforeAll(async () => void (router = await startRouter(routerConfig({ remoteApi: 0 }), "a test's router")));
  Deno.test.afterAll(() => router.close());
  testTransport({
    name: "zenoh, remote",
    separateEnds: true,
    queryLimit: { bytes: FRAME_LIMIT, reason: "the router takes WebSocket frames of 16 MiB" },
    open: async (description) => {
      const self = { pid: Deno.pid, description, host: "here", mark: ++mark };
      const session = await openRemoteSession(router.remoteApi!, { mark, notice() {} });
      return new ZenohTransport({ protocol: "zenoh", session, self });
    },
    uniqueName: () => `t-${crypto.randomUUID()}`,
  });
} else {
  Deno.test({ name: `transport zenoh, remote: ${state.reason}`, ignore: true, fn() {} });
}
