import type { LogLines } from "../core/log/log_lines.ts";
import type { Logger } from "../core/log/logger.ts";
import type { ViewFlag } from "../core/run_options.ts";
import type { View } from "../view/start_view.ts";
import type { ManagerLooks } from "./manager_hooks.ts";

/**
 * Opens the view of a manager where `flag` wants one; what it needs is loaded only then. `title`: what runs; `lines`: its log. Errors: `RunFailure`
 * when the port cannot be had.
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
  return await startView({ ...flag, source: managerViewSource(looks, title, lines), log });
}
