import type { BlockShape } from "../core/shared_block.ts";
import { ManagerBlock } from "./manager_block.ts";

/** Size of that memory for a number of robots. */
export function managerBlockShape(robots: number): BlockShape {
  return {
    flags: 1 + robots,
    values: ManagerBlock.VALUES + robots * ManagerBlock.ROBOT_VALUES,
    histograms: ManagerBlock.H_AGE + robots,
  };
}
