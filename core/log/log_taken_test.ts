import assert from "node:assert/strict";
import { ProcessKeeper } from "../process_keeper.ts";
import { logTaken } from "./log_taken.ts";
import { Logger } from "./logger.ts";

Deno.test("log taken: what two threads notice is told once for each plugin, every other line as often as it comes", () => {
  const lines: string[] = [];
  const write = (bytes: Uint8Array) => void lines.push(new TextDecoder().decode(bytes).trimEnd());
  const log = new Logger({ level: "info", format: "text", write });
  for (const who of ["the driver 'A'", "the driver 'A'", "the driver 'B'"]) {
    logTaken(log, "warning", `${who} ${ProcessKeeper.MEMORY}`);
    logTaken(log, "info", `${who} is here`);
  }
  assert.deepEqual(lines, [
    `[warning] the driver 'A' ${ProcessKeeper.MEMORY}`,
    "[info] the driver 'A' is here",
    "[info] the driver 'A' is here",
    `[warning] the driver 'B' ${ProcessKeeper.MEMORY}`,
    "[info] the driver 'B' is here",
  ]);
});
