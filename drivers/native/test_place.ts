import { DriverError } from "../../core/driver_error.ts";
import type { RobotDriverFactory } from "../robot_driver.ts";
import { loadNativeDriver } from "./load_native_driver.ts";
import { scanDrivers } from "./scan_drivers.ts";

/** An installation of a test, with libraries that the test puts there. */
export class TestPlace implements Disposable {
  /** Its prefix. */
  readonly prefix = Deno.makeTempDirSync({ prefix: "uri drivers " });
  /** Folder of the drivers. */
  readonly folder = `${this.prefix}/lib/robot_interface`;
  /** What was warned of, `PREFIX` standing for the prefix. */
  readonly warnings: string[] = [];
  #age = 0;

  /** Makes the folder. */
  constructor() {
    Deno.mkdirSync(this.folder, { recursive: true });
  }

  /** Puts a library there, by its path or its content; each is older than the one before. */
  put(name: string, content: string | Uint8Array): string {
    const path = `${this.folder}/${name}`;
    if (typeof content === "string") Deno.copyFileSync(content, path);
    else Deno.writeFileSync(path, content);
    const time = new Date(Date.UTC(2026, 0, 2) - 1000 * this.#age++);
    Deno.utimeSync(path, time, time);
    return path;
  }

  /** Finds and opens a driver. Errors: `DriverError`. */
  load(name: string): Promise<RobotDriverFactory> {
    this.warnings.length = 0;
    const warn = (text: string) => this.warnings.push(text.replaceAll(this.prefix, "PREFIX"));
    return loadNativeDriver(name, {
      installation: { prefix: this.prefix, reason: "" },
      builtIn: ["RobotDriverMock"],
      warn,
      // In this process, which is quicker: none of these libraries ends it.
      scan: (folder) => Promise.resolve(scanDrivers(folder)),
    });
  }

  /** Why a driver cannot be had, `PREFIX` standing for the prefix; "" when it can. */
  async refusal(name: string): Promise<string> {
    try {
      await this.load(name);
      return "";
    } catch (error) {
      if (!(error instanceof DriverError)) throw error;
      return error.message.replaceAll(this.prefix, "PREFIX");
    }
  }

  /** Removes it; what is loaded does not need it. */
  [Symbol.dispose](): void {
    Deno.removeSync(this.prefix, { recursive: true });
  }
}
