import type { LogLines } from "../core/log/log_lines.ts";
import type { Logger } from "../core/log/logger.ts";
import { RunFailure } from "../core/run_failure.ts";
import type { ViewFlag } from "../core/run_options.ts";
import type { View } from "../view/start_view.ts";
import type { ManagerLooks } from "./manager_hooks.ts";

/**
 * Opens the view of a manager where `flag` wants one; what it needs is loaded only then. `title`: what runs; `lines`: its log. Errors: `RunFailure`
 * when the port cannot be had
 * by who has asked for it.
 */
export async function openManagerView(
  looks: ManagerLooks,
  title: string,
  flag: ViewFlag | undefined,
  lines: LogLines,
  log: Logger,
): Promise<View | undefined> {
  if (flag === undefined) return undefined;
  const [{ startView }, { managerViewSource }] = await Promise.all([
    import("../view/start_view.ts"),
    import("./manager_view_source.ts"),
  ]);
  try {
    return await startView({ ...flag, source: managerViewSource(looks, title, lines), log });
  } catch (error) {
    if (!flag.isDefault || !(error instanceof RunFailure)) throw error;
    log.warning(`[View] the robots are not shown in a browser: ${error.message}`);
    return undefined;
  }
}
