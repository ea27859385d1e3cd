import type { Logger } from "../../core/log/logger.ts";
import type { ViewFlag } from "../../core/run_options.ts";
import type { View } from "../../view/start_view.ts";
import type { LookedAtWorld } from "./world_view_source.ts";
import type { WorldSight } from "./world_look.ts";

/**
 * Opens the view of a simulation where `flag` wants one; what it needs is loaded only then. Errors: `RunFailure` when the port cannot be had.
 */
export async function openWorldView(
  world: Omit<LookedAtWorld, "sight"> & { readonly sight?: WorldSight },
  flag: ViewFlag | undefined,
  log: Logger,
): Promise<View | undefined> {
  const { sight } = world;
  if (flag === undefined || sight === undefined) return undefined;
  const [{ startView }, { worldViewSource }] = await Promise.all([
    import("../../view/start_view.ts"),
    import("./world_view_source.ts"),
  ]);
  const source = worldViewSource({ ...world, sight });
  const view = await startView({ ...flag, source, log });
  // A manager tells in which mode it commands a robot.
  for (const looks of world.looks) looks.onChange = () => view.show(source);
  return view;
}
