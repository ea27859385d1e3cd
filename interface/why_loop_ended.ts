import { InterfaceBlock } from "./interface_block.ts";

/**
 * Why the control loop of an interface has ended, or does not, after a stop; "" when nothing is wrong. `ofLoop`: what it said itself, absent when it said
 * nothing within `patienceMs`; `known`: what was known before. `flags`: of its memory.
 */
export function whyLoopEnded(
  driver: string,
  ofLoop: string | undefined,
  known: string,
  flags: Int32Array,
  patienceMs: number,
): string {
  if (ofLoop) return `driver '${driver}' ${ofLoop}`;
  if (ofLoop !== undefined || known !== "") return known;
  const isClosing = Atomics.load(flags, InterfaceBlock.CLOSING) !== 0;
  const call = isClosing ? "from being closed (its destructor, or close())" : "from sync()";
  return `driver '${driver}' did not return ${call} within ${patienceMs / 1000} s of the stop`;
}
