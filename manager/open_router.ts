import type { Logger } from "../core/log/logger.ts";
import type { ManagerConfig } from "../schemas/manager_config.ts";

/**
 * Starts the local Zenoh router of a manager, when its configuration has one, and returns what ends it. A router that is there already is used
 * in its place. Without the native library none is started: robots that are reached by `remote_api` do not need it, and for the others the
 * transport tells. Errors: `ConfigError`, `TransportError`.
 */
export async function openRouter({ zenohRouter }: ManagerConfig, log: Logger): Promise<() => Promise<void>> {
  if (zenohRouter === undefined) return () => Promise.resolve();
  const { file = "the built-in configuration", text } = zenohRouter;
  const [{ nativeLibraryState }, { startRouter }] = await Promise.all([
    import("../comm/zenoh/native_library_state.ts"),
    import("../comm/zenoh/start_router.ts"),
  ]);
  const state = nativeLibraryState();
  if (!state.available) {
    log.warning(
      `[RobotManager] no Zenoh router is started: the native Zenoh library cannot be had here (${state.reason})`,
    );
    return () => Promise.resolve();
  }
  log.info(`[robot_manager] Launching Zenoh router from ${file}`);
  const router = await startRouter(text, file);
  const remote = router.remoteApi === undefined ? "" : `, remote API at ${router.remoteApi}`;
  log.info(
    `[robot_manager] ${router.reused || `Zenoh router ${router.id} listens on ${router.locators.join(", ")}${remote}`}`,
  );
  return () => router.close();
}
