import { check } from "./check.ts";
import { runTool } from "./run_tool.ts";
import { test } from "./test.ts";

/** The gate: `check`, then all tests, whatever the check said. */
export async function ok(): Promise<number> {
  const checked = await check();
  return await test([]) || checked;
}

if (import.meta.main) await runTool(ok);
