import type { LogLines } from "../core/log/log_lines.ts";
import type { Logger } from "../core/log/logger.ts";
import type { ViewFlag } from "../core/run_options.ts";
import type { InterfaceConfig } from "../schemas/interface_config.ts";
import type { View } from "../view/start_view.ts";
import type { InterfaceLooks } from "./interface_looks.ts";

/**
 * Opens the view of an interface where `flag` wants one; what it needs is loaded only then. It shows the robot once a manager has told what it is. `lines`:
 * the log. Errors: `RunFailure` when the port cannot be had.
 */
export async function openInterfaceView(
  looks: InterfaceLooks,
  config: InterfaceConfig,
  flag: ViewFlag | undefined,
  lines: LogLines,
  log: Logger,
): Promise<View | undefined> {
  if (flag === undefined) return undefined;
  const [{ startView }, { interfaceViewSource }] = await Promise.all([
    import("../view/start_view.ts"),
    import("./interface_view_source.ts"),
  ]);
  const source = () => interfaceViewSource(looks, config, lines);
  const view = await startView({ ...flag, source: source(), log });
  looks.onChange = () => view.show(source());
  return view;
}
