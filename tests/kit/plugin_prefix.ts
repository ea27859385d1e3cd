import { uriCommands } from "../uri_command.ts";

/** A folder in which `uri` is installed for a test, so that plugins are found. */
export class PluginPrefix {
  /** The prefix. */
  readonly folder: string;
  /** Folder of the drivers. */
  readonly drivers: string;
  /** Folder of the controllers. */
  readonly controllers: string;

  /** Makes the folders below `parent`, which the test removes. */
  constructor(parent: string) {
    this.folder = `${parent}/prefix`;
    this.drivers = `${this.folder}/lib/robot_interface`;
    this.controllers = `${this.folder}/lib/robot_controller`;
    for (const folder of [this.drivers, this.controllers, `${this.folder}/bin`]) {
      Deno.mkdirSync(folder, { recursive: true });
    }
  }

  /** Puts a driver library there, under `name`, and returns its path. */
  driver(library: string, name = library.replace(/.*\//, "")): string {
    return put(library, `${this.drivers}/${name}`);
  }

  /** Puts a controller library there, as the controller `name`, and returns its path. */
  controller(library: string, name: string): string {
    return put(library, `${this.controllers}/librobot_controller_${name}.so`);
  }

  /** The executable in this prefix, `bin/uri`: undefined when it is not built or not current. */
  executable(): string[] | undefined {
    const built = uriCommands().find(({ label }) => label === "executable");
    if (built === undefined) return undefined;
    const path = `${this.folder}/bin/uri`;
    try {
      Deno.linkSync(built.argv[0], path);
    } catch {
      Deno.copyFileSync(built.argv[0], path); // another file system
    }
    return [path];
  }

  /** Arguments of `uri` from source that make it use this prefix. */
  get flags(): string[] {
    return ["--prefix", this.folder];
  }
}

function put(library: string, path: string): string {
  Deno.copyFileSync(library, path);
  return path;
}
