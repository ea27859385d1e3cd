import { printToStderr } from "../../core/native/print_to_stderr.ts";
import { SCAN_MESSAGE_MARK, type ScanMessage } from "./scan_message.ts";
import { scanDrivers } from "./scan_drivers.ts";

/** `uri scan-drivers`: looks at the libraries of `folder` but those of `skip`, and writes what it finds as it finds it. */
export function runDriverScan(folder: string, skip: readonly string[]): void {
  const write = (message: ScanMessage) => {
    let rest = new TextEncoder().encode(`\n${SCAN_MESSAGE_MARK}${JSON.stringify(message)}\n`);
    while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
  };
  printToStderr();
  scanDrivers(folder, { skip, onOpen: (opening) => write({ opening }), onSeen: (seen) => write({ seen }) });
  write({ done: true });
}
