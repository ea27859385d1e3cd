/** A folder of a test with modules in it, which is removed at the end. */
export class TestModules {
  /** Its path. */
  readonly path: string = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "uri modules " }));
  #count = 0;

  /** Writes a module, under a name of its own when none is given, and returns its path. */
  write(text: string, name = `m${this.#count++}.js`): string {
    Deno.writeTextFileSync(`${this.path}/${name}`, text);
    return `${this.path}/${name}`;
  }

  /** Removes the folder. */
  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}
